"""What a worker process does: one page in, the answer out, as the bytes that go to the client.

For a comparison, extractors and other libraries stand side by side: what each found, where they differ, and scores.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from webwinnow import evaluate as evaluation  # a server starts without its parts: they are imported when first used
from webwinnow.catalogue import PEERS
from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.errors import FetchError, MissingExtraError, PageError, UsageError, WebwinnowError
from webwinnow.evaluate.making import encoded_page
from webwinnow.explain import Explanation, explain
from webwinnow.explain.html import write_figures
from webwinnow.explain.why import why, why_at
from webwinnow.expression import Favour, parse, parse_extractor
from webwinnow.extraction import extract
from webwinnow.headline import METHODS, rank_headlines
from webwinnow.limits import Limits
from webwinnow.metadata import find_metadata
from webwinnow.plain_data import headline_data, posts_data
from webwinnow.posts import find_posts
from webwinnow.recipes import Recipes
from webwinnow.render.links import removed_links
from webwinnow.result import Result, find_page_type
from webwinnow.rules import Choices, joined
from webwinnow.selectors import Selector
from webwinnow.serve.labelling import label, suggest
from webwinnow.serve.look import look
from webwinnow.serve.requests import RENDERING, RequestError, without_files
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Stage

if TYPE_CHECKING:
    from webwinnow.evaluate.adapters import Adapter, Answer, Asked
    from webwinnow.evaluate.report.worst import GoldView

MOST: Final = 12
"""Candidates of one comparison."""
GOLD: Final = "gold"
_MEASURES: Final = ("word-bag", "word-sequence")


def compared_candidates(extractors: Sequence[str], peers: Sequence[str], recipes: Recipes) -> tuple[Adapter, ...]:
    """Read expressions and names of libraries; raises UsageError for those that are none, or not installed."""
    if find_spec("rapidfuzz") is None:
        raise MissingExtraError("rapidfuzz", "evaluate")
    if not 0 < len(extractors) + len(peers) <= MOST:
        raise RequestError(f"name 1 to {MOST} extractors and peers to compare", "wrong_value")
    ours = [evaluation.ExpressionAdapter.of(each, recipes) for each in extractors]
    others = [evaluation.PeerAdapter.of(each) for each in peers]
    for adapter in others:
        adapter.version()  # complains if it is missing
    return (*{each.name: each for each in ours}.values(), *others)


def installed_peers() -> list[dict[str, str]]:
    """List the libraries that can be compared with, as far as they are installed here."""
    found = []
    for name in PEERS:
        try:
            found.append({"name": name, "version": evaluation.PeerAdapter(name).version()})
        except UsageError:
            continue
    return found


def compare(adapters: Sequence[Adapter], page: bytes, url: str | None, gold: str | None) -> dict[str, Any]:
    """Ask every candidate for the page, and compare what it found with gold, or else with what the first found."""
    from webwinnow.evaluate.adapters import Asked

    asked = Asked("page", page, url)
    answers = [(adapter, _asked(adapter, asked)) for adapter in adapters]
    first = next((answer.text for _, answer in answers if not isinstance(answer, str)), "")
    reference = first if gold is None else gold
    against = adapters[0].name if gold is None else GOLD
    return {"reference": against, "candidates": [_candidate(each, answer, reference, gold) for each, answer in answers]}


def _asked(adapter: Adapter, page: Asked) -> Answer | str:
    """Return the answer, or why there is none: somebody else's code may raise anything."""
    try:
        adapter.prepare()
        return adapter(page)
    except Exception as error:  # the fence: a failure of one candidate is its answer
        return f"{type(error).__name__}: {error}"[:500]


def _candidate(adapter: Adapter, answer: Answer | str, reference: str, gold: str | None) -> dict[str, Any]:
    known = {"name": adapter.name, "kind": adapter.kind, "version": adapter.version()}
    if isinstance(answer, str):
        return known | {"failure": answer}
    from webwinnow.evaluate.report.worst import compare_texts

    view = compare_texts(reference, answer.text)
    scores = {} if gold is None else {"scores": _scores(gold, answer.text)}
    return known | {"seconds": answer.seconds, "text": answer.text} | _differences(view) | scores


def _differences(view: GoldView) -> dict[str, Any]:
    counts = {kind: view.words(kind) for kind in ("same", "missing", "superfluous")}
    return {"words": counts, "passages": [[passage.kind, passage.text] for passage in view.passages]}


def _scores(gold: str, found: str) -> dict[str, Any]:
    from webwinnow.evaluate.measures import FoundText, Gold

    outcomes = {name: evaluation.parse_measure(name)(Gold(gold), FoundText(found)) for name in _MEASURES}
    return {name: outcome.numbers() for name, outcome in outcomes.items() if outcome is not None}


