"""The service as its clients meet it: a server in a process of its own."""

import base64
import json
import re
import socket
from importlib import resources

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup import markup
from serve.conftest import NEWS
from test_conformance import PAGES
from webwinnow import extract
from webwinnow.headline import find_headline
from webwinnow.posts import find_posts
from webwinnow.serve.answers import OPERATIONS
from webwinnow.serve.openapi import describe
from webwinnow.serve.settings import ServiceSettings

PAGE = NEWS.read_text(encoding="utf-8")
SCHEMA = json.loads(resources.files("webwinnow").joinpath("render", "result.schema.json").read_text(encoding="utf-8"))


def test_the_result_is_the_one_that_python_has(server):
    answer = server.post("/v1/extract", html=PAGE, url="https://example.org/story", blocks=True)
    assert answer.status == 200
    expected = extract(PAGE, url="https://example.org/story").to_dict(blocks=True)
    assert answer.json == json.loads(json.dumps(expected))
    jsonschema.validate(answer.json, SCHEMA)


def test_formats_and_options_are_those_of_python(server):
    answer = server.post("/v1/extract", html=PAGE, extractor="lqf >> bte", format="markdown", links=False, drop=["h1"])
    expected = extract(PAGE, "lqf >> bte", links=False, drop="h1")
    assert answer.json["content"] == expected.markdown
    assert answer.json["extractor"] == str(expected.extractor)
    assert server.post("/v1/extract", html=PAGE, favour="precision", format="text").json["content"] == (
        extract(PAGE, favour="precision").text
    )


def test_facts_are_those_of_python(server):
    page = extract(PAGE).page
    assert server.post("/v1/headline", html=PAGE).json["text"] == find_headline(page).text
    assert server.post("/v1/posts", html=PAGE).json["count"] == len(find_posts(page))
    assert server.post("/v1/pagetype", html=PAGE).json["type"] == extract(page).page_type.type
    assert server.post("/v1/metadata", html=PAGE, candidates=True).json["candidates"]


def test_explain_shows_curves_or_what_became_of_a_sentence(server):
    curves = server.post("/v1/explain", html=PAGE, extractor="bte").json
    assert curves["expression"] == "bte" and curves["panels"]
    sentence = extract(PAGE).text.split("\n\n")[1][:40]
    found = server.post("/v1/explain", html=PAGE, sentence=sentence).json
    assert [place["verdict"] for place in found["places"]] == ["kept"]
    assert server.post("/v1/explain", html=PAGE, sentence=" ").code == "wrong_value"


def test_explain_a_place_instead_of_a_sentence(server):
    start = PAGE.index("<h1")
    found = server.post("/v1/explain", html=PAGE, start=start, end=PAGE.index("</h1")).json
    assert found["places"][0]["text"] == extract(PAGE).headline.text == found["sentence"]
    for start, end in ((0, 3), (9, 2), (-5, 10**9)):
        assert server.post("/v1/explain", html=PAGE, start=start, end=end).status == 200


def test_bytes_in_base64_are_decoded_as_files_are(server):
    data = "<meta charset=windows-1252><p>Un café très noir, s'il vous plaît, et un verre d'eau.".encode("cp1252")
    answer = server.post("/v1/extract", base64=base64.b64encode(data).decode())
    assert answer.json == json.loads(json.dumps(extract(data).to_dict()))
    assert answer.json["encoding"] == "windows-1252"
    assert server.post("/v1/extract", base64="no base64").code == "wrong_value"
    assert server.post("/v1/extract", base64="", html="").code == "bad_request"


def test_several_pages_in_one_request(server, site):
    pages = [{"html": PAGE}, {"html": ""}, {"url": f"{site}/gone"}, {"url": f"{site}/news"}, {"url": "x"}]
    results = server.post("/v1/extract", pages=pages, format="text").json["results"]
    assert [each["status"] for each in results] == [200, 200, 422, 200, 400]
    assert results[0]["result"]["content"] == extract(PAGE).text
    assert results[3]["result"]["url"] == f"{site}/news"
    assert results[2]["error"]["code"] == "not_fetched"


def test_stages_health_metrics_and_description(server):
    names = {each["name"]: each for each in server.get("/v1/stages").json}
    assert names["bte"]["kind"] == "extractor" and names["lqf-25"]["expression"]
    assert server.get("/health").json["status"] == "ok"
    assert "webwinnow_requests_total" in server.get("/metrics").body.decode()
    described = server.get("/openapi.json").json
    expected = describe(ServiceSettings())
    assert described["paths"].keys() == expected["paths"].keys()
    for path, methods in described["paths"].items():
        for method in methods:
            answer = server.ask(method.upper(), path.replace("{url}", "x").replace("{number}", "1"), b"{}", {})
            assert answer.status not in (405, 500), path
            assert answer.status != 404 or answer.code in ("no_package", "no_evaluation"), path  # it has no folder


