import gzip

import pytest

from proxy.running import MENU, PAGE, STORY
from webwinnow.errors import PageError, UsageError
from webwinnow.extraction import extract
from webwinnow.proxy.filtering import Arrived, Filtered, filtered
from webwinnow.proxy.settings import Settings

URL = "http://a.example/b"


def run(body: bytes, charset: str | None = None, codings: str = "", **settings) -> Filtered:
    given = Settings(**{"expression": "bte", "bar": False} | settings)
    return filtered(Arrived(body, codings, charset, URL, given.expression), given)


def test_the_body_is_the_rendering():
    found = run(PAGE, "utf-8")
    assert found.body.decode() == extract(PAGE, "bte").html()
    assert STORY in found.body.decode() and "Entry" not in found.body.decode()
    assert found.charset == "utf-8" and found.seconds > 0


def test_counts():
    removal = run(PAGE).removal
    assert removal.links_removed == 24 and removal.words - removal.words_kept == 48 and 0.5 < removal.share < 1


@pytest.mark.parametrize("outline", ["remove", "comment", "blank", "mark"])
def test_outlines_with_and_without_bar(outline):
    assert run(PAGE, outline=outline).body.decode() == extract(PAGE, "bte").html(outline)
    with_bar = run(PAGE, outline=outline, bar=True).body.decode()
    assert with_bar.count("<webwinnow-bar") == 1 and with_bar.endswith("</webwinnow-bar></body></html>\n")
    assert ("marked" in with_bar) == (outline == "mark")


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("windows-1252", "gräin € “quoted”"),
        ("iso-8859-2", "žito a plevy"),
        ("gbk", "谷物和谷壳，风车磨坊"),
        ("shift_jis", "穀物ともみがら"),
        ("euc-kr", "곡식과 겨"),
        ("big5", "穀物和穀殼"),
        ("koi8-r", "зерно и плевелы"),
    ],
)
def test_a_page_keeps_its_encoding(charset, text):
    found = run(PAGE.decode().replace(STORY, f"{STORY} {text}").encode(charset), charset, bar=True)
    assert found.charset == charset
    assert text in found.body.decode(charset)


def test_a_page_in_utf_16_becomes_utf_8():
    found = run(b"\xff\xfe" + PAGE.decode().encode("utf-16-le"))
    assert found.charset == "utf-8" and STORY in found.body.decode()


def test_what_an_encoding_cannot_hold_becomes_a_reference():
    body = PAGE.replace(STORY.encode(), STORY.encode() + b" \xff")
    found = run(body, "iso-8859-7")  # a byte without meaning is read as U+FFFD
    assert found.charset == "iso-8859-7" and STORY.encode() + b" &#65533;" in found.body


def test_bodies_are_decompressed():
    assert run(gzip.compress(PAGE), codings="gzip").body == run(PAGE).body
    with pytest.raises(PageError, match="broken gzip"):
        run(PAGE, codings="gzip")
    with pytest.raises(PageError, match="larger"):
        run(gzip.compress(PAGE), codings="gzip", limit=len(PAGE) - 1)


@pytest.mark.parametrize("body", [b"", b"\x00\xff\xfe" * 100, b"<", b"<body>" * 3000, b"plain text", MENU.encode()])
def test_any_page_gives_an_answer(body):
    assert isinstance(run(body, bar=True), Filtered)


def test_settings_that_make_no_sense():
    for wrong in (
        {"expression": "nosuch"},
        {"expression": "filter1"},
        {"outline": "gone"},
        {"limit": 0},
        {"patience": 0},
    ):
        with pytest.raises(UsageError):
            Settings(**wrong)


def test_settings_that_filter_differently_differ():
    given = [Settings(), Settings(outline="mark"), Settings(bar=False)]
    prints = {settings.fingerprint(expression) for settings in given for expression in ("bte", "dsc")}
    assert len(prints) == 6 and Settings().fingerprint("bte") == Settings(limit=9).fingerprint("bte")
    assert {"dsc", "addanag", Settings().expression} <= Settings().choices
    assert "vote(2, dsc, bte, accb)" not in Settings().choices


def test_the_reader_view():
    found = run(PAGE, reader=True, bar=True).body.decode()
    assert STORY in found and "Entry" not in found.partition("<webwinnow-bar")[0] and "<webwinnow-bar" in found
