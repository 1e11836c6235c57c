"""Who names the encoding, whose word is not believed, and that any bytes give a text.

The prescan is compared with the HTML Standard's own steps, written out byte by byte.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.charset.decode import (
    BROKEN_SHARE,
    LATE_PRESCAN,
    PROOF,
    Decoded,
    declared_encoding,
    decode,
    named,
)
from webwinnow.errors import UsageError

CHINESE = "这是一个网页，内容是今天的新闻。"
RUSSIAN = "Это страница с новостями."


def meta(label: str) -> bytes:
    return f"<meta charset={label}>".encode()


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (b"\xef\xbb\xbf", "utf-8", "utf-8"),
        (b"\xff\xfe", "utf-16-le", "utf-16le"),
        (b"\xfe\xff", "utf-16-be", "utf-16be"),
    ],
)
def test_a_byte_order_mark_beats_all_and_is_no_text(mark: bytes, codec: str, name: str) -> None:
    data = mark + "<meta charset=gbk>é😀".encode(codec)
    expected = Decoded("<meta charset=gbk>é😀", name, "bom")
    assert decode(data, encoding="koi8-r", transport="windows-1252") == expected


def test_only_one_byte_order_mark_is_taken() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbfa").text == "\ufeffa"


def test_the_user_beats_transport_page_and_evidence() -> None:
    data = meta("utf-8") + "é".encode()
    assert decode(data, encoding="latin1", transport="utf-8") == Decoded(
        "<meta charset=utf-8>Ã©", "windows-1252", "user"
    )


def test_the_transport_beats_the_page() -> None:
    data = meta("windows-1252") + RUSSIAN.encode("cp1251")
    assert decode(data, transport=" Windows-1251 ") == Decoded(
        "<meta charset=windows-1252>" + RUSSIAN, "windows-1251", "transport"
    )


def test_an_unknown_transport_is_ignored_and_an_unknown_wish_an_error() -> None:
    assert decode(meta("gbk"), transport="klingon") == Decoded("<meta charset=gbk>", "gbk", "meta")
    with pytest.raises(UsageError, match=r"'klingon'.*utf-8"):
        decode(b"\xef\xbb\xbf", encoding="klingon")


def test_a_declaration_counts_in_the_first_1024_bytes() -> None:
    padding = b" " * (1024 - len(meta("koi8-r")))
    assert decode(padding + meta("koi8-r")).origin == "meta"
    assert decode(padding + b" " + meta("koi8-r")).origin == "detected"


@pytest.mark.parametrize("transport", [None, "utf-8"])
def test_a_late_declaration_counts_when_the_page_is_not_utf_8(transport: str | None) -> None:
    ambiguous = "Łódź".encode("cp1250")
    page = b"<script>" + b"x" * 3000 + b"</script>" + meta("windows-1250") + ambiguous
    found = decode(page, transport=transport)
    assert (found.encoding, found.origin) == ("windows-1250", "meta")
    assert found.text.endswith("Łódź")
    too_late = b"x" * LATE_PRESCAN + meta("windows-1250") + ambiguous
    assert decode(too_late).origin == "detected"


def test_a_late_declaration_of_utf_8_for_broken_text_is_not_believed() -> None:
    found = decode(b" " * 2000 + meta("utf-8") + RUSSIAN.encode("cp1251"))
    assert (found.encoding, found.origin) == ("windows-1251", "detected")


@pytest.mark.parametrize("label", ["latin1", "windows-1251", "iso-8859-15", "gb2312", "shift_jis", "euc-kr"])
@pytest.mark.parametrize("by_transport", [True, False])
def test_valid_utf_8_beats_a_legacy_label(label: str, by_transport: bool) -> None:
    data = (b"" if by_transport else meta(label)) + CHINESE.encode()
    found = decode(data, transport=label if by_transport else None)
    assert (found.encoding, found.origin) == ("utf-8", "detected")
    assert found.text.endswith(CHINESE)


def test_a_word_in_gbk_that_is_valid_utf_8_by_chance_stays_gbk() -> None:
    chance = "漏猫漏"  # in gbk, bytes of three Latin letters in UTF-8
    assert len(chance.encode("gbk").decode("utf-8")) < PROOF
    assert decode(meta("gbk") + chance.encode("gbk")).text.endswith(chance)
    assert decode(chance.encode("gbk"), transport="windows-1252").encoding == "utf-8"


def test_ascii_keeps_the_label() -> None:
    assert decode(b"plain", transport="latin1") == Decoded("plain", "windows-1252", "transport")
    assert decode(b"plain") == Decoded("plain", "utf-8", "detected")
    assert decode(b"") == Decoded("", "utf-8", "detected")


def test_a_lie_about_utf_8_asks_the_page_and_then_the_detector() -> None:
    chinese = (CHINESE * 3).encode("gbk")
    assert decode(meta("gb2312") + chinese, transport="utf-8").origin == "meta"
    for found in (decode(meta("utf-8") + chinese), decode(chinese, transport="utf-8"), decode(chinese)):
        assert (found.encoding, found.origin) == ("gbk", "detected")
        assert found.text.endswith(CHINESE)


def test_a_lie_about_an_encoding_of_several_bytes() -> None:
    found = decode(meta("euc-kr") + b"\x93caf\xe9\x94 \x96 na\xefve, d\xe9j\xe0 vu, \xe0 la carte", transport="euc-kr")
    assert (found.encoding, found.origin) == ("windows-1252", "detected")


@pytest.mark.parametrize(("label", "origin"), [("utf-8", "transport"), (None, "detected")])
def test_damaged_utf_8_stays_utf_8(label: str | None, origin: str) -> None:
    whole = 20
    damaged = "é".encode() * whole + b"\xe9 " * int(whole * BROKEN_SHARE) + b"end"
    found = decode(damaged, transport=label)
    assert (found.encoding, found.origin) == ("utf-8", origin)
    assert found.text.count("\ufffd") == int(whole * BROKEN_SHARE)
    assert decode(b"\xe9 " * (whole + 1) + "é".encode() * whole + b"end", transport=label).encoding != "utf-8"


def test_replacement_characters_of_the_page_itself_are_no_damage() -> None:
    data = "\ufffd".encode() * 30 + b"\xff" + b"end"
    assert decode(data, transport="utf-8").encoding == "utf-8"


def test_a_page_cut_off_inside_a_character() -> None:
    assert decode("only this: ’".encode()[:-1]) == Decoded("only this: \ufffd", "utf-8", "detected")
    assert decode(b"caf\xe9").text == "café"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark(codec: str) -> None:
    text = "<!doctype html><p>text 中 😀</p>"
    assert decode(text.encode(codec)) == Decoded(text, codec.replace("16-", "16"), "detected")
    declared = "<?xml version='1.0'?>" + text
    assert decode(declared.encode(codec)) == Decoded(declared, codec.replace("16-", "16"), "meta")
    assert decode(text.encode(codec), transport="utf-16be").encoding == "utf-16be"


def test_escaped_japanese_is_detected() -> None:
    text = "<p>日本語のページ</p>"
    assert decode(text.encode("iso2022_jp")) == Decoded(text, "iso-2022-jp", "detected")


def test_nothing_is_normalised() -> None:
    text = "a\r\nb\rc\0d\x0c\x85\u2028é"
    assert decode(text.encode(), transport="utf-8").text == text


LABELS = st.none() | st.sampled_from(["utf-8", "latin1", "gbk", "big5", "iso-2022-jp", "utf-16", "klingon", "\udcff"])
PIECES = st.sampled_from(
    [meta("gbk"), meta("utf-8"), b"\0", b"\x1b$B", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe9", CHINESE.encode("gbk"), b"<p>"]
)


@given(st.binary() | st.lists(PIECES | st.binary(max_size=4)).map(b"".join), LABELS, st.none() | st.text(max_size=9))
def test_any_bytes_give_a_text(data: bytes, transport: str | None, url: str | None) -> None:
    found = decode(data, transport=transport, url=url)
    found.text.encode("utf-8")  # a lone surrogate would fail here
    assert named(found.encoding) == found.encoding
    assert found.origin in ("bom", "transport", "meta", "detected")
    again = decode(data, encoding=found.encoding)
    assert (again.text, again.encoding) == (found.text, found.encoding)


@given(st.text())
def test_text_survives_utf_8(text: str) -> None:
    assert decode(text.encode(), encoding="utf-8").text == text.removeprefix("\ufeff")


SPACE = b"\t\n\f\r "


class ExhaustedError(Exception):
    """The naive scanner ran out of bytes."""


class Scanner:
    """The standard's position pointer."""

    def __init__(self, data: bytes) -> None:
        self.data, self.position = data, 0

    def byte(self) -> bytes:
        if self.position >= len(self.data):
            raise ExhaustedError
        return self.data[self.position : self.position + 1]

    def skip(self, wanted: bytes) -> None:
        while self.byte() in [bytes([one]) for one in wanted]:
            self.position += 1

    def until(self, wanted: bytes) -> None:
        while self.byte() not in [bytes([one]) for one in wanted]:
            self.position += 1

    def attribute(self) -> tuple[bytes, bytes] | None:
        self.skip(SPACE + b"/")
        if self.byte() == b">":
            return None
        name = b""
        while True:
            byte = self.byte()
            if byte == b"=" and name:
                break
            if byte in (b"/", b">"):
                return name, b""
            if byte in SPACE:
                self.skip(SPACE)
                if self.byte() != b"=":
                    return name, b""
                break
            name += byte.lower()
            self.position += 1
        self.position += 1
        self.skip(SPACE)
        return name, self.value()

    def value(self) -> bytes:
        first, value = self.byte(), b""
        if first in (b'"', b"'"):
            self.position += 1
            start = self.position
            self.until(first)
            value = self.data[start : self.position]
            self.position += 1
        else:
            start = self.position
            self.until(SPACE + b">")
            value = self.data[start : self.position]
        return value.lower()

    def attributes(self) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        while (attribute := self.attribute()) is not None:
            found.setdefault(*attribute)
        return found


