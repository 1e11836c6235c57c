"""Packages, labels, runs and recipes over HTTP: what is written, where, and what is refused."""

import json
import os
import threading
import time

import pytest

from serve.conftest import NEWS
from serve.running import running_server
from webwinnow import extract
from webwinnow.evaluate import evaluate
from webwinnow.evaluate.package import load, toml_text
from webwinnow.evaluate.validation import validate
from webwinnow.evaluate.writing import write_aside
from webwinnow.recipes import read_recipes
from webwinnow.serve import annotations
from webwinnow.serve.annotations import LabelledPage, save
from webwinnow.serve.labelling import label
from webwinnow.serve.requests import RequestError

SOURCE = NEWS.read_text("utf-8")


def begun(folder, name="small", **pages):
    (folder / name).mkdir()
    (folder / name / "package.toml").write_text(toml_text({"name": name}))
    for page, html in pages.items():
        (folder / name / f"{page}.html").write_text(html, encoding="utf-8")
    return folder / name


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("packages")
    begun(made, news=SOURCE, again=SOURCE, third=SOURCE)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    begun(elsewhere, "linked", page=SOURCE)
    (made / "linked").symlink_to(elsewhere / "linked")
    (made / "secret.html").write_text("<p>not in a package")
    return made


@pytest.fixture(scope="module")
def shelf(folder):
    with running_server("-j", "1", "--packages", str(folder)) as started:
        yield started


def spans(page=SOURCE) -> list[list[int]]:
    return [list(pair) for pair in extract(page).spans]


def test_packages_are_those_of_the_folder_and_nothing_else(shelf):
    assert {"small", "linked"} <= set(shelf.get("/v1/packages").json)
    found = shelf.get("/v1/packages/small").json
    assert [page["id"] for page in found["pages"]] == ["again", "news", "third"]
    assert "Night train" in shelf.get("/v1/packages/small/news").json["html"]
    for wrong in ("..", "%2e%2e", "small/secret", "small/..%2f..%2fsecret", "none/news", "%2e%2e%2f", "small/%00"):
        assert shelf.get(f"/v1/packages/{wrong}").status == 404, wrong


def test_labels_become_gold_that_evaluations_read(shelf, folder, tmp_path):
    seen = shelf.get("/v1/packages/small/news").json
    headline = [list(pair) for pair in extract(SOURCE).headline.spans]
    fields = {"annotator": "anna", "labels": {"content": spans(), "headline": headline}, "multiple_articles": True}
    saved = shelf.post("/v1/packages/small/news", **fields, version=seen["version"])
    assert saved.status == 200 and saved.json["is_gold"] is True
    page = load(folder / "small").page("news")
    assert page.gold == saved.json["gold"] and page.meta.multiple_articles is True
    assert page.meta.title == extract(SOURCE).headline.text
    assert page.html() == SOURCE.encode()  # the page itself never changes
    run = evaluate(folder / "small", ["consensus"], tmp_path / "run")
    cells = {cell.page: cell for cell in run.cells["small", "consensus"]}
    assert cells["news"].number(run.leading, "f1") == pytest.approx(1.0)
    assert [each.message for each in validate(load(folder / "small")) if each.severity == "error"] == []


def test_the_second_annotator_is_told_and_nothing_is_lost(shelf, folder):
    seen = shelf.get("/v1/packages/small/again").json["version"]
    labels, fewer = {"content": spans()}, {"content": spans()[:1]}
    assert shelf.post("/v1/packages/small/again", annotator="anna", labels=labels, version=seen).status == 200
    told = shelf.post("/v1/packages/small/again", annotator="bea", labels=fewer, version=seen)
    assert (told.status, told.code) == (409, "changed") and "anna" in told.json["error"]["message"]
    gold = load(folder / "small").page("again").gold
    now = shelf.get("/v1/packages/small/again").json["version"]
    beside = shelf.post("/v1/packages/small/again", annotator="bea", labels=fewer, version=now).json
    assert beside["is_gold"] is False and load(folder / "small").page("again").gold == gold
    agreed = beside["agreement"][0]
    assert agreed["annotators"] == ["anna", "bea"] and 0 < agreed["content"]["f1"] < 1
    listed = shelf.get("/v1/packages/small").json
    assert listed["agreement"] == [{"annotators": ["anna", "bea"], **agreed["content"]}]
    assert {page["id"]: page["annotators"] for page in listed["pages"]}["again"] == ["anna", "bea"]
    taken = shelf.post("/v1/packages/small/again", annotator="bea", labels=fewer, as_gold=True).json
    assert taken["is_gold"] is True and load(folder / "small").page("again").gold != gold


