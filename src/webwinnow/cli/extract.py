"""`webwinnow extract`: pages in, their main content out; what fails is named and counted, the rest goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from webwinnow.cli.options import (
    choices_options,
    extractor_option,
    favour_option,
    jobs_option,
    min_confidence_option,
    recipes_option,
)
from webwinnow.cli.output import emit
from webwinnow.cli.pages import PLACE, Choice, Pages, many_pages, without_credentials
from webwinnow.cli.run import PageOutcome, run
from webwinnow.cli.targets import by_ending, targets
from webwinnow.document import Document, read
from webwinnow.expression import Favour, parse_extractor
from webwinnow.extraction import extract
from webwinnow.recipes import Recipes
from webwinnow.render.excerpt import Excerpt
from webwinnow.render.formats import FLAGGING, FORMATS, NICKNAMES, OUTLINES, POLICIES, STRUCTURED, RenderOptions
from webwinnow.render.links import RemovedLink, html_with_links, removed_links, text_with_links
from webwinnow.result import Result, find_page_type
from webwinnow.rules import Choices
from webwinnow.stages import Extractor

if TYPE_CHECKING:
    from webwinnow.prefilters.site_template import SiteTemplate
    from webwinnow.render.formats import Format, HiddenPolicy, Outline

_EXAMPLES: Final = """\b
Examples:
  webwinnow extract page.html
  curl -s https://example.org/ | webwinnow extract --url https://example.org/
  webwinnow extract https://example.org/story -f html --outline mark -o story.html
  webwinnow extract -e 'vote(2, lqf, bte, plain)' *.html -f json > results.jsonl
  webwinnow extract *.html -o texts/ --favour precision
  webwinnow extract --from urls.txt -o texts/ -f markdown
  webwinnow extract page.html -f markdown --no-links -o page.md
  webwinnow extract page.html --keep 'main .intro' --drop '.share, .newsletter'
  webwinnow extract *.html -o texts/ --min-confidence 0.6
  webwinnow extract page.html --site site.npz          # see: webwinnow site learn
  webwinnow extract page.html --read-aloud | espeak-ng"""
_BYTE_ORDER_MARK: Final = "\ufeff"
_Command = TypeVar("_Command", bound=Callable[..., Any])
_READ_ALOUD: Final[Format] = "speech"
_RENDER_OPTIONS: Final = (
    click.option(
        "--no-links", is_flag=True, help="Keep only the text of links (markdown, clean-html, reader, speech, tei, xml)."
    ),
    click.option(
        "--keep-formatting", is_flag=True, help="Mark headings, lists, tables and emphasis with signs (text)."
    ),
    click.option(
        "--normalise",
        "--normalize",
        "normalise",
        is_flag=True,
        help="Compose letters (NFC); remove soft hyphens and marks nobody sees.",
    ),
    click.option("--read-aloud", is_flag=True, help="Print text fit for a speech program; the same as -f speech."),
    click.option("--header", is_flag=True, help="Print the names of the columns first (csv)."),
    click.option(
        "--hidden",
        type=click.Choice(POLICIES),
        help="Text that readers do not see: leave it out, keep it, or flag it with the reason (json, xml)."
        "  [default: flag for json, strip for others]",
    ),
    click.option("--no-headline", is_flag=True, help="Leave the headline out, also where the content begins with it."),
    click.option("--no-speakers", is_flag=True, help="Put no line with author and time above each post of a thread."),
    click.option("--front-matter", is_flag=True, help="Begin with what is known about the page, as YAML (markdown)."),
    click.option("--markdown", is_flag=True, help="Hold the Markdown, too (json)."),
    click.option("--blocks", is_flag=True, help="List every block with its places, CSS path and link (json)."),
)
_WITH_LINKS: Final = tuple(form for form in STRUCTURED if form != "csv")
_IN_PARTS: Final = ("text", "markdown")
_WITHOUT_HEADLINE: Final = ("csv", "spans")


def _render_options(command: _Command) -> _Command:
    """Add the options to a command, which gets them as `options`, and the format as `form`."""

    @wraps(command)
    def with_options(
        *,
        no_links: bool,
        keep_formatting: bool,
        normalise: bool,
        read_aloud: bool,
        header: bool,
        hidden: HiddenPolicy | None,
        no_headline: bool,
        no_speakers: bool,
        front_matter: bool,
        markdown: bool,
        blocks: bool,
        form: Format | None,
        as_json: bool,
        **others: Any,
    ) -> Any:
        if as_json and form not in (None, "json"):
            raise click.UsageError(f"--json is -f json, and -f {form} is given: leave one of them out")
        chosen = _form("json" if as_json else form, keep_formatting=keep_formatting, read_aloud=read_aloud)
        options = RenderOptions(
            not no_links,
            keep_formatting,
            normalise,
            header,
            hidden,
            headline=not no_headline,
            speakers=not no_speakers,
            front_matter=front_matter,
            markdown=markdown,
            blocks=blocks,
        )
        _refuse_what_does_nothing(chosen or "text", options)
        return command(form=chosen, options=options, **others)

    for option in reversed(_RENDER_OPTIONS):
        with_options = option(with_options)
    return with_options  # type: ignore[return-value]  # the same command, with more options


def _form(form: Format | None, *, keep_formatting: bool, read_aloud: bool) -> Format | None:
    if read_aloud and form not in (None, _READ_ALOUD):
        raise click.UsageError(f"--read-aloud gives speech, not {form}: leave one of them out")
    return _READ_ALOUD if read_aloud else "text" if keep_formatting and form is None else form


def _refuse_what_does_nothing(form: str, options: RenderOptions) -> None:
    if options.keep_formatting and form != "text":
        raise click.UsageError(f"--keep-formatting shapes text, not {form}: leave one of them out")
    if not options.links and form not in _WITH_LINKS:
        raise click.UsageError(f"--no-links shapes {', '.join(_WITH_LINKS)}, not {form}: leave one of them out")
    if options.header and form != "csv":
        raise click.UsageError(f"--header names the columns of csv, not of {form}: leave one of them out")
    if not options.headline and form in _WITHOUT_HEADLINE:
        raise click.UsageError(f"{form} holds no headline but its own column or none: leave --no-headline out")
    if options.front_matter and form != "markdown":
        raise click.UsageError(f"--front-matter stands above markdown, not {form}: leave one of them out")
    if options.markdown and form != "json":
        raise click.UsageError(f"--markdown adds to json, not to {form}: leave one of them out")
    if options.blocks and form != "json":
        raise click.UsageError(f"--blocks adds to json, not to {form}: leave one of them out")
    if options.hidden == "flag" and form not in FLAGGING:
        raise click.UsageError(f"{form} cannot say what is hidden: use --hidden strip or keep, or -f json")
    if options.hidden and form == "html":
        raise click.UsageError("-f html shows the page itself: leave --hidden out")
    if options.normalise and form not in ("text", *STRUCTURED):
        raise click.UsageError(f"--normalise would move the offsets of {form}: leave one of them out")


@click.command(epilog=_EXAMPLES)
@extractor_option()
@favour_option
@recipes_option
@choices_options
@click.option(
    "--site",
    metavar="FILE",
    type=PLACE,
    help="Doubt what repeats over the pages of this site ('webwinnow site learn').",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=Choice(FORMATS, NICKNAMES),
    help="What to print; md is markdown and txt text.  [default: what the end of -o FILE says, else text]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on a line for each page: -f json.")
@click.option(
    "--outline",
    type=click.Choice(OUTLINES),
    help="For html: remove other contents, put them in comments, blank them out, or mark the main content."
    "  [default: remove]",
)
@_render_options
@click.option("--links-at-end", is_flag=True, help="List the links that are not in the main content below it.")
@click.option("--max-length", metavar="N", type=click.IntRange(1), help="Print N characters at most (text, markdown).")
@click.option("--start-at", metavar="M", type=click.IntRange(0), help="Pass over M characters (text, markdown).")
@click.option("--skip-overview", is_flag=True, help="Print nothing for overview pages, and exit with 3.")
@min_confidence_option
@click.option("-o", "--output", metavar="PATH", type=PLACE, help="Write to a file; for several pages, a directory.")
@jobs_option("Processes at a time.  [default: as many as pay, at most one for each core]")
@many_pages
def command(
    pages: Pages,
    extractor: str,
    favour: Favour | None,
    recipes: Recipes,
    choices: Choices,
    site: str | None,
    form: Format | None,
    outline: Outline | None,
    options: RenderOptions,
    links_at_end: bool,
    max_length: int | None,
    start_at: int | None,
    skip_overview: bool,
    min_confidence: float,
    output: str | None,
    jobs: int | None,
) -> int:
    """Print the main content of each PAGE: a file, an http(s) URL, or - for standard input.

    Without PAGE, standard input is read. Results are UTF-8.

    For several pages, json prints one object on each line and csv one row; other formats need -o DIR. Each page gets a
    file there with its name (for a URL: host, path and query) and the ending .txt, .md, .html, .xml, .csv, .json or
    .tsv; where names repeat, the whole path is taken. The directory is created if it is missing.

    Many pages are processed in parallel; results come in the order of the pages, and the
    last line says how many were written and how many failed.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1. With
    --skip-overview, so is an overview page (a home page, a listing), with --min-confidence one whose result is not sure
    enough; the exit code is 3 if all else succeeded.
    """
    if outline and form not in (None, "html"):
        raise click.UsageError(f"--outline shapes html, not {form}: leave one of them out")
    if links_at_end and form not in (None, "text", "html", "json"):
        raise click.UsageError(f"--links-at-end adds to text, html and json, not to {form}: leave one of them out")
    form = form or ("html" if outline else by_ending(output))
    if (max_length or start_at) and form not in _IN_PARTS:
        raise click.UsageError(f"--max-length and --start-at cut text and markdown, not {form}: leave them out")
    part = Excerpt(max_length, start_at or 0)
    chosen = parse_extractor(extractor, recipes, favour=favour)
    read(b"", encoding=pages.encoding)  # what is wrong here is wrong for every page
    if min_confidence:
        extract("<p>text", chosen, min_confidence=min_confidence)  # one that tells no confidence is refused at once
    files = targets(pages.places, output, form)
    if options.header and None in files:  # once above all rows, not above each
        from webwinnow.render.csv import COLUMNS, write_row  # metadata comes with it, which text does not need

        emit(write_row(COLUMNS))
        options = replace(options, header=False)
    options = replace(options, outline=outline or "remove")
    extraction = Extraction(
        pages, chosen, choices, form, links_at_end, options, part, skip_overview, min_confidence, _known(site, chosen)
    )
    return run(extraction, pages.places, files, jobs)


def _known(site: str | None, extractor: Extractor) -> SiteTemplate | None:
    if site is None:
        return None
    from webwinnow.site import known_site  # only this option needs it

    return known_site(site, extractor)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is done with each page of a run."""

    pages: Pages
    extractor: Extractor
    choices: Choices
    form: Format
    links_at_end: bool
    options: RenderOptions
    part: Excerpt
    skip_overview: bool
    min_confidence: float
    site: SiteTemplate | None

    def __call__(self, place: str) -> PageOutcome:
        """Read a page and render its main content, unless it is a page that is not wanted."""
        return self.pages.timed(place, lambda page: self._outcome(place, page))

    def _outcome(self, place: str, page: Document) -> PageOutcome:
        if self.skip_overview and find_page_type(page).type == "overview":
            return PageOutcome(None, skipped="an overview page")
        page = page if self.site is None else self.site(page)
        chosen = self.choices.applied(self.extractor, page.url)
        result = replace(extract(page, chosen, min_confidence=self.min_confidence), options=self.options)
        if result.refusal:
            return PageOutcome(None, skipped=result.refusal)
        return PageOutcome(self._rendered(place, result), tuple(map(str, result.warnings)))

    def _rendered(self, place: str, result: Result) -> str:
        links = _links_outside(result) if self.links_at_end else []
        if self.form == "json":
            named = {"page": without_credentials(place)}
            removed = {"removed_links": [link._asdict() for link in links]} if self.links_at_end else {}
            return result.fitted("json", lambda fit: _line(named | fit.to_dict() | removed))
        rendered = result.render(self.form)
        if self.form in _IN_PARTS:
            rendered = self.part.of(rendered)
        if self.form == "text":
            return text_with_links(rendered, links)
        if self.form == "html":
            # The mark outdoes the page's own word about an encoding that it no longer has.
            mark = _BYTE_ORDER_MARK if result.page.encoding != "utf-8" else ""
            return mark + html_with_links(rendered, links)
        return rendered


def _links_outside(result: Result) -> list[RemovedLink]:
    from webwinnow.prefilters.crunch import saved_links  # only this option needs it

    return removed_links(result.page, result.spans, saved_links(result.page))


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
