"""`webwinnow why`: what became of a sentence, and by which decision."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

import click

from webwinnow.cli.options import choices_options, extractor_option, recipes_option
from webwinnow.cli.output import complain, emit, printable
from webwinnow.cli.pages import PLACE, PageOptions, answer_options, page_options, without_credentials
from webwinnow.explain.why import Decision, Occurrence, Signal, Why, why
from webwinnow.expression import parse_extractor
from webwinnow.recipes import Recipes
from webwinnow.rules import Choices

_EXAMPLES: Final = """\b
Examples:
  webwinnow why page.html "Winnow the grain"
  webwinnow why page.html "Subscribe to our newsletter" -e 'lqf >> bte'
  curl -s https://example.org/ | webwinnow why - "some sentence" --json
  webwinnow why --example "Read more\""""
_LOUD: Final = 0.1
"""Log odds from which a number has a line of its own: a tenth moves a probability by 2.5 points at most."""
_LONGEST: Final = 200
"""Characters of a sentence that are shown."""


@click.command(epilog=_EXAMPLES)
@click.argument("page", metavar="PAGE", type=PLACE, required=False)
@click.argument("sentence", metavar="SENTENCE", required=False)
@extractor_option()
@recipes_option
@choices_options
@answer_options("Print everything as one JSON object")
@page_options
def command(
    page: str | None,
    sentence: str | None,
    extractor: str,
    recipes: Recipes,
    choices: Choices,
    as_json: bool,
    page_options: PageOptions,
) -> int:
    """Show whether SENTENCE was kept or dropped on PAGE: a file, an http(s) URL, or - for standard input.

    For each place where the sentence stands: the verdict, the decision behind it (stage by stage of a series, member by
    member of a vote, or the mark that hides the text from readers), the kind of what was dropped, and the signals that
    the stage decides by, at that place. Blanks, tags and punctuation between the words do not matter.

    If the sentence is not in the text of the page, the nearest text is named and the exit code is 1.
    """
    example = page_options.example
    page, sentence = ("-", page) if example and sentence is None else (page, sentence)
    if not page:
        raise click.UsageError("no PAGE is given: name a file or an address, and then the text to ask for, in quotes")
    if not sentence or not sentence.strip():
        raise click.UsageError("no SENTENCE is given: name the text to ask for, in quotes")
    pages = page_options.pages(() if example else (page,))
    stage, place = parse_extractor(extractor, recipes), pages.places[0]
    document = pages.read(place)
    answer = why(document, choices.applied(stage, document.url), sentence)
    if as_json:
        emit(json.dumps({"page": without_credentials(place), **answer.to_json()}, ensure_ascii=False) + "\n")
    elif answer.places:
        emit("\n".join("".join(f"{line}\n" for line in _lines(each)) for each in answer.places))
    if not answer.places:
        complain(_not_there(answer))
    return 0 if answer.places else 1


def _lines(place: Occurrence) -> Iterator[str]:
    """Write what became of the sentence at one place."""
    yield f"{place.verdict}: {_shown(place.text)}"
    yield f"  where: characters {place.start} to {place.end}, {place.css_path}"
    yield f"  decided by: {place.decided_by}"
    if place.hidden:
        yield f"  hidden from readers: {place.hidden} (--hidden says what extract does with it)"
    if place.kind:
        yield f"  kind of text: {place.kind}"
    for decision in place.decisions:
        yield from _decision(decision)


def _decision(decision: Decision) -> Iterator[str]:
    yield f"  {decision.role} {decision.stage}: left {decision.kept:.0%} of it"
    for signal in decision.signals:
        if signal.limits or not decision.adding:
            yield f"    {_signal(signal)}"
    if decision.adding:
        yield from _sum(decision.adding)


def _sum(signals: Sequence[Signal]) -> Iterator[str]:
    """Write the numbers that add up to the decision, each with its sentence; those that say little stand together."""
    total = round(sum(signal.value for signal in signals), 2)
    loud = [signal for signal in signals if abs(signal.value) >= _LOUD]
    width = max(map(len, ["others", *(signal.name for signal in loud)]))
    yield f"    together {total:+.2f} in log odds, and what is above zero is kept:"
    for signal in loud:
        yield f"      {signal.value:+6.2f}  {signal.name:{width}}  {signal.meaning}"
    if len(loud) < len(signals):
        rest = total - sum(round(signal.value, 2) for signal in loud)  # so that the lines as shown add up, too
        yield f"      {rest:+6.2f}  {'others':{width}}  the other {len(signals) - len(loud)} together"


def _signal(signal: Signal) -> str:
    limits = f" ({'; '.join(signal.limits)})" if signal.limits else ""
    return f"{signal.name}: {signal.value:.4g}{limits}"


def _not_there(answer: Why) -> str:
    if answer.in_markup is not None:
        return f"the sentence is no text of the page; it stands in its markup, at character {answer.in_markup}"
    if answer.nearest is None:
        return "the sentence is not in the page, nor is any of its words"
    near = answer.nearest
    return (
        f"the sentence is not in the page; nearest, with {near.share:.0%} of its words, at character {near.start}: "
        f"{_shown(near.text)}"
    )


def _shown(text: str) -> str:
    """Shorten, and keep from a terminal what it would take for a command."""
    return printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
