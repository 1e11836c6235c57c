import asyncio
import gzip
import os
import re
import signal
import zlib

import pytest

from proxy.running import MENU, PAGE, STORY
from webwinnow.errors import PageError, UsageError
from webwinnow.extraction import extract
from webwinnow.limits import Limits
from webwinnow.proxy.filtering import (
    Arrived,
    Filtered,
    NotFiltered,
    PagePool,
    ProxySettings,
    TooLargeError,
    attempt,
    decoded,
    filtered,
    filtered_elsewhere,
    page_pool,
)

URL = "http://a.example/b"


def run(body: bytes, charset: str | None = None, codings: str = "", **settings) -> Filtered:
    given = ProxySettings(**{"expression": "bte", "bar": False} | settings)
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
        run(gzip.compress(PAGE), codings="gzip", limits=Limits(bytes=len(PAGE) - 1))


@pytest.mark.parametrize("body", [b"", b"\x00\xff\xfe" * 100, b"<", b"<body>" * 900, b"plain text", MENU.encode()])
def test_any_page_gives_an_answer(body):
    assert isinstance(run(body, bar=True), Filtered)


def test_settings_that_make_no_sense():
    for wrong in (
        {"expression": "nosuch"},
        {"expression": "filter1"},
        {"outline": "gone"},
    ):
        with pytest.raises(UsageError):
            ProxySettings(**wrong)


def test_settings_that_filter_differently_differ():
    given = [ProxySettings(), ProxySettings(outline="mark"), ProxySettings(bar=False)]
    prints = {settings.fingerprint(expression) for settings in given for expression in ("bte", "dsc")}
    assert len(prints) == 6
    assert ProxySettings().fingerprint("bte") == ProxySettings(limits=Limits(bytes=9)).fingerprint("bte")
    assert {"dsc", "addanag", ProxySettings().expression} <= ProxySettings().choices
    assert "vote(2, dsc, bte, accb)" not in ProxySettings().choices


def test_the_reader_view():
    found = run(PAGE, reader=True, bar=True).body.decode()
    assert STORY in found and "Entry" not in found.partition("<webwinnow-bar")[0] and "<webwinnow-bar" in found


POOL_SETTINGS = ProxySettings("bte", bar=False, limits=Limits(seconds=20))
ARRIVED = Arrived(PAGE, "", "utf-8", "http://a.example/", "bte")


def with_pool(task, settings: ProxySettings = POOL_SETTINGS, jobs: int = 1):
    async def run():
        pool = page_pool(settings, jobs)
        try:
            await asyncio.wrap_future(pool.start()[0])
            return await task(pool)
        finally:
            pool.end(grace=0)

    return asyncio.run(run())


def process_of(pool: PagePool) -> int:
    return pool._workers[0]._process.pid


def test_pages_are_filtered_side_by_side_and_not_mixed_up():
    pages = [Arrived(PAGE.replace(b"Day", b"Day%d" % at), "", None, "http://a/", "bte") for at in range(40)]
    found = with_pool(lambda pool: asyncio.gather(*(filtered_elsewhere(page, pool) for page in pages)), jobs=2)
    for at, page in enumerate(found):
        assert f"Day{at} " in page.body.decode() and page.body.decode().count(f"Day{at} ") == 8


def test_a_worker_that_dies_costs_one_page():
    async def task(pool):
        os.kill(process_of(pool), signal.SIGSTOP)
        first = asyncio.ensure_future(filtered_elsewhere(ARRIVED, pool))
        await asyncio.sleep(0.2)
        os.kill(process_of(pool), signal.SIGKILL)
        return await first, await filtered_elsewhere(ARRIVED, pool)

    first, second = with_pool(task)
    assert first == NotFiltered("the worker process died", unreadable=False)
    assert isinstance(second, Filtered) and STORY in second.body.decode()