_TINY: Final = (
    "<!doctype html><title>A page</title><h1>A page</h1><p>Some words to begin with, and a <a href=/>link</a>."
)
_LINK: Final = column("a")
_RENDERED: Final = frozenset(option.name for option in RENDERING)


@dataclass(frozen=True, slots=True)
class PageJob:
    """A page, what is asked about it, and how."""

    operation: str
    source: str | bytes
    url: str | None = None
    charset: str | None = None
    """What the server said of bytes."""
    options: Mapping[str, Any] = field(default_factory=dict)
    expression: str = ""
    """The extractor, if the options name none."""
    limits: Limits = field(default_factory=Limits)
    saved: Recipes = Recipes()  # noqa: RUF009  (a value)
    """Recipes that were saved since the workers started."""
    outside: bool = False
    """Whether a page that is shown may load pictures and styles from elsewhere."""

    @property
    def page(self) -> Document:
        """The page, decoded."""
        if isinstance(self.source, str):
            return Document(self.source, url=self.url, limits=self.limits)
        return Document.from_bytes(self.source, url=self.url, transport=self.charset, limits=self.limits)

    @property
    def extractor(self) -> str:
        """The expression that is asked for."""
        asked: str | None = self.options.get("extractor")
        return self.expression if asked is None else without_files(asked)

    @property
    def encoded(self) -> bytes:
        """The page as bytes that are decoded to the same page, whatever it says of its charset."""
        return self.source if isinstance(self.source, bytes) else encoded_page(self.source)


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """What goes to the client; the body is JSON."""

    status: int
    body: bytes

    @property
    def went_well(self) -> bool:
        """Whether there is a result."""
        return self.status < 400


def answer(job: PageJob, recipes: Recipes) -> PageAnswer:
    """Answer one question about one page; errors that the client can mend are said in the answer."""
    known = recipes | job.saved if job.saved.every else recipes
    try:
        return PageAnswer(200, as_json(_JOBS[job.operation](job, known)))
    except WebwinnowError as error:
        return refusal(error)


def warm(recipes: Recipes, expression: str) -> None:
    """Import what is needed, by answering about a tiny page."""
    for operation in ("extract", "explain"):
        answer(PageJob(operation, _TINY, expression=expression), recipes)


def refusal(error: WebwinnowError) -> PageAnswer:
    """Say what was wrong."""
    if isinstance(error, RequestError):
        return failure(error.status, error.code, str(error))
    if isinstance(error, UsageError | MissingExtraError):
        return failure(400, "wrong_value", str(error))
    if isinstance(error, FetchError):
        return failure(422, "not_fetched", str(error))
    return failure(422, "no_page" if isinstance(error, PageError) else "failed", str(error))


def failure(status: int, code: str, message: str) -> PageAnswer:
    """Make the answer to a request that failed."""
    return PageAnswer(status, as_json({"error": {"code": code, "message": message}}))


