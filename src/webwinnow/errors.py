"""What can go wrong, as far as a caller would act on it.

WebwinnowError          every error of ours; its message says what, where, and what to do
├── PageError           a page could not be read: missing file, directory, no permission (exit code 1)
│   ├── FetchError      a URL could not be fetched: refused, timed out, too large
│   └── RenderError     a page could not be shown in a browser: none there, too slow, too large
├── UsageError          something was asked for that does not exist or make sense (exit code 2)
│   ├── ExpressionError   an extractor expression that cannot be read
│   ├── ParameterError    a stage's parameter out of its range
│   └── PluginError       what another package adds cannot be used
├── PackageError        a test package or a part of it is broken (exit code 1)
├── ModelError          a learned model's file is damaged, foreign or too old (exit code 1)
├── WorkerError         a worker process could not start, or a job ended it (exit code 1)
└── MissingExtraError   an optional library is not installed; the message names the command (exit code 2)
"""


class WebwinnowError(Exception):
    """Root of the tree; `exit_code` is what the command line answers with."""

    exit_code = 1


class PageError(WebwinnowError):
    """A page could not be read."""


class FetchError(PageError):
    """A URL could not be fetched."""


class RenderError(PageError):
    """A page could not be shown in a browser."""


class UsageError(WebwinnowError):
    """Something was asked for that does not exist or make sense."""

    exit_code = 2


class ExpressionError(UsageError):
    """An extractor expression cannot be read."""


class ParameterError(UsageError):
    """A stage's parameter is out of its range."""


class PluginError(UsageError):
    """What an installed package adds to the catalogue cannot be used."""


class PackageError(WebwinnowError):
    """A test package, or a part of it, is broken."""


class ModelError(WebwinnowError):
    """A learned model's file is damaged, foreign or too old."""


class WorkerError(WebwinnowError):
    """A worker process could not start, or a job ended it."""


class MissingExtraError(WebwinnowError):
    """An optional library is needed and not installed."""

    exit_code = 2

    def __init__(self, library: str, extra: str) -> None:
        """Take the name of the library, and of the extra that installs it; errors are sent as their arguments."""
        super().__init__(library, extra)

    def __str__(self) -> str:
        """Name the library and the command that installs it."""
        library, extra = self.args
        return f"{library} is needed for this: pip install 'webwinnow[{extra}]'"
