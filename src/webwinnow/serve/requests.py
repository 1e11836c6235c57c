"""What is asked, read from JSON: every field has a type and a meaning, and one that nobody knows is refused.

The same tables describe the service in `openapi`.
"""

import difflib
import json
import re
import unicodedata
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from webwinnow.errors import UsageError
from webwinnow.expression import Favour
from webwinnow.headline import METHODS
from webwinnow.kind import PageTypeMethod
from webwinnow.refiners.comments import POLICIES as COMMENTS
from webwinnow.render.formats import FORMATS, OUTLINES, POLICIES

_FILES: Final = re.compile(r"\bmodel\b")
"""The one parameter that names a file; Python reads names in NFKC, so that is where it is looked for."""
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_TYPES: Final[dict[str, type]] = {"string": str, "boolean": bool, "array": list, "object": dict, "integer": int}
_LONGEST: Final = 200
"""Characters of what a client sent that an error quotes."""


class RequestError(UsageError):
    """A request that cannot be answered: `status` and `code` are for programs, the message for people."""

    def __init__(self, message: str, code: str = "bad_request", status: int = 400) -> None:
        """Take the message first, as other errors do."""
        super().__init__(message, code, status)
        self.code, self.status = code, status

    def __str__(self) -> str:
        """Return the message alone."""
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: its name, its schema (of which `read_fields` checks what it uses), and its meaning."""

    name: str
    summary: str
    type: str = "string"
    choices: tuple[str, ...] = ()
    default: object = None
    inner: Mapping[str, Any] | None = None
    """What further belongs to the schema of an object or a list; whoever reads the field checks it."""

    @property
    def schema(self) -> dict[str, Any]:
        """Return the field as JSON schema has it."""
        known: dict[str, Any] = {"type": self.type, "description": self.summary}
        if self.type == "array":
            known["items"] = {"type": "string"}
        if self.choices:
            known["enum"] = list(self.choices)
        return known | ({} if self.default is None else {"default": self.default}) | dict(self.inner or {})

    def checked(self, value: object) -> Any:
        """Return the value, or say what is wrong with it."""
        if type(value) is not _TYPES[self.type]:
            raise RequestError(f"{self.name!r} must be of type {self.type}, not {_called(value)}", "wrong_type")
        if isinstance(value, list) and self.inner is None and not all(isinstance(each, str) for each in value):
            raise RequestError(f"{self.name!r} must be a list of strings", "wrong_type")
        if self.choices and value not in self.choices:
            raise RequestError(
                f"{self.name!r} must be one of {', '.join(self.choices)}, not {_quoted(value)}", "wrong_value"
            )
        return value


EXTRACTOR: Final = Field(
    "extractor", "Stages and how they work together, such as `lqf >> bte`; `GET /v1/stages` lists them."
)
PAGE: Final = (
    Field("html", "The page itself. With `url` beside it, that is its address, and nothing is fetched."),
    Field(
        "base64",
        "The page as bytes, in base64, instead of `html`: its encoding is found out.",
    ),
    Field("url", "The address of a page to fetch: http or https, and no private address."),
)
PAGES: Final = "pages"
"""The field that holds several pages, each with `html` or `url`."""
_BY_HAND: Final = (
    Field("keep", "CSS selectors of elements whose text is kept, whatever the extractor decides.", "array"),
    Field("drop", "CSS selectors of elements whose text is dropped; they win over `keep`.", "array"),
    Field("comments", "What becomes of comments below an article.", choices=COMMENTS, default="auto"),
)
RENDERING: Final = (
    Field("links", "Whether links stay links; without, only their text stays.", "boolean", default=True),
    Field("keep_formatting", "Whether text shows headings, lists and emphasis by signs.", "boolean", default=False),
    Field("normalise", "Whether letters are composed and marks that nobody sees removed.", "boolean", default=False),
    Field("headline", "Whether the content opens with the headline.", "boolean", default=True),
    Field("hidden", "What becomes of text that readers do not see.", choices=POLICIES),
    Field("outline", "How `html` shows what is main content.", choices=OUTLINES, default="remove"),
    Field("blocks", "Whether json lists the blocks, each with its places and CSS path.", "boolean", default=False),
)
OPTIONS: Final[Mapping[str, tuple[Field, ...]]] = {
    "extract": (
        EXTRACTOR,
        Field("favour", "Whether the default extractor keeps less or loses less.", choices=get_args(Favour)),
        Field("format", "What to answer; `json` is the whole result.", choices=FORMATS, default="json"),
        *RENDERING,
        *_BY_HAND,
    ),
    "headline": (Field("method", "How to find the headline.", choices=tuple(METHODS), default=METHODS[0]),),
    "metadata": (Field("candidates", "Whether all that was found for a field is listed.", "boolean", default=False),),
    "posts": (EXTRACTOR,),
    "pagetype": (
        Field("method", "What tells overviews from articles.", choices=get_args(PageTypeMethod), default="learned"),
    ),
    "explain": (
        EXTRACTOR,
        Field("sentence", "A text of the page: say what became of it, and by which decision. Without, curves of all."),
        Field("start", "Instead of a sentence: where it starts in the source, by characters.", "integer"),
        Field("end", "Where it ends.", "integer"),
        *_BY_HAND,
    ),
    "look": (
        EXTRACTOR,
        Field("favour", "As for extract.", choices=get_args(Favour)),
        Field("format", "Whether the content is answered, too, and how.", choices=FORMATS),
        Field(
            "marked", "Whether the page is answered with marks; without, only their places.", "boolean", default=True
        ),
        *_BY_HAND,
    ),
    "curves": (EXTRACTOR, *_BY_HAND),
    "compare": (
        Field("extractors", "Expressions to compare; the first is what others are compared with.", "array"),
        Field("peers", "Other libraries to compare with; `GET /v1/peers` lists those that are installed.", "array"),
        Field("gold", "The main content as text, if it is known: all are compared with it, and scored."),
    ),
    "suggest": (EXTRACTOR,),
}
"""What each operation takes besides the page."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page as a request has it: its markup, or where to fetch it."""

    html: str | bytes | None
    url: str | None


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request that was understood."""

    pages: tuple[PagePlace | RequestError, ...]
    """The pages; one of several that is wrong is answered on its own."""
    options: dict[str, Any]
    several: bool


def read_json(body: bytes) -> dict[str, Any]:
    """Read the body of a request, which is an object."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        problem = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RequestError(f"the body is no JSON ({problem}): send an object in UTF-8", "bad_json") from None
    if not isinstance(found, dict):
        raise RequestError(f"the body is of type {_called(found)}: send a JSON object", "bad_json")
    return found


