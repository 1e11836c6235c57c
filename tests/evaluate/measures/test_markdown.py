"""Markdown against gold Markdown."""

from __future__ import annotations

import pytest

from webwinnow.evaluate.measures import FoundText, Gold, MarkdownLikeness

GOLD = """# Rain at last

It rained all night, and nobody slept.

## Figures

*Sums*

| Month | Rain |
| --- | --- |
| May | 71 |
| June | 48 |

- looked out
- closed windows

```python
total = 71 + 48
print(total)
```

$$
a = b
$$

![a clock](c.png)

*The old clock.*
"""


def numbers(found: str, gold: str = GOLD) -> dict[str, float | None]:
    outcome = MarkdownLikeness()(Gold(markdown=gold), FoundText(markdown=found))
    assert outcome is not None
    return outcome.numbers()


def test_the_gold_itself_is_right_in_every_part() -> None:
    assert set(numbers(GOLD).values()) == {1.0}
    assert tuple(numbers(GOLD)) == MarkdownLikeness.columns


@pytest.mark.parametrize(
    ("old", "new", "part", "expected"),
    [
        ("all night", "all", "text", None),
        ("## Figures", "### Figures", "headings", 1.0),
        ("## Figures", "## Figures¶", "headings", 0.5),
        ("## Figures", "Figures", "headings", 2 / 3),
        ("| June | 48 |\n", "", "tables", 1 - 3 / 11),
        ("- looked out\n", "", "lists", 1 - 1 / 3),
        ("print(total)", "  print(total)", "code", 0.0),
        ("print(total)", "print(total)   ", "code", 1.0),
        ("```", "", "code", 0.0),
        ("a = b", "a=b", "formulas", 1.0),
        ("a = b", "a = c", "formulas", 0.0),
        ("*The old clock.*", "The old clock.", "figures", 0.0),
    ],
)
def test_what_differs_shows_in_its_part(old: str, new: str, part: str, expected: float | None) -> None:
    found = numbers(GOLD.replace(old, new))
    score = found[part]
    assert score is not None
    assert score == pytest.approx(expected) if expected is not None else 0.5 < score < 1


def test_what_neither_has_says_nothing_and_what_only_one_has_is_wrong() -> None:
    assert numbers("Rain.", gold="Rain.") == {
        **dict.fromkeys(MarkdownLikeness.columns),
        "overall": 1.0,
        "text": 1.0,
    }
    assert numbers("Rain.\n\n| a |\n|---|\n| b |", gold="Rain.")["tables"] == 0.0
    assert numbers("Rain.\n\n| a |\n|---|\n| b |", gold="Rain.")["overall"] == 0.5


def test_without_gold_markdown_nothing_is_said() -> None:
    assert MarkdownLikeness()(Gold("text"), FoundText("text", markdown="text")) is None
