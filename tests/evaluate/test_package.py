import gzip
import os
import pickle
import tomllib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import PackageError
from webwinnow.evaluate import package as package_module
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import gold_kind, group_files, load, read_description, read_page, toml_text

# TOML has no lone surrogates, and 64-bit integers.
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
integers = st.integers(-(2**63), 2**63 - 1)
scalar = text | integers | st.booleans() | st.floats(allow_nan=False) | st.dates(min_value=date(1000, 1, 1))
value = st.recursive(
    scalar, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(text, value, max_size=4))
def test_what_is_written_reads_the_same(content):
    assert tomllib.loads(toml_text(content)) == content


def test_tables_come_after_plain_keys():
    assert toml_text({"table": {"x": 1}, "name": "n"}) == '"name" = "n"\n\n["table"]\n"x" = 1\n'


def test_what_toml_cannot_hold_is_an_error():
    with pytest.raises(PackageError, match="cannot hold None"):
        toml_text({"name": None})


def test_missing_folder_missing_file_broken_file(tmp_path):
    with pytest.raises(PackageError, match="no such folder"):
        read_description(tmp_path / "nowhere")
    with pytest.raises(PackageError, match="webwinnow package new"):
        read_description(tmp_path)
    (tmp_path / "package.toml").write_text("name = ")
    with pytest.raises(PackageError, match=r"package\.toml: broken description"):
        read_description(tmp_path)
    (tmp_path / "package.toml").write_bytes('name = "é"'.encode("latin-1"))
    with pytest.raises(PackageError, match="broken description"):
        read_description(tmp_path)
    (tmp_path / "package.toml").unlink()
    (tmp_path / "package.toml").mkdir()
    with pytest.raises(PackageError, match="cannot be read"):
        read_description(tmp_path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "package.toml").write_text('name = "sample"\nlicence = "CC0-1.0"\n')
    (tmp_path / "b.html").write_bytes(b"<p>b \xff</p>")
    (tmp_path / "b.txt").write_text("b", encoding="utf-8-sig")
    (tmp_path / "b.json").write_text('{"language": "en", "page_type": "article", "odd": 1}')
    (tmp_path / "a.example.html.gz").write_bytes(gzip.compress(b"<p>a</p>"))
    return tmp_path


def test_pages_are_listed_by_id_and_read_on_demand(folder):
    package = load(folder)
    assert package.name == "sample"
    assert [files.id for files in package.pages] == ["a.example", "b"]
    page = package.page("b")
    assert (page.gold, page.meta.language, page.meta.extra) == ("b", "en", {"odd": 1})
    assert page.html() == b"<p>b \xff</p>"
    bare = package.pages[0].read()
    assert (bare.gold, bare.meta, bare.html()) == (None, PageMeta(), b"<p>a</p>")


def test_the_folder_names_a_package_without_a_name(folder):
    (folder / "package.toml").write_text("")
    assert load(folder).name == folder.name


def test_pages_can_be_sent_to_another_process(folder):
    files = load(folder).pages[1]
    assert pickle.loads(pickle.dumps(files)).read() == files.read()


def test_line_ends_of_gold_are_line_feeds(folder):
    (folder / "b.txt").write_bytes(b"one\r\ntwo\rthree")
    assert load(folder).page("b").gold == "one\ntwo\nthree"


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("b.txt", "Grüße".encode("latin-1"), "b.txt: not UTF-8"),
        ("b.json", b"{", "b.json: broken JSON"),
        ("b.json", b"\xff\xfe", "b.json: broken JSON"),
        ("b.json", b"[" * 200_000, "b.json: broken JSON"),
        ("b.json", b'{"date": 5}', "b.json: key 'date' must be text"),
    ],
)
def test_a_broken_file_breaks_its_own_page_only(folder, file, content, told):
    (folder / file).write_bytes(content)
    package = load(folder)
    with pytest.raises(PackageError, match=told):
        package.page("b")
    assert package.page("a.example").html() == b"<p>a</p>"


@pytest.mark.parametrize(
    "content", [b"no gzip", gzip.compress(b"x" * 999, mtime=0)[:-12], gzip.compress(b"x", mtime=0)[:10] + b"!!"]
)
def test_a_broken_gzip_names_its_file(folder, content):
    (folder / "a.example.html.gz").write_bytes(content)
    page = load(folder).page("a.example")
    with pytest.raises(PackageError, match=r"a.example.html.gz: broken gzip"):
        page.html()


def test_a_page_that_unpacks_without_end_is_refused(folder, monkeypatch):
    monkeypatch.setattr(package_module, "LARGEST_PAGE", 1000)
    (folder / "a.example.html.gz").write_bytes(gzip.compress(b"x" * 1000))
    assert len(read_page(folder / "a.example.html.gz")) == 1000
    (folder / "a.example.html.gz").write_bytes(gzip.compress(b"x" * 1001))
    with pytest.raises(PackageError, match="unpacks to more than 1000 bytes"):
        read_page(folder / "a.example.html.gz")


