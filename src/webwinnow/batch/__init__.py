"""Crawls in, clean corpora out.

    from webwinnow.batch import Job, LocalEngine, run

    report = run(Job(("crawl/*.warc.gz",), "corpus"), LocalEngine(workers=4))
    print(report.summary())

`Job` says what is done, an engine where. `shards` finds the parts of the input, `readers` their records; `working` is
what happens to a page, `writers` the form of the results; `run` joins these for one shard after the other, again and
again until everything is done.
"""

from webwinnow.batch.cluster import ArrowPages, RayEngine, datatrove_step
from webwinnow.batch.job import Job
from webwinnow.batch.run import LocalEngine, run
from webwinnow.limits import Limits

__all__ = ["ArrowPages", "Job", "Limits", "LocalEngine", "RayEngine", "datatrove_step", "run"]
