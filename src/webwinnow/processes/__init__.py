"""The one pool of worker processes: jobs side by side, none of which can take the program down.

    with Pool(measure, 4, timeout=60) as pool:
        for page, finished in pool.stream(pages):
            print(finished.get())

A job that hangs, crashes or takes too much memory costs itself and no other (`Trouble`). `pool` hands out jobs
and has an eye on each worker, `worker` is what happens in its process.
"""

from webwinnow.processes.pool import Pool
from webwinnow.processes.worker import Finished, Trouble

__all__ = ["Finished", "Pool", "Trouble"]
