"""The prescan against the HTML Standard's own steps, written out byte by byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import charsets
from webwinnow.document.prescan import declared

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
        name = charsets.named((label or b"").decode("latin-1"))
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
    assert declared(data) == naive(data)


@given(st.lists(st.sampled_from([b" ", b"/", b'"', b"'", b"=", b"charset", b"gbk", b"x"]), max_size=10).map(b"".join))
def test_agrees_inside_one_tag(inside: bytes) -> None:
    data = b"<meta " + inside + b">"
    assert declared(data) == naive(data)


@given(st.binary(max_size=80) | st.lists(TOKENS | st.binary(max_size=2)).map(b"".join))
def test_any_bytes_declare_a_known_encoding_or_none(data: bytes) -> None:
    name = declared(data)
    assert name is None or charsets.named(name) == name


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
    assert declared(page) == expected
