"""The command line: one file per command (parse, call, print), a table that finds them, and one fence around them.

`program` holds the table and loads a command when it is called; `fence` turns what goes wrong into one line and an
exit code; `output` writes, to standard output or to files that are whole or not there.
"""

from webwinnow.cli.program import main

__all__ = ["main"]
