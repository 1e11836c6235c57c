import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate import validation
from webwinnow.evaluate.package import load
from webwinnow.evaluate.validation import PackageProblem, missing_words, validate


def missing(gold: str, page: str) -> tuple[str, ...]:
    return missing_words(gold, page).first


def test_share_and_first_few_in_order():
    found = missing_words("a b x y x", "<p>b a</p>", first=1)
    assert found.share == pytest.approx(0.6)
    assert found.first == ("x",)
    assert missing("a b x y x", "<p>b a</p>") == ("x", "y")


def test_gold_without_words_lacks_nothing():
    assert missing_words("...", "").share == 0


@pytest.mark.parametrize(
    "page",
    [
        "<P>Don’t <b>W</b>ord caf&eacute; m&uuml;de",
        "<p>DON'T</p><p>word</p>cafe\u0301 mu\u00adde mu\u0308de",
        "<td>don&#8217;t<td>word<td>café<td title='a > b'>müde",
    ],
)
def test_case_typography_and_inline_tags_make_no_difference(page):
    assert missing("Don't word café müde", page) == ()


def test_words_parted_by_tags_count_both_ways():
    assert missing("one two onetwo", "<span>one</span><span>two</span>") == ()
    assert missing("one two onetwo", "<p>one</p><p>two</p>") == ("onetwo",)


def test_code_is_no_text():
    page = "<script>alpha</script><STYLE type=x>beta</style ><!-- gamma <p> -->delta<script>epsilon"
    assert missing("alpha beta gamma delta epsilon", page) == ("alpha", "beta", "gamma", "epsilon")


def test_a_less_than_sign_is_no_tag():
    assert missing("1 2 and 3", "1 < 2 and 3") == ()


words = st.lists(st.text("abc", min_size=1, max_size=3), max_size=8)


@given(words, words, st.sampled_from(["<p>", "<td x='y'>", "<br/>", "<!-- z -->", "<script>z</script>", " \n"]))
def test_against_sets_of_words(gold, page, between):
    expected = [word for word in gold if word not in page]
    found = missing_words(" ".join(gold), between.join(page))
    assert found.first == tuple(dict.fromkeys(expected))[:5]
    assert found.share == (len(expected) / len(gold) if gold else 0)


HOSTILE = ["<", "<a ", "<script", "<script>", "<!--", "<!--->x", "</", "<b", "&", "<style>x</style"]


@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_pages_cost_no_more_than_their_length(part):
    start = time.process_time()
    missing_words("gold", part * (300_000 // len(part)))
    assert time.process_time() - start < 30  # squared, 300,000 steps would take minutes


GOOD = b"<html><body><h1>Bread</h1><p>Flour, water and salt make a loaf.</p></body></html>"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "package.toml").write_text('name = "p"\n')
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(GOOD))
    (tmp_path / "a.txt").write_text("Bread\nFlour, water and salt make a loaf.")
    (tmp_path / "a.json").write_text('{"page_type": "article", "gold_kind": "full"}')
    return tmp_path


def found(folder) -> list[PackageProblem]:
    return validate(load(folder))


def test_a_good_package_has_no_problem(folder):
    assert found(folder) == []


@pytest.mark.parametrize(
    ("file", "content", "severity", "told"),
    [
        ("a.html.gz", b"no gzip", "error", "broken gzip"),
        ("a.html.gz", gzip.compress(GOOD, mtime=0)[:-9], "error", "broken gzip"),
        ("a.html.gz", gzip.compress(b" \n", mtime=0), "error", "the page is empty"),
        ("a.json", b"{", "error", "broken JSON"),
        ("a.json", b'{"with": 3}', "error", "'with' must be a list"),
        ("a.txt", "Brot für".encode("latin-1"), "error", "not UTF-8"),
        ("a.txt", b" \n", "error", "the gold is empty"),
        (
            "a.txt",
            b"Words of quite another page",
            "error",
            "100% of the gold words are not in the page: words, of",
        ),
        ("a.txt", b"Bread flour water and sugar", "warning", "20% of the gold words are not in the page: sugar"),
        ("a.txt", "Bread \ufffd".encode(), "warning", "replacement characters"),
        (
            "a.html.gz",
            gzip.compress(b"<meta charset=utf-8>" + "é".encode() * 9 + b"\xff" + GOOD, mtime=0),
            "warning",
            "1 char",
        ),
    ],
)
def test_each_broken_file_is_named(folder, file, content, severity, told):
    (folder / file).write_bytes(content)
    (problem,) = found(folder)
    assert (problem.severity, problem.page, problem.file) == (severity, "a", file)
    assert told in problem.message
    assert str(folder) not in problem.message


