"""What relative addresses of a page are relative to."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin

import numpy as np

from webwinnow.document.document import Document
from webwinnow.document.html_names import NUMBER

_BASE: Final = NUMBER["base"]


def base_address(page: Document) -> str:
    """Give the address that the page's addresses are relative to: that of its first `base`, else its own."""
    for element in np.flatnonzero(page.elements.tag == _BASE)[:1].tolist():
        return absolute(page.url or "", page.attributes(element).get("href", ""))
    return page.url or ""


def absolute(base: str, address: str) -> str:
    """Make an address absolute, as far as it is one at all."""
    try:
        return urljoin(base, address)
    except ValueError:  # no address at all, such as http://[
        return address
