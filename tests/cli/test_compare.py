"""`webwinnow compare`."""

import pytest

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "package.toml").write_text('name = "small"\n')
    for number in range(8):
        gold = f"The miller of village number {number} grinds at night."
        (folder / f"page-{number}.html").write_text(
            f"<ul><li><a href=/>Home</a><li><a href=/>News</a></ul><p>{gold}</p>"
        )
        (folder / f"page-{number}.txt").write_text(gold)
    return folder


def test_which_pages_got_better_and_by_how_much(run, package, tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"
    for expression, folder in (("plain", before), ("lqf", after)):
        made = run("evaluate", package, "-e", expression, "--measures", "word-bag,word-set", "-j", 1, "-o", folder)
        assert made.exit_code == 0
    result = run("compare", before, after, "--top", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "small, plain -> lqf, word-bag f1"
    assert lines[1].startswith("  mean 0.9000 -> 1.0000, +0.1000 [+0.1000, +0.1000], p = 0.0078: better")
    assert lines[2] == "  8 pages better, 0 worse, 0 the same"
    assert lines[4].split() == ["page-0", "0.900", "1.000", "+0.100"]
    assert lines[7] == "    and 5 more"
    back = run("compare", after, before, "--measure", "word-set").stdout
    assert ": worse\n" in back
    assert "0 pages better, 8 worse, 0 the same" in back
    same = run("compare", before, before).stdout.splitlines()
    assert same[0] == "small, plain, word-bag f1"
    assert same[1].endswith("may be chance")


def test_a_folder_without_a_run(run, tmp_path):
    result = run("compare", tmp_path, tmp_path)
    assert result.exit_code == 1
    assert "holds no run.json" in result.stderr
