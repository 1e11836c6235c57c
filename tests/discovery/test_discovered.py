"""An address that was found."""

from webwinnow.discovery import Discovered


def test_plain_data() -> None:
    assert Discovered("https://example.org/a", "page", title="Tides").to_json() == {
        "address": "https://example.org/a",
        "source": "page",
        "title": "Tides",
        "date": None,
        "teaser": None,
    }
