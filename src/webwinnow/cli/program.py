"""The program: a table of commands, each imported only when it is called, so that `--help` answers at once.

All errors end here: one line on standard error and an exit code, never a traceback for the expected.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from click.shell_completion import CompletionItem

from webwinnow.cli.output import complain, flush
from webwinnow.errors import WebwinnowError
from webwinnow.version import __version__

NAME: Final = "webwinnow"
_PAGE: Final = re.compile(r"[^-].*[./]", re.DOTALL)
"""An address or the path of a file, there or not: no command has dots or slashes."""
_ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "1")
"""numpy starts a thread for each core when it is imported, for large matrices, which a page never has; work is shared
among processes, which inherit this."""
INTERRUPTED: Final = 130
"""128 plus the number of SIGINT: what shells report for a program that Ctrl-C stopped."""


class Entry(NamedTuple):
    """Where a command lives, and its line in the list of commands: showing the list imports none of them."""

    module: str
    summary: str


COMMANDS: Final = {
    "extract": Entry("webwinnow.cli.extract", "Print the main content of pages."),
    "batch": Entry("webwinnow.cli.batch", "Extract whole crawls, archives and tables of pages."),
    "plan": Entry("webwinnow.cli.plan", "Estimate what a crawl takes: core hours, storage and cost."),
    "explain": Entry("webwinnow.cli.explain", "Show why text was kept: curves, regions and votes as pictures."),
    "why": Entry("webwinnow.cli.why", "Show whether a sentence was kept or dropped, and by which decision."),
    "diff": Entry("webwinnow.cli.diff", "Show our result beside that of another extractor."),
    "render": Entry("webwinnow.cli.render", "Show pages in a browser, and write down where everything stands."),
    "headline": Entry("webwinnow.cli.headline", "Print the headlines of pages."),
    "media": Entry("webwinnow.cli.media", "List the images, videos, sounds and drawings of pages."),
    "metadata": Entry("webwinnow.cli.metadata", "Show authors, dates, site, language and more of pages."),
    "pagetype": Entry("webwinnow.cli.pagetype", "Show the type of pages: article, overview, media or empty."),
    "posts": Entry("webwinnow.cli.posts", "List the posts and comments of weblogs, forums and articles."),
    "discover": Entry("webwinnow.cli.discover", "List the addresses of a site's articles: feeds, sitemaps, overview."),
    "list": Entry("webwinnow.cli.list", "Show the stages and recipes that expressions are made of."),
    "evaluate": Entry("webwinnow.cli.evaluate", "Measure extractors on pages whose main content is known."),
    "search": Entry("webwinnow.cli.search", "Find the best combination of extractors for your pages."),
    "compare": Entry("webwinnow.cli.compare", "Show which pages got better or worse between two evaluations."),
    "train": Entry("webwinnow.cli.train", "Train a learned stage on pages whose main content is known."),
    "package": Entry("webwinnow.cli.package", "Make, check and divide test packages."),
    "site": Entry("webwinnow.cli.site", "Learn what repeats over the pages of a site."),
    "trends": Entry("webwinnow.cli.trends", "Show how topics rise and fall in a collection."),
    "proxy": Entry("webwinnow.cli.proxy", "Browse the web through an extractor."),
    "serve": Entry("webwinnow.cli.serve", "Answer over HTTP what the other commands print."),
    "mcp": Entry("webwinnow.cli.mcp", "Offer tools to language models: read a page, and ask why."),
    "completion": Entry("webwinnow.cli.completion", "Print the script that completes commands in your shell."),
}
"""The commands by name; each module has one `command`."""


class Program(click.Group):
    """A group whose commands come from the table and whose errors end at the fence."""

    def main(self, args: Any = None, *_: Any, **settings: Any) -> Any:
        """Run the program to its exit code, whatever happens; it is called the same however it was started."""
        settings.update(prog_name=NAME, standalone_mode=False)
        os.environ.setdefault(*_ONE_THREAD)
        raise SystemExit(fenced(partial(super().main, args, **settings)))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  (as above)
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(COMMANDS[cmd_name].module).command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name; for a slip, offer the nearest."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            if _is_page(args[0]):  # `webwinnow page.html` means what everybody means by it
                return super().resolve_command(ctx, ["extract", *args])
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                raise click.UsageError(f"No such command {args[0]!r}, did you mean {near[0]}?", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (as above)
        """Show the list of commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of commands from the table."""
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        found = [CompletionItem(name, help=COMMANDS[name].summary) for name in names]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _is_page(argument: str) -> bool:
    """Tell whether what stands where a command should is a page: standard input, an address, or a file."""
    return argument == "-" or _PAGE.match(argument) is not None or Path(argument).is_file()


def fenced(run: Callable[[], object]) -> int:
    """Run a command; what it returns, if a number, is the exit code."""
    try:
        code = run()
        flush()
    except WebwinnowError as error:
        complain(str(error))
        return error.exit_code
    except click.ClickException as error:
        complain(_with_advice(error))
        return error.exit_code
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:  # the machine's doing, such as a path that may not even be looked at
        advice = ": change the mode of its folder" if isinstance(error, PermissionError) else ""
        complain(f"{error.filename or 'system'}: {error.strerror or error}{advice}")
        return 1
    return code if isinstance(code, int) else 0


def _with_advice(error: click.ClickException) -> str:
    """Return the message of the option parser, and where to read more."""
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message} (see '{context.command_path} --help')" if context else message


_EXAMPLES: Final = """\b
Examples:
  webwinnow page.html                    # the same as: webwinnow extract page.html
  webwinnow extract https://example.org/story -f json
  webwinnow list
  webwinnow extract --help

\b
Exit codes: 0 success, 1 a page could not be read or a result not written,
2 wrong usage, 3 an overview page or an unsure result was skipped as asked for
and all else succeeded, 130 stopped by Ctrl-C."""


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        from webwinnow.kernels import IMPLEMENTATION  # only this answer needs it

        click.echo(f"{NAME} {__version__} ({IMPLEMENTATION} kernels)")
        context.exit()


@click.group(
    cls=Program,
    epilog=_EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Show the version and whether compiled kernels are used, and exit.",
)  # fmt: skip
@click.pass_context
def main(context: click.Context) -> None:
    """Find the main content of web pages: the story without menus, banners, teasers and footers."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)