def naive_metas(data: bytes) -> list[dict[bytes, bytes]]:
    scanner, found = Scanner(data), []
    try:
        while True:
            rest = data[scanner.position :].lower()
            if rest.startswith(b"<!--"):
                scanner.position += 4
                while data[scanner.position - 2 : scanner.position] != b"--" or scanner.byte() != b">":
                    scanner.byte()
                    scanner.position += 1
            elif rest.startswith(b"<meta") and rest[5:6] and rest[5:6] in SPACE + b"/":
                scanner.position += 5
                found.append(scanner.attributes())
            elif rest[:1] == b"<" and rest[1:].removeprefix(b"/")[:1].isalpha():
                scanner.until(SPACE + b">")
                scanner.attributes()
            elif rest[:2] in (b"<!", b"</", b"<?"):
                scanner.until(b">")
            scanner.byte()
            scanner.position += 1
    except ExhaustedError:
        return found


def naive(data: bytes) -> str | None:
    for attributes in naive_metas(data):
        label = attributes.get(b"charset")
        if label is None and attributes.get(b"http-equiv") == b"content-type":
            label = naive_label(attributes.get(b"content", b""))
        name = named((label or b"").decode("latin-1"))
        if name is not None:
            return "utf-8" if name.startswith("utf-16") else name.replace("x-user-defined", "windows-1252")
    return None


