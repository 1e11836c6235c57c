"""Advertisements by the servers that they come from."""

from __future__ import annotations

import re
from importlib import resources

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.prefilters.crunch.ads import CrunchAds, advertisements, is_ad_server


def left(source: str) -> list[str]:
    page = CrunchAds()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


@pytest.mark.parametrize(
    "address",
    [
        '"https://ad.doubleclick.net/click?x=1"', "'http://doubleclick.net'", "//x.taboola.com/y", '" HTTPS://ADS.EXAMPLE.ORG:8080/z"',
        '"https://user@cas.criteo.com/"', '"http://adserver.example.org"',
    ],
)  # fmt: skip
def test_links_to_advertisement_servers_go(address: str) -> None:
    assert left(f"<p>text <a class=x href={address}><b>Buy</b> now</a> on</p>") == ["text", "on"]


@pytest.mark.parametrize(
    "address",
    [
        '"https://example.org/doubleclick.net"', '"/ads.html"', '"https://notdoubleclick.net/"', '"https://ads"', '""',
        '"https://doubleclick.net.example.org/"', '"https://example.org/?to=https://taboola.com/"',
    ],
)  # fmt: skip
def test_other_links_stay(address: str) -> None:
    assert left(f"<p>text <a href={address}>link</a></p>") == ["text", "link"]


def test_other_attributes_are_no_address() -> None:
    assert left("<a data-href='https://taboola.com/' href='/x'>link</a>") == ["link"]


def test_images_and_frames_count() -> None:
    page = Document("<img src='https://x.adnxs.com/1.gif'><iframe src=//ads.example.org/></iframe><img src=/logo.png>")
    marked = np.flatnonzero(advertisements(page)).tolist()
    assert [page.name(element) for element in marked] == ["img", "iframe"]
    assert CrunchAds()(page).code.tolist()[0] == 0


def test_hosts() -> None:
    assert is_ad_server("doubleclick.net")
    assert is_ad_server("a.b.doubleclick.net")
    assert not is_ad_server("net")
    assert not is_ad_server("")
    assert not is_ad_server("ads")
    assert is_ad_server("x." * 1000 + "taboola.com")


def test_the_list_is_well_made() -> None:
    text = resources.files("webwinnow.prefilters.crunch").joinpath("ad_servers.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(set(lines)) > 50
    assert all(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.([a-z]+|\*)", line) for line in lines)