def test_a_page_is_added_as_an_extension_would(shelf, folder):
    assert shelf.post("/v1/packages", name="kept", gold="headline and paragraphs").status == 201
    assert shelf.post("/v1/packages", name="kept").code == "exists"
    fields = {"html": SOURCE, "url": "https://news.example/a/b.html?c=d", "language": "en", "annotator": "anna"}
    added = shelf.post("/v1/packages/kept", **fields, gold="Night train\n\nIt runs.", title="Night train", author=["A"])
    assert added.status == 201 and added.json["page"] == "news.example-a-b"
    again = shelf.post("/v1/packages/kept", **fields, labels={"content": spans()})
    assert again.json["page"] == "news.example-a-b-2"  # never over what is there
    page = load(folder / "kept").page("news.example-a-b")
    assert (page.gold, page.meta.title, page.meta.author) == ("Night train\n\nIt runs.", "Night train", ("A",))
    assert page.meta.url == fields["url"] and page.meta.language == "en"
    assert shelf.get("/v1/packages/kept/news.example-a-b-2").json["html"] == SOURCE
    bare = shelf.post("/v1/packages/kept", html="<p>no labels", id="bare")
    assert bare.status == 201 and load(folder / "kept").page("bare").gold is None


def test_a_page_that_says_another_charset_keeps_its_places(shelf, folder):
    html = "<meta charset=windows-1256><p>\U0001f33e Grün & خبز, words that stay where they are.</p>"
    shelf.post("/v1/packages", name="charsets")
    start = html.index("Grün")
    pair = [[start, html.index("</p>")]]
    added = shelf.post("/v1/packages/charsets", html=html, id="one", annotator="a", labels={"content": pair})
    assert added.json["gold"] == "Grün & خبز, words that stay where they are.\n"
    assert shelf.get("/v1/packages/charsets/one").json["html"] == html


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/v1/packages/small/third", {"annotator": "a"}, 400),
        ("/v1/packages/small/third", {"annotator": "", "labels": {"content": [[0, 9]]}}, 400),
        ("/v1/packages/small/third", {"annotator": "x" * 41, "labels": {"content": [[0, 9]]}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {"contents": []}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {"content": [[5, 2]]}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {"content": [[0, 10**9]]}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {"content": [[True, 9]]}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {"content": "all"}}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": [], "version": 7}, 400),
        ("/v1/packages/small/third", {"annotator": "a", "labels": {}, "html": "<p>x"}, 400),
        ("/v1/packages/small/none", {"annotator": "a", "labels": {}}, 404),
        ("/v1/packages/none", {"html": "x"}, 404),
        ("/v1/packages/linked", {"html": "x"}, 403),
        ("/v1/packages/linked/page", {"annotator": "a", "labels": {}}, 403),
        ("/v1/packages/small", {"html": "x", "id": "../out"}, 409),
        ("/v1/packages/small", {"html": "x", "id": "news"}, 409),
        ("/v1/packages/small", {"html": "x", "labels": {}, "gold": "y", "annotator": "a"}, 400),
        ("/v1/packages/small", {"url": "http://127.0.0.1:9/"}, 422),
        ("/v1/packages", {"name": "../out"}, 400),
        ("/v1/packages", {"name": ".hidden"}, 400),
        ("/v1/packages", {}, 400),
        ("/v1/recipes", {"name": "x y", "expression": "bte"}, 400),
        ("/v1/recipes", {"name": "mine", "expression": "nothing-like-it"}, 400),
        ("/v1/recipes", {"name": "mine", "expression": "shallow(model='/etc/passwd')"}, 400),
        ("/v1/recipes", {"name": "addanag", "expression": "bte"}, 409),
        ("/v1/expression", {"expression": "vote("}, 400),
        ("/v1/evaluations", {"package": "small", "extractors": []}, 400),
        ("/v1/evaluations", {"package": "small", "extractors": ["bte"], "limit": 0}, 400),
        ("/v1/evaluations", {"package": "none", "extractors": ["bte"]}, 404),
        ("/v1/compare", {"html": "x", "extractors": [], "peers": []}, 400),
        ("/v1/compare", {"html": "x", "extractors": ["shallow(model='/etc/passwd')"]}, 400),
        ("/v1/compare", {"html": "x", "peers": ["no-such-library"]}, 400),
        ("/v1/curves", {"html": "x", "extractor": "nothing-like-it"}, 400),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(shelf, folder, path, fields, status):
    before = sorted(folder.rglob("*"))
    answer = shelf.post(path, **fields)
    assert answer.status == status and answer.json["error"]["message"], answer.body
    assert sorted(folder.rglob("*")) == before


def test_a_page_without_main_content_is_said_to_have_none(shelf, folder):
    saved = shelf.post("/v1/packages/small/third", annotator="a", empty=True, labels={})
    assert saved.status == 200 and load(folder / "small").page("third").meta.extra["gold_kind"] == "empty"
    assert shelf.post("/v1/packages/small/third", annotator="a", empty=True, labels={"content": spans()}).status == 400


def test_expressions_are_taken_apart(shelf):
    found = shelf.post("/v1/expression", expression="lqf(threshold=0.25) >> vote(2.5, dsc*1.5, bte | addanag)").json
    first, voting = found["tree"]["members"]
    assert first == {"kind": "stage", "name": "lqf", "parameters": {"threshold": "0.25"}}
    assert (voting["kind"], voting["quorum"], voting["members"][0]["weight"]) == ("vote", 2.5, 1.5)
    assert [each["kind"] for each in voting["members"][1]["members"]] == ["stage", "serial"]


def test_a_recipe_is_saved_and_known_at_once(shelf, folder):
    assert shelf.post("/v1/recipes", name="for-mills", expression="dsc | bte", summary="Mills").status == 201
    found = shelf.post("/v1/extract", html=SOURCE, extractor="for-mills", format="text")
    assert found.json["content"] == extract(SOURCE, "dsc | bte").text
    assert read_recipes(folder / "recipes.toml")["for-mills"].summary == "Mills"
    assert "for-mills" in {each["name"] for each in shelf.get("/v1/stages").json}


def test_an_evaluation_runs_and_stands_on_the_board(shelf, folder):
    started = shelf.post("/v1/evaluations", package="small", extractors=["bte"], limit=1)
    assert started.status == 202
    until = time.monotonic() + 120
    while (now := shelf.get(f"/v1/evaluations/{started.json['id']}").json)["state"] == "running":
        assert time.monotonic() < until, now
        time.sleep(0.1)
    assert now["state"] == "done" and now["done"] == now["total"] == 1, now
    board = next(each for each in shelf.get("/v1/leaderboards").json if each["package"] == "small")
    assert any(row["candidate"] == "bte" and row["run"] == now["run"] for row in board["rows"])
    assert (folder / "runs" / now["run"] / "report.html").exists()
    assert shelf.get("/v1/evaluations/99").status == 404
    assert shelf.ask("DELETE", f"/v1/evaluations/{started.json['id']}", None, {}).status == 200


def test_without_a_folder_nothing_is_saved(server):
    assert server.get("/v1/packages").json == [] == server.get("/v1/leaderboards").json
    assert server.post("/v1/packages", name="mine").status == 404
    assert server.post("/v1/recipes", name="mine", expression="bte").status == 404


def test_candidates_are_compared(server):
    found = server.post("/v1/compare", html=SOURCE, extractors=["consensus", "plain"]).json
    assert found["reference"] == "consensus"
    first, second = found["candidates"]
    assert first["words"]["missing"] == first["words"]["superfluous"] == 0 and "scores" not in first
    assert second["words"]["superfluous"] > 0
    kinds = {kind for kind, _ in second["passages"]}
    assert "superfluous" in kinds
    scored = server.post("/v1/compare", html=SOURCE, extractors=["plain"], gold=first["text"]).json["candidates"][0]
    assert scored["scores"]["word-bag"]["recall"] == 1.0 > scored["scores"]["word-bag"]["precision"]


def labelled(annotator="anna") -> LabelledPage:
    page = extract(SOURCE).page
    return LabelledPage(annotator, label(page, {"labels": {"content": spans()}}), {})


@pytest.mark.parametrize("written", [0, 1])
def test_an_end_between_two_files_leaves_a_valid_package(tmp_path, monkeypatch, written):
    package = begun(tmp_path, page=SOURCE)
    save(package, "page", labelled(), None, as_gold=False)
    real, times = write_aside, list[str]()

    def ends(path, content):
        if len(times) == written:
            raise KeyboardInterrupt
        times.append(path)
        real(path, content)

    monkeypatch.setattr(annotations, "write_aside", ends)
    with pytest.raises(KeyboardInterrupt):
        save(package, "page", labelled(), None, as_gold=True)
    assert [each for each in validate(load(package)) if each.severity == "error"] == []
    assert "anna" in load(package).page("page").meta.extra["annotations"]


def test_a_server_that_is_killed_while_saving_leaves_a_valid_package(tmp_path):
    package = begun(tmp_path, page=SOURCE)
    with running_server("-j", "1", "--packages", str(tmp_path)) as server:
        answered = list[int]()

        def keep_saving():
            while True:
                try:
                    fields = {"annotator": f"a{len(answered)}", "labels": {"content": spans()}, "as_gold": True}
                    answered.append(server.post("/v1/packages/small/page", **fields).status)
                except (OSError, ValueError):
                    return

        thread = threading.Thread(target=keep_saving)
        thread.start()
        until = time.monotonic() + 60
        while len(answered) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(server.process.pid, 9)
        thread.join(30)
    assert set(answered) == {200}
    page = load(package).page("page")
    assert len(page.meta.extra["annotations"]) >= len(answered)  # what was answered is there
    assert [each for each in validate(load(package)) if each.severity == "error"] == []


def test_two_saves_at_a_time_keep_both(tmp_path):
    package = begun(tmp_path, page=SOURCE)
    made = {name: labelled(name) for name in ("anna", "bea", "cleo")}
    threads = [
        threading.Thread(target=save, args=(package, "page", made[name], None), kwargs={"as_gold": False})
        for name in made
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    known = json.loads((package / "page.json").read_text())
    assert sorted(known["annotations"]) == ["anna", "bea", "cleo"]
    with pytest.raises(RequestError, match="was changed"):
        save(package, "page", made["anna"], "another-version", as_gold=False)
