"""Text to be read aloud; a real speech program reads it where there is one (Debian: apt install espeak-ng)."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from webwinnow.document import Document
from webwinnow.render.languages import languages, phrase
from webwinnow.render.speech import render_speech

ESPEAK = shutil.which("espeak-ng")


def said(source: str) -> list[str]:
    page = Document(source, url="https://example.org/")
    return render_speech(page, page.visible).split("\n\n")


@pytest.mark.parametrize(
    ("source", "sentences"),
    [
        ("<html lang=en><h2>Chaff</h2><p>Text", ["Heading level 2: Chaff.", "Text.\n"]),
        ("<html lang=de><h1>Spreu</h1>", ["Überschrift, Ebene 1: Spreu.\n"]),
        ("<html lang=xx><h1>Spreu</h1>", ["Spreu.\n"]),
        ("<html lang=en><p>See <a href=/x>the mill</a>!", ["See the mill (link)!\n"]),
        ("<html lang=en><ul><li>one<li>two?</ul>", ["List of 2 items.", "1. one.", "2. two?\n"]),
        ("<html lang=en><ol start=4><li>x</ol>", ["4. x.\n"]),
        ("<html lang=en><p>a <img src=x alt='A mill'> b", ["a Image: A mill. b.\n"]),
        ("<html lang=en><blockquote>Said</blockquote><p>x", ["Quote.", "Said.", "End of quote.", "x.\n"]),
        ("<html lang=en><dl><dt>chaff<dd>husks</dl>", ["chaff:", "husks.\n"]),
        ("<html lang=en><p>Grain<sup><a href=#fn1>1</a></sup><ol><li id=fn1>Wheat</ol>",
         ["Grain (see note 1).", "Note 1: Wheat.\n"]),
        ("<html lang=zh><p>你好", ["你好。\n"]),
        ("<p>one<br>two", ["one two.\n"]),
    ],
)  # fmt: skip
def test_sentences(source: str, sentences: list[str]) -> None:
    assert said(source) == sentences


def test_tables_are_sentences() -> None:
    names, rows = "<tr><th>Kind<th>Tons<th>Note", "<tr><td>rye<td>3<tr><td>oats<td>4"
    assert said(f"<html lang=en><table><caption>Grain</caption>{names}{rows}</table>") == [
        "Table with 2 rows. Grain.",
        "Note.",
        "Row 1: Kind: rye; Tons: 3.",
        "Row 2: Kind: oats; Tons: 4.\n",
    ]


def test_a_table_without_names() -> None:
    assert said("<html lang=en><table><tr><td>a<td>b<tr><td>c<td>d</table>")[1:] == ["Row 1: a; b.", "Row 2: c; d.\n"]


def test_languages_say_the_same_things() -> None:
    assert {"en", "de", "fa", "ar", "zh"} <= set(languages())
    for language in languages():
        assert "X" in phrase("heading", language, 1, "X")
        assert "7" in phrase("list", language, 7)
        assert all(phrase(name, language, 1, 2) for name in ("table", "row", "code", "quote", "end_of_quote", "skip"))


def test_a_long_text_is_said_as_short_ones_are() -> None:
    words = [f"word{number}" for number in range(9_000)]
    assert said(f"<p>{'&#10;&ensp; '.join(words)}.") == [f"{' '.join(words)}.\n"]


def test_nothing_to_say() -> None:
    page = Document("")
    assert render_speech(page, page.visible) == ""


@pytest.mark.skipif(ESPEAK is None, reason="no espeak-ng here")
def test_a_speech_program_reads_it(tmp_path) -> None:
    source = "<html lang=en><h1>Tide mill</h1><p>It <a href=/x>grinds</a>.<ul><li>rye<li>oats</ul>"
    text = "\n\n".join(said(source))
    command = [str(ESPEAK), "-v", "en", "-q", "-x", "--stdin"]
    spoken = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True).stdout
    assert spoken.count("\n") >= 5  # a pause behind each sentence
    wave = tmp_path / "said.wav"
    subprocess.run([str(ESPEAK), "-v", "en", "-w", str(wave), "--stdin"], input=text.encode(), timeout=60, check=True)
    assert wave.stat().st_size > 20_000


IMAGE, CAPTION = "<img src=a.jpg alt='The old mill'>", "<figcaption>The old  mill.</figcaption>"


@pytest.mark.parametrize("figure", [IMAGE + CAPTION, CAPTION + IMAGE])
def test_a_picture_named_as_its_caption_is_read_once(figure: str) -> None:
    assert said(f"<html lang=en><p>Before.<figure>{figure}</figure><p>Behind.")[1:-1] == ["The old mill."]
    other = figure.replace("alt='The old mill'", "alt='A pond'")
    assert sorted(said(f"<html lang=en><p>Before.<figure>{other}</figure><p>Behind.")[1:-1]) == [
        "Image: A pond.",
        "The old mill.",
    ]