@pytest.mark.parametrize(
    ("path", "body", "kind", "status", "code"),
    [
        ("/v1/extract", b"{", "application/json", 400, "bad_json"),
        ("/v1/extract", b'{"html": "x", "extractr": "bte"}', "application/json", 400, "unknown_field"),
        ("/v1/extract", b'{"html": "x", "extractor": "bet"}', "application/json", 400, "wrong_value"),
        ("/v1/extract", b'{"html": "x", "extractor": ""}', "application/json", 400, "wrong_value"),
        ("/v1/extract", b'{"html": "x", "extractor": "filter1"}', "application/json", 400, "wrong_value"),
        ("/v1/extract", b'{"html": "x", "keep": ["((("]}', "application/json", 400, "wrong_value"),
        (
            "/v1/extract",
            b'{"html": "x", "extractor": "bte", "favour": "recall"}',
            "application/json",
            400,
            "wrong_value",
        ),
        ("/v1/extract", b'{"html": "x"}', "text/plain", 415, "not_json"),
        ("/v1/extract", b'{"html": "' + b"x" * 2_000_001 + b'"}', "application/json", 413, "too_large"),
        ("/v1/extract", b" " * 4_000_001, "application/json", 413, "too_large"),
        ("/v1/nothing", b"{}", "application/json", 404, "no_such_address"),
        ("/health", b"{}", "application/json", 405, "no_such_address"),
    ],
)
def test_what_is_wrong_is_a_4xx_with_its_reason(server, path, body, kind, status, code):
    answer = server.ask("POST", path, body, {"Content-Type": kind})
    assert (answer.status, answer.code) == (status, code), answer.body
    assert answer.json["error"]["message"]


@pytest.mark.parametrize(
    "expression",
    ["shallow(model='/etc/passwd')", "shallow(ｍodel='/etc/passwd')", "shallow(model\\\n='/etc/passwd')"],
)
def test_no_request_names_a_file_of_the_server(server, expression):
    answer = server.post("/v1/extract", html="x", extractor=expression)
    assert (answer.status, answer.code) == (400, "wrong_value")
    assert "no model files" in answer.json["error"]["message"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_pages_as_bad_as_they_come(server, operation):
    results = server.post(f"/v1/{operation}", pages=[{"html": page} for page in PAGES]).json["results"]
    assert [each["status"] for each in results] == [200] * len(PAGES)


@given(sources=st.lists(markup(), min_size=5, max_size=20))
@settings(max_examples=2, deadline=None)
def test_any_markup(server, sources):
    for operation in ("extract", "explain"):
        answer = server.post(f"/v1/{operation}", pages=[{"html": source} for source in sources])
        assert {each["status"] for each in answer.json["results"]} == {200}


def test_clients_that_talk_nonsense_or_go_away(server):
    for nonsense in (
        b"\0\1\2\3\r\n\r\n",
        b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(nonsense)
    assert server.get("/health").status == 200


def test_answers_are_not_kept_run_or_embedded(server):
    for answer in (server.get("/health"), server.post("/v1/extract", html="x"), server.get("/nothing")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "access-control-allow-origin" not in answer.headers


def test_a_page_of_another_site_gets_nothing(server, site):
    assert server.get(f"/r/{site}/news", origin="https://evil.example").status == 403
    assert server.get("/v1/stages", host="evil.example").status == 403


def test_reading_as_jina_does(server, site):
    answer = server.get(f"/r/{site}/news?a=1&b=%C3%BC")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    title = re.escape(extract(PAGE).title)
    expected = extract(PAGE.encode(), url=f"{site}/news").markdown
    assert re.fullmatch(
        rf"Title: {title}\n\nURL Source: {site}/news\?a=1&b=%C3%BC\n\nMarkdown Content:\n{re.escape(expected)}",
        answer.body.decode(),
    )
    as_data = server.get(f"/r/{site}/news", accept="application/json").json
    assert as_data["code"] == 200 and as_data["data"]["content"] == expected
    assert server.get(f"/r/{site}/news", x_return_format="text").body.decode() == extract(PAGE).text
    assert server.get(f"/r/{site}/news", x_return_format="screenshot").status == 400
    assert server.get(f"/r/{site}/picture").code == "not_fetched"
    assert server.get("/r/file:///etc/passwd").code == "bad_url"


@pytest.mark.parametrize("path", ["/scrape", "/v1/scrape", "/v2/scrape"])
def test_scraping_as_firecrawl_does(server, site, path):
    formats = ["markdown", {"type": "html"}, "rawHtml", "links"]
    answer = server.post(path, url=f"{site}/news", formats=formats, onlyMainContent=True, timeout=30000, origin="sdk")
    data = answer.json["data"]
    expected = extract(PAGE.encode(), url=f"{site}/news")
    assert answer.json["success"] is True
    assert (data["markdown"], data["rawHtml"]) == (expected.markdown, PAGE)
    assert data["html"] == expected.render("clean-html")
    assert data["links"] and all(link.startswith(("http:", "https:", "mailto:")) for link in data["links"])
    assert (
        data["metadata"] | {"title": expected.title, "sourceURL": f"{site}/news", "statusCode": 200} == data["metadata"]
    )


def test_what_firecrawl_takes_and_leaves_out(server, site):
    def scraped(**fields):
        return server.post("/scrape", url=f"{site}/news", **fields).json["data"]["markdown"]

    assert len(scraped(onlyMainContent=False)) > len(scraped())
    headline = extract(PAGE).headline.text
    assert headline in scraped(includeTags=["h1"]) and len(scraped(includeTags=["h1"])) < 2 * len(headline) + 50
    assert len(scraped(excludeTags=["p"])) < len(scraped())
    for wrong in ({"formats": ["screenshot"]}, {"actions": [{"type": "click"}]}, {"formats": "markdown"}, {"url": 7}):
        answer = server.post("/scrape", **({"url": f"{site}/news"} | wrong))
        assert answer.status == 400 and answer.json["success"] is False and answer.json["error"]
