import gzip
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import MissingExtraError, PackageError, UsageError
from webwinnow.evaluate.making import (
    INVISIBLE,
    NewPage,
    Skipped,
    add,
    build,
    create,
    new,
    page_id_of,
    parse,
    select,
    split,
    text_of,
    walk,
)
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import load


def test_a_new_package_is_empty_and_described(tmp_path):
    package = new(tmp_path / "mine", licence="CC0-1.0", gold="by hand")
    assert package.name == "mine"
    assert package.pages == ()
    assert package.description == {"name": "mine", "licence": "CC0-1.0", "gold": "by hand"}
    with pytest.raises(PackageError, match="already is a test package"):
        new(tmp_path / "mine")


def test_a_folder_with_files_may_become_a_package(tmp_path):
    (tmp_path / "a.html").write_text("<p>a")
    assert [files.id for files in new(tmp_path, "named").pages] == ["a"]


def test_added_pages_are_kept_byte_for_byte(tmp_path):
    new(tmp_path)
    page = add(tmp_path, b"\xff\x00<p>", "gold\n", PageMeta(url="http://a.example/", extra={"k": [1]}), page_id="a")
    assert (page.id, page.html(), page.gold) == ("a", b"\xff\x00<p>", "gold\n")
    assert load(tmp_path).page("a") == page
    assert (tmp_path / "a.html.gz").exists()


def test_a_page_without_an_id_is_named_after_its_content(tmp_path):
    new(tmp_path)
    first, second = add(tmp_path, b"one", None), add(tmp_path, b"two", None)
    assert first.id != second.id
    assert first.gold is None
    with pytest.raises(PackageError, match="exists already"):
        add(tmp_path, b"one", None)


def test_nothing_is_overwritten(tmp_path):
    new(tmp_path)
    (tmp_path / "a.html").write_text("<p>mine")
    (tmp_path / "b.txt").write_text("gold written by hand")
    with pytest.raises(PackageError, match="a page 'a' exists already"):
        add(tmp_path, b"other", None, page_id="a")
    with pytest.raises(PackageError, match=r"b.txt: exists already and differs"):
        add(tmp_path, b"other", "other gold", page_id="b")
    assert (tmp_path / "a.html").read_text() == "<p>mine"
    assert (tmp_path / "b.txt").read_text() == "gold written by hand"
    assert [files.id for files in load(tmp_path).pages] == ["a"]


def test_an_addition_that_was_cut_off_can_be_repeated(tmp_path):
    new(tmp_path)
    add(tmp_path, b"page", "gold", PageMeta(title="T"), page_id="a")
    (tmp_path / "a.html.gz").unlink()  # the last file to be written
    assert load(tmp_path).pages == ()
    assert add(tmp_path, b"page", "gold", PageMeta(title="T"), page_id="a").html() == b"page"


def test_pages_are_added_to_packages_only(tmp_path):
    with pytest.raises(PackageError, match="not a test package"):
        add(tmp_path, b"page", None)
    assert list(tmp_path.iterdir()) == []


def test_create_counts_pages_and_says_what_it_left_out(tmp_path):
    pages = [NewPage("a", b"1", "g", PageMeta()), Skipped("b", "why"), NewPage("a", b"2", "h", PageMeta())]
    made = create(tmp_path / "new", {"licence": "MIT"}, pages)
    assert made.added == 1
    assert [skipped.name for skipped in made.skipped] == ["b", "a"]
    assert made.package.page("a").html() == b"1"
    assert made.package.description == {"name": "new", "licence": "MIT"}


@pytest.mark.parametrize(("pages", "told"), [([], "none was found"), ([Skipped("b", "why")], "b: why")])
def test_nothing_is_made_of_nothing(tmp_path, pages, told):
    with pytest.raises(PackageError, match=told):
        create(tmp_path / "new", {}, pages)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def sites(tmp_path):
    folder = tmp_path / "all"
    new(folder, "whole")
    (folder / "package.toml").write_text('name = "whole"\npages = 12\nlicence = "MIT"\n[languages]\nen = 12\n')
    for site, pages in {"a.example": 5, "b.example": 4, "c.example": 2}.items():
        for number in range(pages):
            url = f"http://www{number}.{site}/"
            add(folder, f"{site} {number}".encode(), "gold", PageMeta(url=url), page_id=f"{site}-{number}")
    (folder / "broken.html").write_text("x")
    (folder / "broken.json").write_text("{")
    return folder


def test_a_split_keeps_domains_whole_and_files_unchanged(sites, tmp_path):
    first, second = split(sites, by="domain", ratio=0.5, into=(tmp_path / "x", tmp_path / "y"))
    ids = [{files.id for files in part.pages} for part in (first, second)]
    assert [len(part) for part in ids] == [6, 6]
    assert {page_id.split("-")[0] for page_id in ids[0]}.isdisjoint(page_id.split("-")[0] for page_id in ids[1])
    for part in (first, second):
        for path in (path for files in part.pages for path in files.paths()):
            assert path.read_bytes() == (sites / path.name).read_bytes()
    assert first.description == {"name": "x", "licence": "MIT", "split_of": "whole, by domain at 0.5"}


def test_a_split_is_always_the_same(sites, tmp_path):
    one = split(sites, by="page", ratio=0.25, into=(tmp_path / "1a", tmp_path / "1b"))
    two = split(sites, by="page", ratio=0.25)
    assert [part.digest() for part in one] == [part.digest() for part in two]
    assert [len(part.pages) for part in one] == [3, 9]
    assert [part.folder.name for part in two] == ["all-a", "all-b"]


