"""Readers: what each format gives, and what is reported with file and line while the rest goes on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import extract
from webwinnow.trends.collection import read_collection
from webwinnow.trends.readers import READERS, format_of
from webwinnow.trends.readers.references import plain

LISTING = """TY - JOUR
AU - MEINE, CURT
AU - SOUL, MICHAEL
TI - "A Mission-Driven Discipline": the Growth of Conservation Biology
TI - "Una Disciplina Dirigida por una Misi n": el Crecimiento de Conservation Biology
JO - Conservation Biology
VL - 20
IS - 3
PB - Blackwell Publishing Inc
SN - 1523-1739
UR - http://dx.doi.org/10.1111/j.1523-1739.2006.00449.x
DO - 10.1111/j.1523-1739.2006.00449.x
SP - 631
EP - 651
PY - 2006
AB - Abstract: Conservation biology emerged in the mid-1980s, drawing on established
    disciplines and integrating them.
ER -
"""
"""Listing 6.1, with one blank before the hyphens and a text that goes on."""


def read(text: str | bytes, name: str):
    return read_collection([(name, text.encode() if isinstance(text, str) else text)])


def problems(text: str | bytes, name: str) -> list[str]:
    return [str(each) for each in read(text, name).problems]


def ris(*lines: str) -> str:
    return "\n".join(("TY  - JOUR", *lines, "ER  - ", ""))


def test_the_listing_of_the_paper() -> None:
    (record,) = read(LISTING, "listing.ris").records
    assert record.title == '"A Mission-Driven Discipline": the Growth of Conservation Biology'
    assert (record.journal, record.date, record.line) == ("Conservation Biology", "2006", 1)
    assert record.abstract.endswith("drawing on established disciplines and integrating them.")
    assert record.url == "http://dx.doi.org/10.1111/j.1523-1739.2006.00449.x"


def test_other_tags_say_the_same() -> None:
    (record,) = read(ris("T1  - A", "JF  - J", "Y1  - 1999/05/03/", "N2  - text", "DO  - 10.1/x"), "a.ris").records
    assert (record.title, record.journal, record.date, record.url) == ("A", "J", "1999-05-03", "https://doi.org/10.1/x")


def test_broken_ris_is_reported_and_the_rest_goes_on() -> None:
    text = "\n".join(
        [
            "exported by something",
            "TY  - JOUR",
            "AB  - first, never ended",
            "PY  - 2001",
            ris("AB  - second", "PY  - 2002"),
            ris("PY  - 2003"),
            ris("AB  - fourth"),
            ris("AB  - fifth", "PY  - in press"),
            "TY  - JOUR",
            "PY  - 2006",
            "AB  - cut off",
        ]
    )
    found = read(text, "b.ris")
    assert [record.abstract for record in found.records] == ["first, never ended", "second", "cut off"]
    assert [str(each) for each in found.problems] == [
        "b.ris:1: text outside of records is left out: a record begins with TY",
        "b.ris:2: the record has no ER: it ends before line 5",
        "b.ris:10: the record has no abstract: left out",
        "b.ris:14: the record has no year: left out",
        "b.ris:18: 'in press' has no year: left out",
        "b.ris:23: the record has no ER: the file ends before it",
    ]


def test_mixed_encodings_are_read_line_by_line() -> None:
    lines = ["TY  - JOUR", "TI  - Über", "AB  - Müller, naïve café", "PY  - 2001", "AU  - Ærø", "ER  - "]
    data = [line.encode("latin-1" if at == 2 else "utf-8") for at, line in enumerate(lines)]
    found = read(b"\n".join(data), "mixed.ris")
    assert (found.records[0].title, found.records[0].abstract) == ("Über", "Müller, naïve café")
    assert [each.line for each in found.problems] == [3]
    assert "not UTF-8: read as windows-1252" in found.problems[0].message


def test_files_in_other_encodings_are_read_as_a_whole() -> None:
    text = ris("TI  - Über", "AB  - Müller, naïve café", "PY  - 2001")
    legacy, utf_16 = read(text.encode("latin-1"), "a.ris"), read(text.encode("utf-16"), "a.ris")
    assert legacy.records[0].abstract == utf_16.records[0].abstract == "Müller, naïve café"
    assert ([each.line for each in legacy.problems], utf_16.problems) == ([2], ())


BIBTEX = r"""
@comment{nothing}
@string{cb = "Conservation"}
@article{one, title = {The {DNA} of M{\"u}ller}, year = 2006, month = may,
  journal = cb # { Biology}, abstract = "some {"}quoted{"} text", doi = {10.1/one}}
@article{two, title = {never closed, year = 2007, abstract = {x}
@inproceedings(three, TITLE = "Third", Date = {2008-05-03}, booktitle={Proc.}, abstract = {all well},)
@misc{four, title = {no year}, abstract = {x}}
"""


def test_bibtex() -> None:
    found = read(BIBTEX, "a.bib")
    first, second = found.records
    assert (first.title, first.journal, first.date) == ("The DNA of Müller", "Conservation Biology", "2006-05")
    assert (first.abstract, first.url) == ('some "quoted" text', "https://doi.org/10.1/one")
    assert (second.title, second.journal, second.date) == ("Third", "Proc.", "2008-05-03")
    assert [(each.line, each.message.split(" (")[0]) for each in found.problems] == [
        (6, "the entry is broken"),
        (8, "the record has no year: left out"),
    ]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"Erd\H{o}s and \'{E}tienne", "Erdős and Étienne"),
        (r"Gro{\ss}e \AA{}ngstr\"om", "Große Ångström"),
        (r"100\% of \emph{it} --- or~more", "100% of it – or more"),
        ("plain - text", "plain - text"),
    ],
)
def test_latex(latex, expected) -> None:
    assert plain(latex) == expected


def test_tables() -> None:
    text = (
        'Title;"Publication Year";Abstract;Pages;Journal\n"One; two";2001;"over\ntwo lines";7;J\nshort;2002\n\nB;;x;;\n'
    )
    found = read(text, "a.csv")
    (record,) = found.records
    assert (record.title, record.date, record.abstract, record.line) == ("One; two", "2001", "over two lines", 2)
    assert [(each.line, each.message) for each in found.problems] == [
        (4, "the record has no abstract: left out"),
        (6, "the record has no year: left out"),
    ]
    assert problems("name,year\nx,2001\n", "b.csv") == [
        "b.csv:1: no column is named abstract, text or content: the file is left out"
    ]
    huge = f"abstract,year\n{'x' * 200_000},2001\nfine,2002\n"
    assert [record.abstract for record in read(huge, "c.csv").records] == ["fine"]
    assert problems(huge, "c.csv")[0].startswith("c.csv:2: the row cannot be read")


def test_webwinnows_own_output() -> None:
    page = (
        '<title>Tides</title><meta property="article:published_time" content="2024-05-03T10:00:00Z">'
        '<meta property="og:site_name" content="The Shore"><h1>Tides</h1><p>The moon pulls the sea.</p>'
    )
    written = extract(page, "plain", url="https://www.example.org/tides").json()
    (record,) = read(written, "pages.jsonl").records
    assert (record.date, record.journal, record.site) == ("2024-05-03", "The Shore", "example.org")
    assert "The moon pulls the sea." in record.abstract
    assert record.url == "https://www.example.org/tides"


def test_json() -> None:
    lines = [json.dumps({"text": "one", "year": 2001}), "{broken", "[1]", '{"text": "two", "date": "May 2002"}', "7"]
    found = read("\n".join(lines), "a.jsonl")
    assert [(record.abstract, record.date) for record in found.records] == [("one", "2001"), ("two", "2002-05")]
    assert [each.line for each in found.problems] == [2, 3, 5]
    listed = '[\n{"text": "one", "year": "2001"},\n{"text": "two", "year": 2002},\n{"text": '
    found = read(listed, "b.json")
    assert [record.line for record in found.records] == [2, 3]
    assert [each.line for each in found.problems] == [4]
    assert problems("[" * 100_000, "deep.jsonl")
    pretty = json.dumps({"text": "one", "year": 2001, "page": "a.html", "url": "https://example.org"}, indent=1)
    (record,) = read(pretty, "one.json").records
    assert (record.abstract, record.url) == ("one", "https://example.org")


def test_broken_xml_gives_what_stands_before() -> None:
    parts = "<journal>J</journal><title>T</title><date> 2006 </date><abstract>\n a &amp; b \n</abstract>"
    one = f"<research>{parts}</research>"
    found = read(f"<collection>\n{one}\n{one.replace('a &amp;', 'c')}\n<research><date>", "a.xml")
    assert [record.abstract for record in found.records] == ["a & b", "c b"]
    assert [each.line for each in found.problems] == [8]
    note = '<?xml version="1.0" encoding="latin-1"?>\n<!DOCTYPE note SYSTEM "Note.dtd">\n'
    assert read(note + one, "b.xml").records[0].title == "T"  # listing 6.2, and no other file is asked for


def test_duplicates_are_reported_and_left_out() -> None:
    texts = [
        ris("TI  - The Title", "AB  - same words", "PY  - 2001", "DO  - 10.1/a"),
        ris("TI  - the title!", "AB  - Same words", "PY  - 2001"),
        ris("TI  - Another", "AB  - other words", "PY  - 2001", "DO  - 10.1/A"),
        ris("TI  - Another", "AB  - third words", "PY  - 2002"),
    ]
    files = [("a.ris", texts[0].encode()), ("b.ris", "".join(texts[1:]).encode())]
    found = read_collection(files)
    assert [record.abstract for record in found.records] == ["same words", "third words"]
    assert [str(each) for each in found.duplicates] == ["b.ris:1: the same as a.ris:1", "b.ris:6: the same as a.ris:1"]
    assert len(read_collection(files, keep_duplicates=True).records) == 4


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.ris", "", "ris"),
        ("A.BIB", "", "bibtex"),
        ("-", "  TY  - JOUR", "ris"),
        ("-", "% comment\n@article{", "bibtex"),
        ("-", '\ufeff{"text": 1}', "jsonl"),
        ("-", "<?xml", "xml"),
        ("a.txt", "title,year", "csv"),
    ],
)
def test_formats_are_told_by_name_or_content(name, text, expected) -> None:
    assert format_of(name, text) == expected


@pytest.mark.parametrize("form", READERS)
@given(data=st.binary(max_size=200) | st.text("TYER- \n@{}=,\"'#a1<>[]\\/:;", max_size=200).map(str.encode))
def test_any_bytes_can_be_read(form, data) -> None:
    found = read_collection([("any", data)], form=form)
    assert all(problem.line >= 0 for problem in found.problems)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("ris", "TY  - JOUR\n" + "x\n" * 100_000),
        ("ris", "TY  - JOUR\n" * 5_000),
        ("bibtex", "@a{b, c = " + "{" * 300_000),
        ("bibtex", "@a{" * 100_000),
        ("bibtex", "@a{b,\n" * 5_000),
        ("jsonl", "{" * 300_000),
        ("xml", "<research>" * 50_000),
        ("csv", '"' * 300_000),
    ],
)
def test_hostile_files_end(form, text) -> None:
    read_collection([("hostile", text.encode())], form=form)
