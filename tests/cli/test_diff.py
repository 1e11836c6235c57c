"""`webwinnow diff`, with a peer of our own making."""

from importlib.metadata import PackageNotFoundError

import pytest

from webwinnow.evaluate.adapters import peers


@pytest.fixture
def peer(monkeypatch):
    """A library that finds what it is told to."""

    def install(answer):
        monkeypatch.setitem(peers.PEERS, "trafilatura", peers.Peer(lambda page, url: (answer(page), None)))
        monkeypatch.setattr(peers, "installed_version", lambda name: "1")

    return install


def test_side_by_side(run, page, story, peer, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")
    peer(lambda source: f"Mill\n{story}\nHome")
    result = run("diff", page, "-e", "lqf")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["Mill", "=", "Mill"]
    assert lines[1].split(" = ") == [f"{story}{' ' * (42 - len(story))}", story]
    assert lines[2].strip() == "> Home"
    assert lines[-1] == "webwinnow 7 words, trafilatura 8 words; 7 in both (F1 of the words: 0.933)"


def test_as_a_page(run, page, peer, tmp_path):
    peer(lambda source: "<script>alert(1)</script>")
    file = tmp_path / "diff.html"
    assert run("diff", page, "-e", "lqf", "--html", file).exit_code == 0
    written = file.read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)" in written
    assert "<script" not in written


def test_a_missing_peer_is_named_with_the_command(run, page, monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(peers, "installed_version", missing)
    result = run("diff", page, "--peer", "justext")
    assert result.exit_code == 2
    assert "pip install justext" in result.stderr


def test_a_peer_that_fails(run, page, peer):
    def fail(source):
        raise ValueError("no luck")

    peer(fail)
    result = run("diff", page, "-e", "lqf")
    assert result.exit_code == 2
    assert "trafilatura failed on this page (ValueError: no luck)" in result.stderr
