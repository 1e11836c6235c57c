import pytest

from webwinnow.errors import PackageError
from webwinnow.evaluate.importers import by_name, find, read_object, read_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_texts_are_read_in_the_encoding_they_have(tmp_path, encoding):
    path = tmp_path / "text"
    path.write_bytes("Café déjà vu, über alle Maßen\r\nnächste Zeile\rletzte".encode(encoding))
    assert read_text(path) == "Café déjà vu, über alle Maßen\nnächste Zeile\nletzte"


@pytest.mark.parametrize("content", [b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_an_error(tmp_path, content):
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(PackageError, match=r"x\.json"):
        read_object(tmp_path / "x.json")
    with pytest.raises(PackageError, match=r"none\.json"):
        read_object(tmp_path / "none.json")


def test_files_are_found_at_any_depth_and_folders_are_not_files(tmp_path):
    for name in ("b.html", "deep/er/a.html", "not.html/x.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [path.name for path in find(tmp_path, "*.html", "pages")] == ["b.html", "a.html"]


def test_two_files_of_one_name_are_an_error(tmp_path):
    with pytest.raises(PackageError, match="have the same name"):
        by_name([tmp_path / "en" / "1.html", tmp_path / "zh" / "1.html"], ".html")