def read_request(operation: str, found: Mapping[str, object], limit: int, most: int) -> PageRequest:
    """Understand a request about one page, or about several."""
    options = OPTIONS[operation]
    if PAGES not in found:
        known = read_fields(found, (*PAGE, *options))
        return PageRequest((page_place(known, limit),), _without(known, PAGE), several=False)
    several = found[PAGES]
    if not isinstance(several, list) or not 0 < len(several) <= most:
        raise RequestError(f"{PAGES!r} must be a list of 1 to {most} objects with 'html' or 'url'", "wrong_value")
    own = {name: value for name, value in found.items() if name != PAGES}
    if not own.keys().isdisjoint(field.name for field in PAGE):
        raise RequestError(f"give 'html' and 'url' inside of each of the {PAGES!r}", "bad_request")
    return PageRequest(tuple(_one_of(each, limit) for each in several), read_fields(own, options), several=True)


def read_fields(found: Mapping[str, object], fields: Sequence[Field]) -> dict[str, Any]:
    """Check every field; those that are null count as not given."""
    known = {field.name: field for field in fields}
    for name in found:
        if name not in known:
            raise RequestError(_unknown(name, known), "unknown_field")
    return {name: known[name].checked(value) for name, value in found.items() if value is not None}


def without_files(expression: str) -> str:
    """Return an expression that names no file."""
    if _FILES.search(unicodedata.normalize("NFKC", expression)):
        raise RequestError("no model files over the network: leave 'model' out of the expression", "wrong_value")
    return expression


def web_address(url: str) -> str:
    """Return an address that may be fetched; nothing else ever becomes the name of a file."""
    if not _WEB.match(url):
        raise RequestError(f"{_quoted(url)} is no web address: it must begin with http:// or https://", "bad_url")
    return url


def _one_of(found: object, limit: int) -> PagePlace | RequestError:
    try:
        if not isinstance(found, dict):
            raise RequestError(f"each of the {PAGES!r} must be an object with 'html' or 'url'", "wrong_type")
        return page_place(read_fields(found, PAGE), limit)
    except RequestError as error:
        return error


def page_place(known: Mapping[str, Any], limit: int) -> PagePlace:
    """Return the page that fields hold or name."""
    html, url = _markup(known), known.get("url")
    if html is None and url is None:
        raise RequestError("there is no page: give 'html' or 'url'", "no_page")
    if html is None:
        web_address(str(url))
    elif len(html) > limit:
        raise RequestError(f"the page is larger than {limit:,} bytes", "too_large", 413)
    return PagePlace(html, url)


def _markup(known: Mapping[str, Any]) -> str | bytes | None:
    """Return the page that a request holds, if it holds one."""
    html: str | None = known.get("html")
    encoded: str | None = known.get("base64")
    if encoded is None:
        return html
    if html is not None:
        raise RequestError("give the page once: as 'html' or as 'base64'", "bad_request")
    try:
        return b64decode(encoded, validate=True)
    except ValueError:
        raise RequestError("'base64' is no base64", "wrong_value") from None


def _without(known: Mapping[str, Any], fields: Iterable[Field]) -> dict[str, Any]:
    return {name: value for name, value in known.items() if name not in {field.name for field in fields}}


def _unknown(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name[:_LONGEST], known, n=1)
    meant = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    return f"unknown field {_quoted(name)}: {meant}"


def _called(value: object) -> str:
    names = {kind: name for name, kind in _TYPES.items()} | {float: "number", type(None): "null"}
    return names[type(value)]


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
