"""Month names in many languages and calendars, from `months.txt`."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

JALALI: Final = "jalali"
HIJRI: Final = "hijri"
_ELISION: Final = re.compile(r"^[dl]['’]")
_VARIANTS: Final = str.maketrans("أإآٱيىكة", "ااااییکه", "ـٔ\u200c\u200f\u200e")
"""One letter for each that Arabic and Persian write in several ways; stretching and marks of direction vanish."""


class Month(NamedTuple):
    """A month's number and the language or calendar whose name it was called by."""

    number: int
    language: str


def folded(word: str) -> str:
    """Fold a word so that case, accents and the variants of Arabic letters do not matter."""
    decomposed = unicodedata.normalize("NFKD", word.casefold().translate(_VARIANTS))
    kept = "".join(letter for letter in decomposed if not "\u0300" <= letter <= "\u036f")
    return _ELISION.sub("", kept).translate(_VARIANTS).strip(".")


@lru_cache(maxsize=2048)
def month(word: str, language: str = "") -> Month | None:
    """Look a name up; where languages disagree, the given one decides, else the first that knows the name.

    >>> month("MÄRZ"), month("listopada", "hr").number, month("listopada").number, month("friday")
    (Month(number=3, language='de'), 10, 11, None)
    """
    known = _names().get(folded(word), ())
    return next((each for each in known if each.language == language), known[0] if known else None)


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[Month, ...]]:
    found: dict[str, tuple[Month, ...]] = {}
    for line in resources.files(__package__).joinpath("months.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        language, months = line.split(":", 1)
        for number, forms in enumerate(months.split(), 1):
            for form in forms.split("|"):
                name = folded(form.replace("_", " "))
                found[name] = (*found.get(name, ()), Month(number, language))
    return found