def naive_label(content: bytes) -> bytes | None:
    """The standard's "extracting a character encoding from a meta element"."""
    while True:
        _, found, content = content.partition(b"charset")
        if not found:
            return None
        if content.lstrip(SPACE).startswith(b"="):
            break
    content = content.lstrip(SPACE)[1:].lstrip(SPACE)
    if content[:1] in (b'"', b"'"):
        label, closed, _ = content[1:].partition(content[:1])
        return label if closed else None
    return content.replace(b";", b" ").split()[0] if content and content[0] not in b" ;\t\n\f\r" else b""


TOKENS = st.sampled_from(
    [b"<meta", b"<META", b"<metal", b"</", b"<", b"<!", b"<!--", b"-->", b"--", b"<?xml ", b"<p", b">", b"/", b"=",
     b" ", b"\n", b'"', b"'", b"charset", b"charset=gbk", b"CHARSET='Big5'", b"http-equiv", b"http-equiv=content-type",
     b"content", b'content="text/html; charset=euc-kr"', b"content='a charset b charset = koi8-r;x'", b"x", b";",
     b"gbk", b"utf-16", b"x-user-defined", b"klingon", b"content=charset=\"gbk\""]
)  # fmt: skip


@given(st.lists(TOKENS, max_size=14).map(b"".join))
def test_agrees_with_the_steps_of_the_standard(data: bytes) -> None:
    assert declared_encoding(data) == naive(data)


