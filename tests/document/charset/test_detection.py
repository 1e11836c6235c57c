"""Guesses for bytes without a label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.charset import detection, encodings

PAGE = "<!doctype html>\n<title>{0}</title>\n<p class='text'>{0}</p>\n"


@pytest.mark.parametrize("text", ["plain", "Ünïcödé", "这是一个没有声明编码的网页", "Ā一㐀"])
@pytest.mark.parametrize(("name", "codec"), [("utf-16le", "utf-16-le"), ("utf-16be", "utf-16-be")])
def test_utf_16_shows_in_its_nul_bytes(name: str, codec: str, text: str) -> None:
    data = PAGE.format(text).encode(codec)
    assert detection.utf_16(data) == name
    assert detection.utf_16(data + b"\n") == name


@pytest.mark.parametrize(
    "data",
    [b"", b"a\0", b"<html>" * 40, b"\0" * 400, b"<html>\0\0</html>" * 40, PAGE.format("é").encode() + b"\0" * 5],
)
def test_other_bytes_are_not_utf_16(data: bytes) -> None:
    assert detection.utf_16(data) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gbk", "这是一个没有声明编码的网页，内容是新闻"),
        ("big5", "這是一個沒有聲明編碼的網頁，內容是新聞"),
        ("shift_jis", "これは文字コードの宣言がないページです"),
        ("euc-jp", "これは文字コードの宣言がないページです"),
        ("euc-kr", "이것은 문자 인코딩 선언이 없는 페이지입니다"),
        ("windows-1251", "Это страница без указания кодировки"),
        ("windows-1253", "Αυτή η σελίδα δεν δηλώνει κωδικοποίηση"),
        ("windows-1255", "זהו דף ללא הצהרת קידוד"),
        ("windows-1256", "هذه صفحة بدون تحديد الترميز"),
        ("windows-1252", "Où êtes-vous allé cet été, François ?"),
    ],
)
def test_legacy_encodings(name: str, text: str) -> None:
    codec = encodings.MULTIBYTE.get(name) or encodings.SINGLE_BYTE[name]
    data = (PAGE.format("only markup") * 3000 + PAGE.format(text)).encode(codec)
    assert detection.legacy(data, None) == name


def test_the_domain_is_a_hint() -> None:
    data = "これは日本".encode("euc_jp")
    assert detection.legacy(data, "http://www.example.jp/a") == "euc-jp"
    assert detection.legacy(data, "http://www.example.cn/a") == "gbk"


@given(st.text(max_size=20) | st.from_regex(r"https?://[a-zäß中.\[\]:0-9-]{0,20}/?", fullmatch=True), st.binary())
def test_total_for_any_url_and_bytes(url: str, data: bytes) -> None:
    assert detection.legacy(data, url) in {*encodings.MULTIBYTE, *encodings.SINGLE_BYTE}


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://[::1]/", "http://[/", "file:///a", "http://a." + "b" * 80, "", None]
)
def test_urls_without_a_domain(url: str | None) -> None:
    assert detection.legacy(b"caf\xe9 au lait", url) == "windows-1252"


def test_japanese_behind_escape_sequences() -> None:
    assert detection.escaped_japanese(b"<p>" + "日本語のページ".encode("iso2022_jp"))
    assert not detection.escaped_japanese(b"\x1b[31mred\x1b[0m")
    assert not detection.escaped_japanese(b"plain")


def test_a_sample_cut_inside_a_character_is_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = ("没有声明编码的网页" * 50).encode("gbk")
    for size in (300, 301):
        monkeypatch.setattr(detection, "_SAMPLE", size)
        assert detection.legacy(data, None) == "gbk"
