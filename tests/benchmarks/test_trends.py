"""The benchmark of trends measures a whole run."""

from benchmarks.trends import measure, write_collection


def test_a_small_run_is_measured(tmp_path, capsys) -> None:
    path = tmp_path / "collection.ris"
    write_collection(path, 153, 30)
    measure(path, tmp_path)
    processor, clock, peak = map(float, capsys.readouterr().out.split())
    assert min(processor, clock, peak) > 0
    lines = (tmp_path / "series.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 4 * (51 + 3 * 17)  # each year has one journal, as 51 is divisible by 3
