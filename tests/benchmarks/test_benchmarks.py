"""The measurements measure what they say; how fast anything is, is no matter of tests."""

import gzip
import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

if importlib.util.find_spec("selectolax") is None or importlib.util.find_spec("lxml") is None:
    pytest.skip("the benchmarks compare with selectolax and lxml", allow_module_level=True)

from benchmarks.child import Child
from benchmarks.growth import Growth, best
from benchmarks.pages import Page, folder_of_pages, generated_pages, page_of
from benchmarks.peak import large_pages
from benchmarks.retained import bytes_kept
from benchmarks.sample import Sample
from benchmarks.speed import Speed, measure, ours
from benchmarks.starts import Start, starts
from benchmarks.table import table

from benchmarks import __main__ as speed_command
from benchmarks import agreement, coverage, peers, readme
from webwinnow import Document
from webwinnow.catalogue import STAGES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    for page in generated_pages(3, size=2000):
        (pages / f"{page.name}.html.gz").write_bytes(gzip.compress(page.data))
    (pages / "small.html").write_bytes(b"<p>One <b>two</b> three")
    (pages / "small.json").write_text("{}")
    return pages


@pytest.fixture
def in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what starts processes, a second for each: they have tests of their own."""
    monkeypatch.setattr(speed_command, "IMPLEMENTATION", "numpy")
    monkeypatch.setattr(speed_command, "large_pages", lambda _: [Page("large", b"")])
    monkeypatch.setattr(speed_command, "peaks", lambda tasks, _: dict.fromkeys(tasks, 3.5))
    monkeypatch.setattr(speed_command, "starts", lambda: [Start("some library", 0.125, 0.25)])


def _page(source: str) -> Page:
    return Page("page", source.encode())


class TestPages:
    def test_a_folder_gives_its_pages_in_order_and_unpacked(self, folder: Path) -> None:
        pages = list(folder_of_pages(folder))
        assert [page.name for page in pages] == [*(f"generated-{at}.html.gz" for at in range(3)), "small.html"]
        assert pages[3].data == b"<p>One <b>two</b> three"
        assert pages[0].data == generated_pages(1, size=2000)[0].data

    def test_fewer_pages_are_spread_evenly(self, folder: Path) -> None:
        assert [page.name for page in folder_of_pages(folder, at_most=2)] == [
            "generated-0.html.gz",
            "generated-2.html.gz",
        ]
        assert len(folder_of_pages(folder, every=4)) == 1

    @pytest.mark.parametrize("name", ["missing", "empty"])
    def test_a_folder_without_pages_ends_with_one_line(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "empty").mkdir()
        with pytest.raises(SystemExit, match=f"{name}: no folder with pages"):
            folder_of_pages(tmp_path / name)

    def test_generated_pages_are_the_same_each_time_and_of_the_asked_size(self) -> None:
        assert page_of(50_000, seed=3) == page_of(50_000, seed=3) != page_of(50_000, seed=4)
        assert 50_000 < len(page_of(50_000)) < 65_000


class TestSpeed:
    @pytest.mark.usefixtures("in_one_process")
    def test_the_command_measures_all_stages_and_keeps_the_results(
        self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        output = tmp_path / "kept.json"
        arguments = [str(folder), "--pages", "2", "--output", str(output), "--sizes", "1000", "4000", "--steps"]
        assert speed_command.main(arguments) == 0
        kept = json.loads(output.read_text())
        rates = {each["task"]: each for each in kept["speed"]}
        assert {"lxml", "lexbor", "decode", "cut into tokens", "bytes to tree with sums", "render text"} <= set(rates)
        assert {f"bytes to {name}" for name in STAGES} <= set(rates)
        assert rates["lxml"]["ratios"]["lxml"] == 1 and rates["decode"]["ratios"]["lexbor"] > 0
        assert all(each["failed"] == 0 and each["bytes"] == kept["bytes"] > 0 for each in rates.values())
        assert kept["source"] == "pages" and kept["pages"] == 2
        assert kept["machine"]["cores"] >= 1 and kept["machine"]["numpy"] == np.__version__
        assert [len(each["milliseconds_per_megabyte"]) for each in kept["growth"]] == [2] * len(kept["growth"])
        assert all(each["median"] > 0 for each in kept["retained"])
        shown = capsys.readouterr().out
        assert all(task in shown for task in rates) and "growth" in shown
        assert rates["bytes to text"]["pages_per_second"] > 0 and rates["bytes to text"]["peak"] == 3.5
        assert "bytes to text by lqf >> bte" in rates and "the worst of large" in shown
        assert "some library" in shown and kept["starts"][0]["first_page"] == 0.25

    def test_the_readme_has_the_last_run_and_what_it_means(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_one_process: None
    ) -> None:
        shown = tmp_path / "README.md"
        shown.write_text(f"Before.\n\n{readme.START}\n\nan old run\n\n{readme.END}\n\nAfter.\n")
        put = readme.write_run
        monkeypatch.setattr(speed_command, "write_run", lambda report, text: put(report, text, shown))
        assert speed_command.main([str(folder), "--sizes", "--readme"]) == 0
        text = shown.read_text()
        assert text.startswith("Before.") and text.endswith("After.\n") and "old run" not in text
        assert "\n    pages: 4 pages, " in text and "\n- As a multiple of our text: Markdown " in text
        assert "some library 250." in text and "times as long as choosing" in text
        assert readme.START in readme.README.read_text(encoding="utf-8")

    def test_only_what_is_asked_for_is_measured(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert (
            speed_command.main([str(folder), "--pages", "1", "--only", "bytes to text", "bytes to json", "decode"]) == 0
        )
        shown = capsys.readouterr().out
        assert "bytes to text" in shown and "decode" in shown
        assert "times as long as the text" in shown
        assert "bytes to bte" not in shown and "a new process" not in shown

    @pytest.mark.usefixtures("in_one_process")
    def test_generated_pages_stand_in_for_a_folder(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert speed_command.main(["--pages", "1", "--sizes"]) == 0
        assert capsys.readouterr().out.startswith("generated: 1 pages")

    def test_a_task_that_fails_is_counted_and_the_others_go_on(self) -> None:
        def broken(sample: object) -> object:
            raise KeyError(sample)

        found = {each.task: each for each in measure([_page("<p>text")], {"broken": broken, "fine": lambda _: None})}
        assert found["broken"].failed == 1 and found["broken"].reasons == {"KeyError": 1}
        assert found["broken"].bytes == found["broken"].rate == 0
        assert found["fine"].failed == 0 and found["fine"].bytes == 7

    def test_rate_is_megabytes_per_second(self) -> None:
        assert Speed("one", bytes=3_000_000, seconds=1.5).rate == 2

    def test_pages_that_one_of_two_cannot_read_count_for_neither(self) -> None:
        one, other = Speed("one"), Speed("other")
        for seconds in (0.1, 0.3, "ValueError"):
            one.count(10, seconds)
        for seconds in (0.2, "KeyError", 5.0):
            other.count(10, seconds)
        assert one.milliseconds == pytest.approx(200) and one.pages_per_second == pytest.approx(5)
        assert one.times_as_fast_as(other) == pytest.approx(2) == 1 / (other.times_as_fast_as(one) or 0)
        nothing = Speed("nothing", each=[None, None, None], failed=3)
        assert nothing.milliseconds is nothing.pages_per_second is one.times_as_fast_as(nothing) is None

    def test_rounds_elsewhere_stand_beside_ours_under_their_name(self) -> None:
        turns: list[str] = []

        def elsewhere(page: Page) -> dict[str, float | str]:
            turns.append(page.name)
            return {"fine": 0.5}

        pages = [Page("first", b"<p>1"), Page("second", b"<p>2")]
        tasks = {"fine": lambda sample: turns.append(f"own {sample.page.name}")}
        found = {each.task: each for each in measure(pages, tasks, passes=1, beside={"numpy": elsewhere})}
        assert list(found) == ["fine", "fine, numpy"] and found["fine, numpy"].each == [0.5, 0.5]
        assert turns == ["own first", "first", "own second", "second"]

    def test_large_pages_are_read_to_their_end(self) -> None:
        tags = Sample(_page("<b></b>" * 100_001 + "<p>" + "the last of many words " * 20))
        assert "the last of many words" in str(ours()["bytes to text by bte"](tags))

    def test_only_peers_that_are_installed_take_part(self) -> None:
        def missing() -> peers.Task:
            raise ImportError("no such library")

        assert list(peers.installed({"missing": missing, "lxml": peers.lxml})) == ["lxml"]

    @pytest.mark.parametrize(("seconds", "exponent"), [((1, 10, 100), 1), ((1, 10, 1000), 2), ((1, 5, 5), 0)])
    def test_the_exponent_tells_linear_from_quadratic(self, seconds: tuple[float, ...], exponent: float) -> None:
        assert Growth("one", (10, 100, 1000), seconds).exponent == pytest.approx(exponent)

    def test_the_best_of_all_turns_counts_for_each_size(self) -> None:
        assert best([[3, 4, None], [2, None, None], [5, 9, None]]) == (2, 4, 0)
        assert Growth("one", (10, 100, 1000), (2, 4, 0)).exponent is None


class TestChild:
    def test_a_child_measures_on_numpy_and_by_its_own_memory(self) -> None:
        page = Page("page", page_of(1_200_000))
        with Child(pure=True) as child:
            peak = child.peak("lxml", page)
            times = child.times(["lxml", "bytes to text by bte"], page)
        assert all(isinstance(took, float) and took > 0 for took in times.values()) and len(times) == 2
        assert peak is None or 1 < peak < 100

    def test_memory_is_measured_on_large_pages_generated_if_there_are_none(self) -> None:
        large = [Page(str(size), b" " * size) for size in (10, 1_000_001, 3_000_000, 2_000_000, 4_000_000)]
        assert [page.name for page in large_pages(large)] == ["4000000", "3000000", "2000000"]
        assert all(len(page.data) > 1_000_000 for page in large_pages(large[:1]))

    def test_a_start_is_the_import_and_a_first_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wait = "from time import process_time as now; end = now() + 0.02\nwhile now() < end: pass"
        monkeypatch.setattr("benchmarks.starts.USES", {"slow": (wait, wait), "none": ("import no_such_library", "")})
        slow, none = starts(rounds=1)
        assert slow.imported and slow.first_page and 0.02 <= slow.imported <= slow.first_page - 0.02
        assert none == Start("none", None, None)


class TestRetained:
    def test_columns_count_once_and_the_source_does_not(self) -> None:
        document = Document("<p>" + "word " * 10_000)
        before = bytes_kept(document)
        assert before == 0
        columns = document.markup.tokens
        after = bytes_kept(document)
        assert columns.edge.nbytes + columns.code.nbytes <= after < len(document.source) / 10
        assert len(document.words) == 10_000
        assert bytes_kept(document) - after >= document.words.start.nbytes + document.words.end.nbytes


class TestAgreement:
    def test_well_formed_pages_agree_wholly(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert agreement.main([str(folder), "--every", "1"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("4 pages, ") and "4 pages without a difference" in shown
        assert shown.count("100.00000%") == 2

    def test_all_parts_of_a_run_must_have_its_parent(self) -> None:
        theirs = agreement._side(["onetwo", "three"], ["html/body/p", "html/body"])
        ours = agreement._side(["one", "two", "three"], ["html/body/p", "html/body/i", "html/main/body"])
        found = agreement.Agreement()
        agreement.compare(_page(""), ours, theirs, found)
        assert (found.runs, found.parents, found.paths) == (2, 1, 0)
        assert found.differences == {("html/body/i", "html/body/p"): 1} and found.pages == {"page": 1}

    def test_where_texts_differ_equal_runs_are_aligned(self) -> None:
        ours = agreement._side(["one", "more", "two"], ["a", "a", "b"])
        theirs = agreement._side(["one", "other", "two"], ["a", "a", "b"])
        found = agreement.Agreement()
        agreement.compare(_page(""), ours, theirs, found)
        assert (found.runs, found.parents) == (3, 2) and found.differences == {("", "a"): 1}

    def test_characters_that_nobody_sees_are_not_compared(self) -> None:
        source = "<p>a&#x2063;b\u200b &nbsp;c&zwnj;<b>\u2063</b>\x85"
        ours, theirs = agreement.our_side(Document(source)), agreement.lexbor_side(source)
        assert np.array_equal(ours.stream, [ord(letter) for letter in "abc"])
        assert np.array_equal(ours.stream, theirs.stream) and ours.paths == theirs.paths == ["html/body/p"]

    def test_scripts_and_templates_are_on_neither_side(self) -> None:
        source = "<title>t</title><script>s</script><body><template><p>x</p></template><textarea>y</textarea>z"
        assert agreement.our_side(Document(source)).paths == agreement.lexbor_side(source).paths == ["html/body"]


class TestCoverage:
    def test_every_word_of_generated_pages_is_in_a_run(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert coverage.main([str(folder), "--floor", "0.99"]) == 0
        rows = capsys.readouterr().out.splitlines()
        assert rows[-2].split()[:2] == ["pages", "4"] and "100.000%" in rows[-2]

    def test_reasons_are_named(self) -> None:
        found = coverage.coverage(
            _page("<p>one two<textarea>three</textarea><div hidden>four</div><select><option>five<!-- no --></select>")
        )
        assert (found.words, found.in_runs, found.seen) == (5, 4, 2)
        assert found.lost == {"raw text of textarea": 1} and found.unseen == {"hidden": 1, "control": 1}
        assert coverage.remarks([found], 0.99)[0].startswith(
            "  page: 80.0% of 5 words in runs, 40.0% seen; lost in raw"
        )

    def test_a_quote_that_swallows_text_is_found_and_a_quoted_tag_is_none(self) -> None:
        open_quote = coverage.coverage(_page('<a href="x>swallowed words</a> <a href="y">shown</a>'))
        assert open_quote.lost == {"attributes of a": 2}
        assert coverage.coverage(_page('<a title="1 > 0 <b>bold</b>">shown</a>')).words == 1

    def test_scripts_styles_titles_and_comments_hold_no_words(self) -> None:
        source = "<title>t</title><style>s > s</style><script>a<b</script><!-- c > d --><p>word &amp; w&ouml;rd"
        assert coverage.crude_words(source).tolist() == [source.index("word"), source.index("w&ouml;")]

    def test_a_page_below_the_floor_makes_the_command_fail(self, tmp_path: Path) -> None:
        (tmp_path / "page.html").write_text("<textarea>most words</textarea>word")
        assert coverage.main([str(tmp_path)]) == 1 and coverage.main([str(tmp_path), "--floor", "0.1"]) == 0

    def test_broken_characters_are_reported(self) -> None:
        found = coverage.coverage(_page("<meta charset=utf-8>ab\ufffd\ufffdcd é é"))
        assert found.broken == 0.5 and "50% of the characters beyond ASCII broken" in coverage.remarks([found], 0.5)[0]


def test_tables_line_up() -> None:
    assert table(["a", "figure"], [["one", 1.234], ["three", None], ["four", 12345]]) == (
        "a      figure\none      1.23\nthree       -\nfour   12,345\n"
    )
