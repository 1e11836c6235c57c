"""`webwinnow proxy`: browse the web through an extractor."""

from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import extractor_option, limit_options, recipes_option
from webwinnow.cli.output import emit
from webwinnow.errors import ExpressionError, MissingExtraError
from webwinnow.expression import parse
from webwinnow.limits import Limits
from webwinnow.listening import ListenAddress, check_listen_address, read_listen_address
from webwinnow.proxy.filtering import LIMITS, ProxySettings
from webwinnow.recipes import Recipes
from webwinnow.render.formats import OUTLINES, Outline

_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER: Final = click.Path(file_okay=False, path_type=Path)
_EXAMPLES: Final = """\b
Examples:
  webwinnow proxy
  webwinnow proxy -e addanag --outline mark
  webwinnow proxy --listen 127.0.0.1:9000 --reader
  webwinnow proxy --listen 0.0.0.0:8080 --allow-hosts '*.example.org'
  mitmdump -s "$(webwinnow proxy --addon-file)" --set webwinnow_extractor=dsc

\b
Then set your browser's http and https proxy to that address. For https, open
http://mitm.it/ through the proxy once and install the certificate it offers.
http://127.0.0.1:8080/ shows how it goes. Ctrl-C ends the proxy."""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--listen", metavar="HOST:PORT", default="127.0.0.1:8080", show_default=True, help="Where browsers find the proxy."
)
@extractor_option()
@recipes_option
@click.option(
    "--outline",
    type=click.Choice(OUTLINES),
    default="remove",
    show_default=True,
    help="What to do with all that is not main content.",
)
@click.option("--reader", is_flag=True, help="Show the main content as a clean page to read.")
@click.option("--bar/--no-bar", default=True, help="Put a small bar on filtered pages.  [default: bar]")
@click.option(
    "--allow-hosts",
    metavar="PATTERN",
    multiple=True,
    help="Reach only hosts like this, private ones too; '*' stands for anything. Repeat it for more.",
)
@limit_options(
    LIMITS,
    also={"seconds": "--timeout"},
    bytes="Pass larger pages on unfiltered.",
    elements="Pass pages of more elements on unfiltered.",
    density="Pass pages with more blocks for each 1,000 characters on unfiltered.",
    repetition="Pass pages with one piece of markup more often in a row on unfiltered.",
    seconds="Pass a page on unfiltered after so long.",
)
@click.option(
    "-j",
    "--jobs",
    "--workers",
    "jobs",
    metavar="N",
    type=click.IntRange(1, 64),
    help="Filter at most N pages at a time.",
)
@click.option(
    "--certificates",
    metavar="DIR",
    type=_FOLDER,
    help="Where the proxy keeps its certificate.  [default: ~/.mitmproxy]",
)
@click.option("--trust", metavar="FILE", type=_FILE, help="Trust servers that are signed by these certificates (PEM).")
@click.option("--addon-file", is_flag=True, help="Print the path of the add-on for mitmproxy, and do nothing else.")
def command(
    listen: str,
    extractor: str,
    recipes: Recipes,
    outline: Outline,
    reader: bool,
    bar: bool,
    allow_hosts: tuple[str, ...],
    limits: Limits,
    jobs: int | None,
    certificates: Path | None,
    trust: Path | None,
    addon_file: bool,
) -> None:
    """Run a proxy that filters web pages on their way to your browser.

    Only pages are filtered; pictures, scripts, downloads and what pages fetch for themselves pass untouched. Each
    filtered page has a small bar that says what was removed and leads to the whole page; adding ?webwinnow=original to
    an address does the same.

    Only programs on this machine can use the proxy, unless --listen says otherwise. Those of other machines reach
    nothing but the open internet, or the hosts that --allow-hosts names.
    """
    if addon_file:
        emit(f"{resources.files('webwinnow').joinpath('proxy', 'addon.py')}\n")
        return
    expression = _expression(extractor, recipes)
    settings, address = ProxySettings(expression, outline, reader, bar, limits), read_listen_address(listen)
    if find_spec("mitmproxy") is None:
        raise MissingExtraError("mitmproxy", "proxy")
    check_listen_address(address)  # before mitmproxy is imported, which takes its time
    from webwinnow.proxy.addon import JOBS
    from webwinnow.proxy.serving import Service, serve

    serve(Service(settings, address, allow_hosts, certificates, trust, jobs or JOBS), _announce)


def _expression(written: str, recipes: Recipes) -> str:
    """Spell out what only the user's own recipes know: worker processes do not have them."""
    spelt = str(parse(written, recipes))
    try:
        return written.strip() if str(parse(written)) == spelt else spelt
    except ExpressionError:
        return spelt


def _announce(address: ListenAddress) -> None:
    lines = [f"webwinnow: proxy at {address}, status at http://{address}/, Ctrl-C ends it"]
    if not address.is_loopback:
        lines.append("webwinnow: other machines can use this proxy; they reach the open internet through it")
    for line in lines:
        click.echo(line, err=True)
