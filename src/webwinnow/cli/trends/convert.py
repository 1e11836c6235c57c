"""`webwinnow trends convert`: any collection as standard XML."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.trends.reading import collection_options, read_files, told
from webwinnow.trends.readers.standard_xml import check_standard, standard_xml

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends convert papers.ris more.bib table.csv -o collection.xml
  webwinnow extract -f json *.html | webwinnow trends convert - > pages.xml"""


@click.command("convert", epilog=_EXAMPLES)
@collection_options
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Instead of standard output.")
def command(files: tuple[str, ...], form: str | None, keep_duplicates: bool, output: Path | None) -> int:
    """Convert each FILE (RIS, BibTeX, CSV, jsonl, XML, or - for standard input) to one standard XML file.

    The result is checked against its schema. Records without a year or an abstract, broken records and duplicates are
    left out and named with file and line on standard error. The exit code is 1 if a file could not be read.
    """
    collection, code = read_files(files, form, keep_duplicates=keep_duplicates)
    xml = standard_xml(collection.records)
    check_standard(xml.encode())
    if output:
        write_file(output, xml)
    else:
        emit(xml)
    complain(told(collection))
    return code