def test_a_worker_that_hangs_costs_one_page():
    async def task(pool):
        os.kill(process_of(pool), signal.SIGSTOP)
        return await filtered_elsewhere(ARRIVED, pool), await filtered_elsewhere(ARRIVED, pool)

    first, second = with_pool(task, ProxySettings("bte", bar=False, limits=Limits(seconds=2)))
    assert first == NotFiltered("no result in time", unreadable=False)
    assert isinstance(second, Filtered)


def test_reasons_are_told():
    broken = attempt(Arrived(b"x", "gzip", None, "http://a/", "bte"), POOL_SETTINGS)
    assert isinstance(broken, NotFiltered) and broken.unreadable and not broken.too_large and "gzip" in broken.reason
    large = attempt(Arrived(b"x" * 10, "", None, "http://a/", "bte"), ProxySettings(limits=Limits(bytes=9)))
    assert isinstance(large, NotFiltered) and large.too_large
    failed = attempt(Arrived(b"x", "", None, "http://a/", "nosuch"), POOL_SETTINGS)
    assert failed == NotFiltered("ExpressionError", unreadable=False)


def test_advertisements_banners_and_logos_are_gone_and_pictures_of_the_content_stay():
    sentence = "The mill by the river winnows the grain of the whole valley, as it did a hundred years ago. "
    picture = "<figure><img src=mill.jpg width=800 height=600></figure>"
    others = (
        "<header><a href=/><img src=logo.png></a></header>",
        "<div><iframe src=//ads.example.net/1 width=728 height=90></iframe></div>",
        "<p><a href=//shop.example.com><img src=banner.gif width=728 height=190></a></p>",
    )
    text = f"<p>{sentence * 4}</p>"
    page = f"<body>{others[0]}<main><h1>The mill</h1>{text}{others[1]}{picture}{others[2]}{text}</main></body>"
    shown = run(page.encode(), expression="consensus").body.decode()
    assert picture in shown
    assert not [other for other in others if other in shown]
    assert not re.findall("iframe|logo|banner", shown)


brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")

TEXT = b"Winnow the grain and drop the chaff. " * 5000
LIMIT = len(TEXT)
RAW = zlib.compressobj(wbits=-15)
CODED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "X-GZip": gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]),
    "deflate": zlib.compress(TEXT),
    " deflate ": RAW.compress(TEXT) + RAW.flush(),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.compress(TEXT),
    "ZSTD": zstandard.compress(TEXT[:9]) + zstandard.compress(TEXT[9:]),
    "gzip, br": brotli.compress(gzip.compress(TEXT)),
}


@pytest.mark.parametrize("coding", CODED)
def test_every_coding_is_undone(coding):
    assert decoded(CODED[coding], coding, LIMIT) == TEXT


@pytest.mark.parametrize("coding", CODED)
def test_one_byte_more_than_the_limit_is_too_much(coding):
    with pytest.raises(TooLargeError, match="larger than"):
        decoded(CODED[coding], coding, LIMIT - 1)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("broken", [lambda data: data[: len(data) // 2], lambda data: b"garbage" + data])
def test_a_broken_body_is_an_error(coding, broken):
    with pytest.raises(PageError):
        decoded(broken(CODED[coding]), coding, LIMIT)


def test_unknown_codings_and_towers_of_them_are_errors():
    with pytest.raises(PageError, match="unknown coding 'compress'"):
        decoded(TEXT, "compress", LIMIT)
    with pytest.raises(PageError, match="5 codings"):
        decoded(TEXT, "gzip, gzip, gzip, gzip, gzip", LIMIT)


@pytest.mark.parametrize(
    ("coding", "bomb"),
    [
        ("gzip", gzip.compress(bytes(50_000_000))),
        ("br", brotli.compress(bytes(50_000_000))),
        ("zstd", zstandard.compress(bytes(50_000_000))),
    ],
)
def test_a_bomb_is_stopped(coding, bomb):
    with pytest.raises(TooLargeError):
        decoded(bomb, coding, 1_000_000)
