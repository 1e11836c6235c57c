"""The command line: one file per command (parse, call, print), and what commands share.

`program` holds the table of commands, loads one when it is called, and turns what goes wrong into one line and an exit
code; `options` and `pages` are the options that commands share; `output` prints, writes, and shows how far a run
is; `targets` decides where results go.
"""

from webwinnow.cli.program import main

__all__ = ["main"]
