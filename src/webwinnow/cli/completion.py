"""`webwinnow completion`: the script that teaches a shell to complete commands, options, formats and stages."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from webwinnow.cli.output import emit
from webwinnow.errors import UsageError

_SHELLS: Final = ("bash", "zsh", "fish")
_EXAMPLES: Final = """\b
Examples, each to be done once:
  webwinnow completion bash >> ~/.bashrc
  webwinnow completion zsh >> ~/.zshrc
  webwinnow completion fish > ~/.config/fish/completions/webwinnow.fish"""


@click.command(epilog=_EXAMPLES)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that completes commands, options, formats and the names of stages in your shell.

    Put it where your shell reads it at its start, and open a new shell.
    """
    kind, program = get_completion_class(shell), context.find_root()
    if kind is None:
        raise UsageError(f"the installed click cannot complete for {shell}: update it with pip install -U click")
    name = program.info_name or ""
    emit(kind(program.command, {}, name, f"_{name.upper()}_COMPLETE").source() + "\n")
