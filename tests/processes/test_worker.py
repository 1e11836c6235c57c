"""What workers do: results and errors come back, and no job breaks those that follow."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from processes.jobs import MEGABYTE, Counter, lives, play, played, process, until
from webwinnow.errors import MissingExtraError
from webwinnow.processes import Pool


def test_a_job_that_takes_too_much_memory():
    first, second, third = played(1, "eat", 2, memory=200 * MEGABYTE)
    assert (first.value, third.value) == (1, 2)
    assert second.trouble is not None and second.trouble.kind == "memory"


def test_errors_are_raised_where_the_result_is_asked_for():
    divided, missing, after = played("divide", "missing", 1)
    with pytest.raises(ZeroDivisionError) as raised:
        divided.get()
    assert "return 1 // 0" in raised.value.__notes__[0]
    with pytest.raises(MissingExtraError, match=r"PyStemmer is needed for this: pip install 'webwinnow\[train\]'"):
        missing.get()
    assert after.get() == 1


@pytest.mark.parametrize(
    ("job", "reason"), [("forgetful", "ForgetfulError: 1 and 2"), ("unsendable", "lambda"), ("unreadable", "no number")]
)
def test_what_does_not_pickle_or_unpickle_is_the_trouble_of_one_job(job, reason):
    results = played(1, job, 2)
    assert (results[0].value, results[2].value) == (1, 2)
    assert results[1].trouble is not None and results[1].trouble.kind == "error"
    assert reason in results[1].trouble.reason
    with pytest.raises(Exception, match=reason):
        results[1].get()


def test_a_job_that_cannot_be_sent():
    first, second = played(lambda: None, 1)
    assert first.trouble is not None and first.trouble.kind == "error" and second.value == 1


def test_what_was_sent_once_lives_as_long_as_its_worker():
    with Pool(Counter(), 1) as pool:
        assert [finished.get() for _, finished in pool.stream("abc")] == [1, 2, 3]


def test_workers_are_warm_before_their_first_job(tmp_path):
    with Pool(process, 2, warm=partial(Path(tmp_path, "warm").write_text, "yes")) as pool:
        for started in pool.start():
            started.result()
        assert Path(tmp_path, "warm").read_text() == "yes"
        assert all(worker._process for worker in pool._workers)


def test_what_jobs_print_is_not_seen(capfd):
    assert played("talk")[0].value == "talk"
    assert capfd.readouterr() == ("", "")


def test_programs_of_a_worker_end_with_it(tmp_path):
    with Pool(play, 1) as pool:
        pool.submit(("start", str(tmp_path)))
        until(lambda: any(tmp_path.iterdir()))
    assert not any(map(lives, map(int, next(tmp_path.iterdir()).name.split())))