@given(st.lists(st.sampled_from([b" ", b"/", b'"', b"'", b"=", b"charset", b"gbk", b"x"]), max_size=10).map(b"".join))
def test_agrees_inside_one_tag(inside: bytes) -> None:
    data = b"<meta " + inside + b">"
    assert declared_encoding(data) == naive(data)


@given(st.binary(max_size=80) | st.lists(TOKENS | st.binary(max_size=2)).map(b"".join))
def test_any_bytes_declare_a_known_encoding_or_none(data: bytes) -> None:
    name = declared_encoding(data)
    assert name is None or named(name) == name


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (b"<meta charset=gb2312>", "gbk"),
        (b"<!doctype html><head><META/CHARSET = 'Latin1' />", "windows-1252"),
        (b"<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>", "shift_jis"),
        (b"<meta content='text/html; charset=Shift_JIS'>", None),
        (b"<meta http-equiv=refresh content='0; charset=Shift_JIS'>", None),
        (b"<meta charset=klingon><meta charset=big5>", "big5"),
        (b"<meta charset=klingon content='charset=gbk' http-equiv=content-type>", None),
        (b"<!-- <meta charset=gbk> --><meta charset=big5>", "big5"),
        (b"<!--><meta charset=gbk>", "gbk"),
        (b"<!-- <meta charset=gbk>", None),
        (b"<a title='<meta charset=gbk>'><meta charset=big5>", "big5"),
        (b"<meta charset=gbk charset=big5>", "gbk"),
        (b'<!doctype a="><meta charset=gbk>', "gbk"),
        (b"<meta charset=gbk", None),
        (b"<meta charset='gbk>", None),
        (b"<metadata charset=gbk>", None),
        (b"<meta charset=utf-16be>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=iso-2022-kr>", None),
        (b"<?xml version='1.0' encoding='ISO-8859-2'?><html>", "iso-8859-2"),
        (b"<?xml version='1.0' encoding = \"UTF-16\"?><html>", "utf-8"),
        (b"<?xml version='1.0' encoding='iso-8859-2'?><meta charset=gbk>", "gbk"),
        (b"<?xml version='1.0'?><p encoding='iso-8859-2'>", None),
        (b"<?xml encoding='iso 8859-2'?>", None),
        (b" <?xml encoding='iso-8859-2'?>", None),
        ("<?xml version='1.0'?>".encode("utf-16-le"), "utf-16le"),
        ("<?xml version='1.0'?>".encode("utf-16-be"), "utf-16be"),
        (b"", None),
    ],
)
def test_declarations(page: bytes, expected: str | None) -> None:
    assert declared_encoding(page) == expected


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("gb2312", "gbk"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("big5-hkscs", "big5"),
        ("\t UTF8\n", "utf-8"),
        ("unicode", "utf-16le"),
        ("hz-gb-2312", None),
        ("replacement", None),
        ("klingon", None),
        ("utf-8\u212a", None),
        ("\udcff", None),
        ("\u00a0utf-8", None),
        ("", None),
    ],
)
def test_labels(label: str, name: str | None) -> None:
    assert named(label) == name
