"""`webwinnow package add`: one page more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from webwinnow.cli.output import emit
from webwinnow.errors import PackageError
from webwinnow.evaluate.making import add, page_id_of
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import read_gold, read_meta
from webwinnow.fetch import read_page

_FILE = click.Path(path_type=Path)


@click.command(
    "add", epilog="\b\nExample:\n  webwinnow package add mine page.html --gold page.txt --title 'Rain at last'"
)
@click.argument("folder", metavar="DIR", type=_FILE)
@click.argument("page", metavar="PAGE")
@click.option("--gold", metavar="FILE", type=_FILE, help="The main content as text, UTF-8.")
@click.option("--meta", metavar="FILE", type=_FILE, help="What is known about the page, as JSON; options go before it.")
@click.option("--id", "page_id", metavar="ID", help="The name of its files.  [default: that of the page's file]")
@click.option("--url", metavar="URL", help="Where it comes from.")
@click.option("--language", metavar="TAG", help="Such as en.")
@click.option("--title", metavar="TEXT", help="The headline.")
@click.option("--author", metavar="NAME", multiple=True, help="May be given more than once.")
@click.option("--date", metavar="DATE", help="Such as 2024-03-12.")
@click.option("--page-type", metavar="TYPE", help="Such as article, forum, home.")
def command(folder: Path, page: str, gold: Path | None, meta: Path | None, page_id: str | None, **known: Any) -> None:
    """Add PAGE, a file or a URL, to the package DIR; nothing that is there is overwritten."""
    fetched = read_page(page)
    meta_data = {} if meta is None else read_meta(meta).to_json()
    if fetched.url:
        meta_data.setdefault("url", fetched.url)
    meta_data |= {key: list(value) if isinstance(value, tuple) else value for key, value in known.items() if value}
    chosen = page_id or (None if fetched.url else page_id_of(Path(page).name))
    text = None if gold is None else read_gold(gold)
    if text is not None and not text.strip():
        raise PackageError(f"{gold}: is empty: write the main content into it, or leave --gold out")
    added = add(folder, fetched.body, text, PageMeta.from_json(meta_data), page_id=chosen)
    emit(f"{folder}: added {added.id}{'' if text else ', without gold'}\n")