def test_all_that_is_wrong_with_a_page_is_told(folder):
    (folder / "a.json").write_text("{")
    (folder / "a.txt").write_bytes(b"\xff")
    (folder / "a.html.gz").write_bytes(b"x")
    assert [problem.file for problem in found(folder)] == ["a.json", "a.txt", "a.html.gz"]


def test_gold_may_be_empty_on_purpose(folder):
    (folder / "a.txt").write_text("")
    (folder / "a.json").write_text('{"gold_kind": "empty"}')
    assert found(folder) == []


def test_a_few_missing_words_are_let_pass(folder):
    (folder / "a.txt").write_text("Bread flour water and salt make a loaf. " * 20 + "typo typo")
    assert found(folder) == []


def test_snippets_stand_in_for_gold(folder):
    (folder / "a.txt").unlink()
    (folder / "a.json").write_text('{"with": ["Flour, water", "and honey"]}')
    messages = [problem.message for problem in found(folder)]
    assert messages == [
        "no page has gold text: only snippets and meta data count",
        "25% of the snippet words are not in the page: honey",
    ]


def test_unpaired_strange_and_double_files(folder):
    (folder / "lonely.txt").write_text("gold")
    (folder / "lonely.json").write_text("{}")
    (folder / "a.html").write_bytes(GOOD)
    (folder / "README.md").write_text("notes")
    (folder / "sub").mkdir()
    told = {(problem.severity, problem.file) for problem in found(folder)}
    assert told == {
        ("error", "lonely.txt"),
        ("error", "lonely.json"),
        ("error", "a.html.gz"),
        ("warning", "README.md"),
        ("warning", "sub"),
    }


def test_pages_that_lack_a_part(folder):
    (folder / "b.html").write_text("<p>another page")
    assert [(problem.page, problem.message.split(":")[0]) for problem in found(folder)] == [
        ("b", "no meta data"),
        ("b", "no gold text"),
    ]


def test_a_package_without_pages(tmp_path):
    (tmp_path / "package.toml").write_text("pages = 3")
    assert [(problem.severity, problem.message) for problem in found(tmp_path)] == [
        ("error", "the package has no page"),
        ("warning", "says 3 pages, there are 0"),
    ]


def test_duplicates_name_each_other(folder):
    for page_id in ("b", "c"):
        for ending in (".html.gz", ".txt", ".json"):
            (folder / f"{page_id}{ending}").write_bytes((folder / f"a{ending}").read_bytes())
    (folder / "c.txt").write_text("Bread")
    assert [(problem.page, problem.message) for problem in found(folder)] == [
        ("a", "the same page as b, c"),
        ("a", "the same gold as b"),
    ]


def test_unknown_keys_and_page_types_are_told_once(folder):
    for number in range(5):
        (folder / f"p{number}.html").write_bytes(b"%d " % number + GOOD)
        (folder / f"p{number}.txt").write_text(f"{number} Bread")
        (folder / f"p{number}.json").write_text('{"page_type": "recipe", "colour": "red"}')
    assert [problem.message for problem in found(folder)] == [
        "unknown page type 'recipe': p0, p1, p2 and 2 more",
        "unknown key 'colour': p0, p1, p2 and 2 more",
    ]


def test_a_large_page_is_named(folder, monkeypatch):
    monkeypatch.setattr(validation, "LARGE_PAGE", 1_000_000)
    (folder / "a.html.gz").write_bytes(gzip.compress(GOOD + b" " * 2_000_000))
    (problem,) = found(folder)
    assert (problem.severity, problem.message) == ("warning", "is large: 2 MB")