def test_a_vanished_file_is_an_error_of_the_package(folder):
    package = load(folder)
    for path in ("b.html", "b.txt"):
        (folder / path).unlink()
    with pytest.raises(PackageError, match=r"b.txt: cannot be read"):
        package.page("b")
    with pytest.raises(PackageError, match=r"b.html: cannot be read"):
        read_page(folder / "b.html")
    assert package.digest() == package.digest() != load(folder).digest()


@pytest.mark.parametrize("kind", ["pipe", "device", "link to a pipe", "link out", "dangling link", "loop", "holes"])
def test_what_is_no_file_of_the_package_costs_its_own_page_only(folder, tmp_path_factory, monkeypatch, kind):
    monkeypatch.setattr(package_module, "LARGEST_PAGE", 2**20)
    outside, page = tmp_path_factory.mktemp("outside"), folder / "b.html"
    (outside / "secret.html").write_text("<p>Not for the report.")
    os.mkfifo(outside / "pipe")
    page.unlink()
    match kind:
        case "pipe":
            os.mkfifo(page)
        case "device":
            page.symlink_to("/dev/zero")
        case "link to a pipe":
            page.symlink_to(outside / "pipe")
        case "link out":
            page.symlink_to(outside / "secret.html")
        case "dangling link":
            page.symlink_to(folder / "nothing.html")
        case "loop":
            page.symlink_to(page)
        case "holes":
            with page.open("wb") as file:
                file.truncate(2**40)
    package = load(folder)
    assert package.digest()
    with pytest.raises(PackageError, match=r"b\.html: "):
        package.page("b").html()
    assert package.page("a.example").html() == b"<p>a</p>"


def test_links_within_the_package_are_followed(folder):
    (folder / "c.html").symlink_to("b.html")
    assert load(folder).page("c").html() == b"<p>b \xff</p>"


def test_a_description_that_is_a_pipe_is_refused(folder):
    (folder / "package.toml").unlink()
    os.mkfifo(folder / "package.toml")
    with pytest.raises(PackageError, match="a device or a pipe"):
        load(folder)


def test_names_that_are_not_utf_8_are_spelled_out(folder):
    (folder / os.fsdecode(b"caf\xe9.html")).write_bytes(b"<p>c</p>")
    package = load(folder)
    assert [files.id for files in package.pages] == ["a.example", "b", "caf\\xe9"]
    assert package.page("caf\\xe9").html() == b"<p>c</p>"
    assert package.digest()


def test_an_unknown_id_is_an_error(folder):
    with pytest.raises(PackageError, match="no page has the id 'c'"):
        load(folder).page("c")


def test_a_page_there_twice_is_listed_once(folder):
    (folder / "b.html.gz").write_bytes(gzip.compress(b"other"))
    package = load(folder)
    assert [files.id for files in package.pages] == ["a.example", "b"]
    assert package.page("b").html() == b"<p>b \xff</p>"


def test_what_is_no_page_is_passed_over(folder):
    (folder / "lonely.txt").write_text("gold of nothing")
    (folder / ".c.html").write_text("being written")
    (folder / "README.md").write_text("notes")
    (folder / "folder.html").mkdir()
    assert [files.id for files in load(folder).pages] == ["a.example", "b"]


def test_gold_markdown_is_part_of_its_page_and_other_markdown_is_not(folder):
    before = load(folder).digest()
    (folder / "README.md").write_text("notes")
    assert load(folder).digest() == before
    (folder / "b.md").write_text("# b")
    package = load(folder)
    assert [files.markdown for files in package.pages] == [None, folder / "b.md"]
    assert package.digest() != before and group_files(folder)[1] == [folder / "README.md"]


def test_digest_follows_names_and_contents_but_not_the_description(folder, tmp_path_factory):
    before = load(folder).digest()
    copy = tmp_path_factory.mktemp("copy")
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "package.toml").write_text('name = "renamed"')
    assert load(copy).digest() == before
    (copy / "b.txt").write_text("c")
    changed = load(copy).digest()
    for ending in (".html", ".txt", ".json"):
        (copy / f"b{ending}").rename(copy / f"c{ending}")
    assert len({before, changed, load(copy).digest()}) == 3


def test_digest_is_computed_once(folder):
    package = load(folder)
    before = package.digest()
    (folder / "b.txt").write_text("changed")
    assert package.digest() == before != load(folder).digest()


def test_info_counts_and_says_what_it_could_not_read(folder):
    (folder / "c.html").write_text("")
    (folder / "c.json").write_text("broken")
    info = load(folder).info()
    assert (info.pages, info.with_gold, info.unreadable) == (3, 1, 1)
    assert info.languages == {"unknown": 1, "en": 1}
    assert info.page_types == {"unknown": 1, "article": 1}
    assert info.gold_kinds == {"metadata-only": 1, "full": 1}


def test_gold_kind_is_what_is_claimed_or_what_there_is():
    assert gold_kind(PageMeta(extra={"gold_kind": "silver"}), has_gold=True) == "silver"
    assert gold_kind(PageMeta(page_type="home"), has_gold=True) == "full"
    assert gold_kind(PageMeta(page_type="home", without_snippets=("x",)), has_gold=False) == "snippets"
    assert gold_kind(PageMeta(page_type="home"), has_gold=False) == "page-type-only"
    assert gold_kind(PageMeta(), has_gold=False) == "metadata-only"