def as_json(value: object) -> bytes:
    """Write JSON in UTF-8; half characters, which UTF-8 cannot hold, become question marks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def extracted(job: PageJob, recipes: Recipes) -> Result:
    """Find the main content as the options say."""
    options = job.options
    stage = _extractor(job.extractor, options.get("favour"), recipes)
    by_hand = {name: options[name] for name in ("keep", "drop", "comments") if name in options}
    result = extract(job.page, stage, **by_hand)
    chosen = {name: value for name, value in options.items() if name in _RENDERED}
    return replace(result, options=replace(result.options, **chosen)) if chosen else result


def rendering(result: Result, form: str) -> dict[str, Any]:
    """Return one format, with what to know about it."""
    return {
        "url": result.page.url,
        "title": result.title,
        "extractor": str(result.extractor),
        "format": form,
        "content": result.render(form),  # type: ignore[arg-type]  # the field has these choices
        "warnings": list(result.warnings),
    }


def _extract(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    result, form = extracted(job, recipes), job.options.get("format", "json")
    return result.to_dict() if form == "json" else rendering(result, form)


def _headline(job: PageJob, _: Recipes) -> dict[str, Any]:
    method = job.options.get("method", METHODS[0])
    return {"url": job.url} | headline_data(method, rank_headlines(job.page, method))


def _metadata(job: PageJob, _: Recipes) -> dict[str, Any]:
    return {"url": job.url} | find_metadata(job.page).to_json(candidates=job.options.get("candidates", False))


def _posts(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    page = job.page
    chosen = _extractor(job.extractor, None, recipes) if "extractor" in job.options else None
    return posts_data(page, find_posts(page), chosen)


def _page_type(job: PageJob, _: Recipes) -> dict[str, Any]:
    return {"url": job.url} | find_page_type(job.page, job.options.get("method", "learned")).to_json()


def _explain(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    page, options, choices = job.page, job.options, _choices(job)
    sentence, start = options.get("sentence"), options.get("start")
    if start is not None:
        applied = choices.applied(_extractor(job.extractor, None, recipes), page.url)
        return {"url": page.url} | why_at(page, applied, start, options.get("end", start + 1)).to_json()
    if sentence is None:
        explained: dict[str, Any] = json.loads(_explained(job, recipes).to_json())
        return explained
    if not sentence.strip():
        raise RequestError("'sentence' is empty: give some words of the page", "wrong_value")
    applied = choices.applied(_extractor(job.extractor, None, recipes), page.url)
    return {"url": page.url} | why(page, applied, sentence).to_json()


def _choices(job: PageJob) -> Choices:
    options = job.options
    return Choices(options.get("keep", ""), options.get("drop", ""), options.get("comments", "auto"))


def _explained(job: PageJob, recipes: Recipes) -> Explanation:
    """Explain any stage; what is chosen by hand is applied to those that decide."""
    page, stage = job.page, _stage(job.extractor, recipes)
    return explain(page, _choices(job).applied(stage, page.url) if isinstance(stage, Extractor) else stage)


def _curves(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    explained = _explained(job, recipes)
    figures, panels = write_figures(explained)
    return {
        "url": job.url,
        "expression": explained.expression,
        "summary": explained.summary,
        "figures": figures,
        "panels": panels,
    }


def _look(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    """Answer what is shown, and how long it took to extract and render: the rest is what showing costs."""
    started = process_time()
    result, form = extracted(job, recipes), job.options.get("format")
    content = {"content": result.to_dict() if form == "json" else result.render(form)} if form else {}
    seconds = round(process_time() - started, 6)
    shown = look(result, marked=job.options.get("marked", True), outside=job.outside)
    return shown | content | {"seconds": seconds}


def _compare(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    asked = job.options
    extractors = [without_files(each) for each in asked.get("extractors", [job.expression])]
    candidates = compared_candidates(extractors, asked.get("peers", []), recipes)
    return {"url": job.url} | compare(candidates, job.encoded, job.url, asked.get("gold"))


def _scrape(job: PageJob, recipes: Recipes) -> dict[str, Any]:
    """Return what Firecrawl calls a document: each format that is asked for, and metadata."""
    options, page = job.options, job.page
    stage = _extractor("plain" if options["whole"] or options["include"] else job.extractor, None, recipes)
    result = extract(page, stage, drop=options["drop"])
    if options["include"]:
        only = Selector(joined("includeTags", options["include"])).text(page)
        result = replace(result, spans=page.select(result.spans & only))
    formats: dict[str, Callable[[], object]] = {
        "markdown": lambda: result.markdown,
        "html": lambda: result.render("clean-html"),
        "rawHtml": lambda: page.source,
        "links": lambda: [
            link.url for link in removed_links(page, Spans(size=len(page.source)), _LINK[page.elements.tag])
        ],
    }
    return {form: formats[form]() for form in options["formats"]} | {"metadata": _scraped_metadata(result)}


def _scraped_metadata(result: Result) -> dict[str, Any]:
    known = result.metadata
    values = {"description": known.description, "language": known.language}
    where = {"title": result.title, "sourceURL": result.page.url, "url": result.page.url, "statusCode": 200}
    return where | {name: found.value for name, found in values.items() if found}


@lru_cache(maxsize=64)
def _stage(text: str, recipes: Recipes) -> Stage:
    return parse(text, recipes)


@lru_cache(maxsize=64)
def _extractor(text: str, favour: Favour | None, recipes: Recipes) -> Extractor:
    return parse_extractor(text, recipes, favour=favour)


OPERATIONS: Final[Mapping[str, Callable[[PageJob, Recipes], object]]] = {
    "extract": _extract,
    "headline": _headline,
    "metadata": _metadata,
    "posts": _posts,
    "pagetype": _page_type,
    "explain": _explain,
    "look": _look,
    "curves": _curves,
    "compare": _compare,
    "suggest": lambda job, recipes: suggest(extracted(job, recipes)),
}
"""What may be asked about a page, by the last part of its address."""
_JOBS: Final[Mapping[str, Callable[[PageJob, Recipes], object]]] = {
    **OPERATIONS,
    "scrape": _scrape,
    "label": lambda job, _: label(job.page, job.options),
}
