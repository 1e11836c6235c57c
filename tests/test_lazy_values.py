"""Values are found once, kept, and never make threads wait for each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Thread

import pytest

from webwinnow.lazy_values import LateNumber, Remembering, cached_property, kept_for_good

BOTH = Barrier(2, timeout=5)


class Page:
    def __init__(self, first: str) -> None:
        self.first = first

    @cached_property
    def left(self) -> str:
        """What stands on the left."""
        if self.first == "left":
            BOTH.wait()
            return f"left of {self.right}"
        return "left"

    @cached_property
    def right(self) -> str:
        if self.first == "right":
            BOTH.wait()
            return f"right of {self.left}"
        return "right"


def test_a_value_is_found_once_and_kept():
    page = Page("neither")
    assert page.left is page.left
    assert page.__dict__["left"] == "left"
    assert Page.left.__doc__ == "What stands on the left."


def test_properties_of_two_pages_that_ask_for_each_other_end():
    """With a lock for a property of all objects, each thread would hold the one that the other waits for."""
    pages = [Page("left"), Page("right")]
    threads = [Thread(target=getattr, args=(page, page.first), daemon=True) for page in pages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
    assert (pages[0].left, pages[1].right) == ("left of right", "right of left")


def test_threads_that_ask_at_once_are_given_one_value():
    """Each of functools' `cache` would keep its own: compiled code must not point to one that nobody keeps."""

    @kept_for_good
    def table(of: str) -> list[str]:
        """What is kept."""
        BOTH.wait()
        return [of]

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(table, ["names"] * 2)
    assert first is second is table("names") and first == ["names"]
    assert table.__doc__ == "What is kept."


def test_what_is_made_is_remembered_even_if_it_is_nothing() -> None:
    kept, made = Remembering(), list[str]()
    assert kept.remembered("key") is None
    assert [kept.once("key", lambda: made.append("once")) for _ in range(3)] == [None] * 3
    assert made == ["once"]
    assert kept.once("other", lambda: 7) == kept.remembered("other") == 7


class TestLateNumbers:
    @staticmethod
    def late(about: float | None, exact: float = 0.25) -> tuple[LateNumber, list[float]]:
        asked: list[float] = []
        return LateNumber(lambda: asked.append(exact) or exact, lambda: about), asked  # type: ignore[func-returns-value]

    def test_nobody_reads_all_digits_where_rounding_is_sure(self) -> None:
        number, asked = self.late(0.250001)
        assert (number.rounded(4), number.is_below(0.3), number.is_below(0.2)) == (0.25, True, False)
        assert asked == []

    @pytest.mark.parametrize("about", [0.25005, 0.25005 - 1e-12, None])
    def test_they_are_read_where_rounding_is_in_doubt_or_nothing_else_is_known(self, about: float | None) -> None:
        number, asked = self.late(about, 0.2501)
        assert number.rounded(4) == 0.2501
        assert asked == [0.2501]