def test_splits_that_make_no_sense_are_refused(sites, tmp_path):
    for wrong in ({"ratio": 0.0}, {"ratio": 1.0}, {"by": "colour"}, {"into": (tmp_path / "x", tmp_path / "x")}):
        with pytest.raises(UsageError):
            split(sites, **wrong)
    with pytest.raises(PackageError, match="do not fill two sides"):
        split(sites, ratio=0.001)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    with pytest.raises(PackageError, match="already exists"):
        split(sites, into=(tmp_path / "x", tmp_path / "taken"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all", "taken"]


PAGE = """<html lang="de-AT"><head><title>Site</title><link rel=canonical href="http://a.example/{0}"></head>
<body><nav>Menü</nav><h1>Titel\n {0}</h1><div class=text><p>Erster {0}</p><p>Zweiter</p></div></body></html>"""


def test_a_selector_makes_a_package_of_a_site(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(2):
        (pages / f"{number}.html").write_bytes(PAGE.format(number).encode())
    (pages / "old.htm.gz").write_bytes(gzip.compress(PAGE.format("alt").encode("latin-1")))
    (pages / "empty.html").write_text("<p>no such element")
    (pages / "broken.html.gz").write_text("no gzip")
    made = build(tmp_path / "site", [pages], ".text", "h1")
    assert [files.id for files in made.package.pages] == ["0", "1", "old"]
    page = made.package.page("1")
    assert page.gold == "Erster 1\nZweiter"
    assert page.html() == PAGE.format(1).encode()
    assert page.meta == PageMeta(
        url="http://a.example/1",
        language="de",
        title="Titel 1",
        extra={"gold_kind": "full-selected", "gold_selector": ".text"},
    )
    assert made.added == 3
    assert [skipped.name for skipped in made.skipped] == ["broken.html.gz", "empty.html"]


def test_another_site_can_be_added_and_repetition_changes_nothing(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}</p><div>{name}</div>")
    folder = tmp_path / "site"
    assert build(folder, [tmp_path / "a.html"], "p").added == 1
    made = build(folder, [tmp_path / "a.html", tmp_path / "b.html", tmp_path / "none.html"], "div")
    assert (made.added, [skipped.name for skipped in made.skipped]) == (1, ["a", "none.html"])
    assert [made.package.page(name).gold for name in "ab"] == ["a", "b"]
    assert made.package.page("a").meta.extra["gold_selector"] == "p"
    before = made.package.digest()
    assert build(folder, [tmp_path / "a.html", tmp_path / "b.html"], "div").package.digest() == before


@pytest.mark.parametrize("wrong", [("p:::", None), ("p", "h1 >")])
def test_a_wrong_selector_is_told_before_anything_is_written(tmp_path, wrong):
    with pytest.raises(UsageError, match="cannot be read"):
        build(tmp_path / "site", [tmp_path], *wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "page_id"),
    [("a.html", "a"), ("b.HTM", "b"), ("c.html.gz", "c"), ("d e/f?g", "d-e-f-g"), ("..", "page"), ("ü.x", "ü.x")],
)
def test_any_name_makes_an_id(name, page_id):
    assert page_id_of(name) == page_id


def text(markup: str, selector: str = "body") -> str:
    return text_of(select(parse(markup), selector))


def test_a_line_per_paragraph_and_folded_white_space():
    assert text("<h1>One\n two</h1><p>three <b>fo</b>ur&nbsp; five<br>six</p>tail") == (
        "One two\nthree four five\nsix\ntail"
    )


def test_cells_of_a_row_share_a_line():
    assert text("<table><tr><td>a<td>b<tr><th>c<td>d</table>") == "a b\nc d"


def test_what_no_reader_sees_is_left_out():
    markup = "<p>a<script>x</script><style>y</style><!-- z --><template>t</template><noscript>n</noscript>b</p>"
    assert text(markup) == "ab"


def test_elements_inside_a_found_one_are_not_repeated():
    markup = "<div class=c>1<div><p class=c>2</p></div></div><p class=c>3</p><p>4"
    assert text(markup, ".c") == "1\n2\n3"


def test_inline_elements_found_apart_are_parted():
    assert text("<p><i>a</i><i>b</i>", "i") == "a\nb"


def test_nothing_found_is_empty():
    assert text("<p>a", "article") == ""


@pytest.mark.parametrize("selector", ["p:::", "", "p >", "["])
def test_a_wrong_selector_is_told(selector):
    with pytest.raises(UsageError, match="cannot be read"):
        text("<p>a", selector)


def test_without_selectolax_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    with pytest.raises(MissingExtraError, match=r"selectolax.*webwinnow\[evaluate\]"):
        parse("")


def test_deep_pages_need_no_recursion():
    assert text("<div>" * 5000 + "deep") == "deep"


PARTS = "<p> <div> </div> <b> </b> <br> x y <script>s</script> <!--c-->"


def below(node):
    """Visit visible nodes the naive way: recursively."""
    if node.tag in INVISIBLE:
        return
    yield node.mem_id, True
    child = node.first_child
    while child is not None:
        yield from below(child)
        child = child.next
    yield node.mem_id, False


@given(st.lists(st.sampled_from(PARTS.split())))
def test_the_walk_opens_and_closes_like_recursion(parts):
    tree = parse("".join(parts))
    for root in (tree.root, tree.body):
        assert [(node.mem_id, opening) for node, opening in walk(root)] == list(below(root))
