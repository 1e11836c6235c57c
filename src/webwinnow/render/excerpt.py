"""A part of a long text, and a line that says what is left and how to go on: for readers with little room."""

from __future__ import annotations

from dataclasses import dataclass

from webwinnow.errors import UsageError


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Which part of a text is shown."""

    length: int | None = None
    """How many characters at most; None is all."""
    start: int = 0
    """How many characters are passed over."""

    def __post_init__(self) -> None:
        """Refuse a part that cannot be."""
        if self.start < 0 or (self.length is not None and self.length < 1):
            raise UsageError("a part of a text starts at 0 or later, and has one character or more")

    def of(self, text: str) -> str:
        """Return the part, cut behind a paragraph, line or word where one ends late enough, and a line about the rest.

        >>> print(Excerpt(20).of("The sea came back and turned the wheel."), end="")
        The sea came back
        <BLANKLINE>
        [21 of 39 characters are left: go on with --start-at 18]
        """
        if self.start >= len(text) > 0 and self.start:
            return f"[nothing is left: the text has {len(text)} characters]\n"
        end = len(text) if self.length is None else min(self.start + self.length, len(text))
        if end == len(text):
            return text[self.start :]
        end = self._border(text, end)
        left = f"[{len(text) - end} of {len(text)} characters are left: go on with --start-at {end}]"
        return f"{text[self.start : end].rstrip()}\n\n{left}\n"

    def _border(self, text: str, end: int) -> int:
        """Find the last paragraph, line or word that ends in the second half of the part."""
        half = (self.start + end) // 2
        for sign in ("\n\n", "\n", " "):
            at = text.rfind(sign, half, end)
            if at >= 0:
                return at + len(sign)
        return end
