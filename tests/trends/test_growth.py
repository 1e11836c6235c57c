"""Growth of weblogs: posts counted by year, each once."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.trends.growth import Weblogs, growth_of

_TEXTS = (
    "The first grain came in today and it was as dry as we had hoped for after such a long spring of rain.",
    "Chaff is what is left when the wind has done its work, and there was plenty of it this week in the yard.",
    "The new stones turn more quietly than the old ones, which nobody had expected of a mill of this age.",
)


def _post(number: int, day: str, text: str) -> str:
    return (
        f'<article class=post id=post-{number}><h2><a href="/{number}">Entry {number}</a></h2><p class=meta>by <a rel='
        f'author href="/u/ada">Ada</a> on <time datetime="{day}">{day}</time></p><p>{text}</p></article>'
    )


def _front(days: tuple[str, ...], url: str = "https://mill.example/") -> Document:
    listed = "".join(_post(at, day, text) for at, (day, text) in enumerate(zip(days, _TEXTS, strict=True)))
    return Document(f"<html lang=en><title>The mill</title><h1>The mill</h1><main>{listed}</main>", url=url)


def _grown(*pages: Document) -> Weblogs:
    weblogs = Weblogs()
    for page in pages:
        weblogs.add(page, "page.html")
    return weblogs


def test_posts_are_counted_by_year_and_years_between_are_shown() -> None:
    (found,) = growth_of(_grown(_front(("2011-05-03", "2011-09-14", "2013-02-01"))))
    assert (found.weblog, found.periods, found.posts) == ("mill.example", ("2011", "2012", "2013"), (2, 0, 1))
    assert found.change == (None, -1.0, None)


def test_months_can_be_counted_too() -> None:
    (found,) = growth_of(_grown(_front(("2011-11-03", "2011-11-14", "2012-01-01"))), "month")
    assert (found.periods, found.posts) == (("2011-11", "2011-12", "2012-01"), (2, 0, 1))


def test_a_post_on_several_pages_counts_once() -> None:
    days = ("2011-05-03", "2011-09-14", "2013-02-01")
    own = Document(
        f"<html lang=en><title>Entry 1</title><meta property=article:published_time content=2011-09-14><main><article>"
        f"<h1>Entry 1</h1><p>{_TEXTS[1]}</p><p>And the wind went on for days, until the yard was clean.</p></article>",
        url="https://mill.example/1",
    )
    (found,) = growth_of(_grown(_front(days), _front(days), own))
    assert sum(found.posts) == 3


def test_weblogs_are_told_apart_by_their_host() -> None:
    days = ("2011-05-03", "2011-09-14", "2013-02-01")
    found = growth_of(_grown(_front(days), _front(days, "https://www.other.example/log")))
    assert [each.weblog for each in found] == ["mill.example", "other.example"]


def test_posts_without_a_date_are_counted_apart() -> None:
    (found,) = growth_of(_grown(_front(("", "", ""))))
    assert (found.periods, found.undated) == ((), 3)
