"""What is sent to the addresses of the folder of packages: tables, as `requests` has them for questions about pages."""

from collections.abc import Mapping
from typing import Final

from webwinnow.serve.labelling import SCHEMA
from webwinnow.serve.requests import PAGE, Field

_NEW_PACKAGE: Final = (
    Field("name", "The name of the package, and of its folder."),
    Field("licence", "Under which its pages may be used."),
    Field("origin", "Where its pages come from."),
    Field("gold", "What belongs to the gold, above all whether the headline does."),
    Field("notes", "What else there is to say."),
)
_ABOUT_PAGE: Final = (
    Field("id", "The name of the page in the package; if it is missing, one is made of its address."),
    Field("language", "The language of the page, such as `en`."),
    Field("page_type", "What it is, such as `article`."),
)
"""What is said of a page that is added, besides its labels."""
_ABOUT: Final = (
    Field("annotator", "Who says so; each annotator of a page has an entry of their own."),
    Field("fragmented", "Whether other contents interrupt the main content.", "boolean", default=False),
    Field("multiple_articles", "Whether the page has more than one article.", "boolean", default=False),
    Field("empty", "That the page has no main content, and that this is no oversight.", "boolean", default=False),
    Field("media", "Addresses of the media that belong to the main content.", "array"),
    Field("note", "What else there is to say."),
)
"""What annotators say besides labels."""
_EVALUATED: Final = (
    Field("package", "The package to evaluate on."),
    Field("extractors", "Expressions to evaluate.", "array"),
    Field("limit", "Pages to take, always the same ones; all of them if it is missing.", "integer"),
)
_LABELS: Final = Field("labels", "What is what: for each label, pairs of places in the source.", "object", inner=SCHEMA)
_AS_TEXT: Final = (
    Field("gold", "Instead of labels: the main content as text."),
    Field("title", "With `gold`: the headline."),
    Field("author", "With `gold`: the authors.", "array"),
    Field("date", "With `gold`: the date of publication, such as 2024-03-12."),
)
_ADDED: Final = (*PAGE, *_ABOUT_PAGE, *_ABOUT, _LABELS, *_AS_TEXT)
_SAVED: Final = (
    *_ABOUT,
    _LABELS,
    Field("version", "The `version` of the page that was seen: if it changed since, nothing is written (409)."),
    Field("as_gold", "That these labels are the gold, even if another's was until now.", "boolean", default=False),
)
_RECIPE: Final = (
    Field("name", "What the recipe is called in expressions."),
    Field("expression", "What it stands for."),
    Field("summary", "What it is good for."),
)
BODIES: Final[Mapping[str, tuple[Field, ...]]] = {
    "/v1/packages": _NEW_PACKAGE,
    "/v1/packages/{package}": _ADDED,
    "/v1/packages/{package}/{page}": _SAVED,
    "/v1/evaluations": _EVALUATED,
    "/v1/recipes": _RECIPE,
    "/v1/expression": (Field("expression", "Stages and how they work together."),),
}
"""What is sent to each address, for reading it and for describing it."""
