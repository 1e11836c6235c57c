"""Authors' names, cleaned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow.metadata.names import is_likely_name, names_in, starts_with_by


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada Lovelace", ("Ada Lovelace",)),
        ("By Ada Lovelace", ("Ada Lovelace",)),
        ("Written by: Ada Lovelace", ("Ada Lovelace",)),
        ("Von Ada Lovelace", ("Ada Lovelace",)),
        ("von Ada", ("Ada",)),
        ("Par Ada Lovelace", ("Ada Lovelace",)),
        ("Автор: Анна Каренина", ("Анна Каренина",)),
        ("نویسنده: آدا لاولیس", ("آدا لاولیس",)),
        ("作者：王小明", ("王小明",)),
        ("By <b>Ada</b> <i>Lovelace</i>", ("Ada Lovelace",)),
        ("Ada &amp; Bob", ("Ada", "Bob")),
        ("JOSH HASKELL, DAVID CAPLAN and PATRICK REEVELL", ("JOSH HASKELL", "DAVID CAPLAN", "PATRICK REEVELL")),
        ("Ada Lovelace; Charles Babbage | Mary Somerville", ("Ada Lovelace", "Charles Babbage", "Mary Somerville")),
        ("Ana Díaz y Luis Gil", ("Ana Díaz", "Luis Gil")),
        ("Ortega y Gasset", ("Ortega y Gasset",)),
        ("and Ada Lovelace", ("Ada Lovelace",)),
        ("Ada Lovelace, Staff Writer", ("Ada Lovelace",)),
        ("Ada Lovelace (Paris)", ("Ada Lovelace",)),
        ("Ada Lovelace ada@example.org", ("Ada Lovelace",)),
        ("Ada Lovelace, ADA LOVELACE", ("Ada Lovelace",)),
        ("Guardian staff reporter", ("Guardian staff reporter",)),
        ("Na Li", ("Na Li",)),
        ("Di Maio", ("Di Maio",)),
        ("Von der Leyen", ("Von der Leyen",)),
        ("Jean-Paul de la Maza", ("Jean-Paul de la Maza",)),
        ("Berger, Emery D.", ("Emery D. Berger",)),
        ("Berger, E. D., Zorn, B.", ("E. D. Berger", "B. Zorn")),
        ("de la Cruz, Juan M.", ("Juan M. de la Cruz",)),
        ("Ada Lovelace, Charles Babbage", ("Ada Lovelace", "Charles Babbage")),
        ("Reuters, AP", ("Reuters", "AP")),
        ("Robert Downey, Jr.", ("Robert Downey",)),
        ("https://example.org/ada", ()),
        ("admin", ()),
        ("By", ()),
        ("", ()),
        ("3 May 2024", ()),
        ("This is a sentence which is much longer than any name could be", ()),
    ],
)
def test_names(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Lovelace, Ada", ("Ada Lovelace",)),
        ("García Márquez, Gabriel", ("Gabriel García Márquez",)),
        ("Ada Lovelace, Charles Babbage", ("Ada Lovelace", "Charles Babbage")),
        ("Clare Duffy, CNN", ("Clare Duffy", "CNN")),
        ("Genevieve Carlton, Ph.D.", ("Genevieve Carlton",)),
        ("Ada Lovelace", ("Ada Lovelace",)),
    ],
)
def test_fields_of_libraries_have_the_surname_first(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text, surname_first=True) == names


@pytest.mark.parametrize("text", ["Ada Lovelace", "王小明", "stefan", "Ludwig van Beethoven", "user12"])
def test_likely_names(text: str) -> None:
    assert is_likely_name(text)


@pytest.mark.parametrize(
    "text", ["Dec 16", "read more about this", "Posts: 116", "88.7k", "The Long Way To Orlby Mill"]
)
def test_unlikely_names(text: str) -> None:
    assert not is_likely_name(text)


def test_beginnings_of_bylines() -> None:
    assert all(map(starts_with_by, ["By Ada", "von Ada", "Por Ana", "Автор: Анна", "به قلم آدا"]))
    assert not any(map(starts_with_by, ["Bygones", "Ada", "Portugal", ""]))


@given(some.text(max_size=200))
def test_anything_is_survived(text: str) -> None:
    assert all(name.strip() for name in names_in(text))


@pytest.mark.parametrize("piece", ["By ", "(", "<", " and ", ",", "von ", "a@b.c "])
def test_long_rubbish_is_survived(piece: str) -> None:
    names_in(piece * 100_000)
