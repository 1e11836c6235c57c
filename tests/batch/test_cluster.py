"""Ray: the same job gives the same records, whatever it runs on. Ray is started once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from batch.crawls import Misbehaving, page, rows, warc
from fetch.warcs import record
from webwinnow import parse_extractor
from webwinnow.batch import ArrowPages, Job, Limits, LocalEngine, run
from webwinnow.batch.cluster import RayEngine
from webwinnow.errors import UsageError

ray = pytest.importorskip("ray", reason="pip install 'webwinnow[ray]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def test_a_path_that_ray_cannot_start_from_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/my programs/bin/python")
    (tmp_path / "a.html").write_bytes(page(1))
    with pytest.raises(UsageError, match=r"path with a blank, /my programs/bin/python: .* --engine local"):
        run(Job((str(tmp_path / "a.html"),), str(tmp_path / "out")), RayEngine())


@pytest.fixture(scope="module")
def engine() -> Iterator[RayEngine]:
    if " " in sys.executable:
        pytest.skip("Ray cannot start workers from a path with a blank")
    folder = str(Path(__file__).parents[1])
    variables = {"env_vars": {"PYTHONPATH": ":".join([folder, *sys.path])}}
    ray.init(
        address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error",
        runtime_env=variables,
    )  # fmt: skip
    yield RayEngine()
    ray.shutdown()


def test_both_engines_give_the_same_records(tmp_path: Path, engine: RayEngine) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_bytes(page(1))
    again = page(1, "And again.")
    hurting = record(again) + record(page(90, "please die")) + record(page(91)) + record(page(92, "please raise"))
    (tmp_path / "in" / "b.warc").write_bytes(hurting)
    (tmp_path / "in" / "c.warc.gz").write_bytes(warc(40, 200)[:-30])
    settings: dict[str, Any] = {
        "extractor": Misbehaving(),
        "facts": False,
        "near_duplicates": True,
        "limits": Limits(seconds=20),
    }
    watched: list[str] = []
    reports = {
        name: run(
            Job((str(tmp_path / "in"),), str(tmp_path / name), **settings),
            chosen,
            lambda shard, *_: watched.append(shard.name),
        )
        for name, chosen in (("ray", engine), ("local", LocalEngine(1)))
    }
    found = rows(tmp_path / "ray")
    assert found == rows(tmp_path / "local") and len(found) == 45
    assert reports["ray"].tally.outcomes == reports["local"].tally.outcomes
    assert reports["ray"].tally.outcomes["crashed"] == 2
    assert reports["ray"].near_duplicates == reports["local"].near_duplicates > 0
    assert [marker.damage for marker in reports["ray"].markers] == [
        marker.damage for marker in reports["local"].markers
    ]
    assert len(set(watched)) == len(reports["ray"].markers)


def test_ray_data_maps_pages(engine: RayEngine) -> None:
    data = pytest.importorskip("ray.data")
    pages = ArrowPages(parse_extractor("plain"), facts=False)
    given = [{"html": page(number), "url": f"http://rain.example/{number}"} for number in range(6)]
    found = data.from_items(given).map_batches(pages, batch_format="pyarrow", batch_size=4).take_all()
    assert {row["url"]: row["outcome"] for row in found} == {row["url"]: "extracted" for row in given}
