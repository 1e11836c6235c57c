"""The addresses of a site's articles: from its feeds, its sitemaps and the page itself; no crawler beyond that."""

from webwinnow.discovery.feeds import Discovered
from webwinnow.discovery.finding import Discovery, DiscoverySettings, discover, discover_in

__all__ = ["Discovered", "Discovery", "DiscoverySettings", "discover", "discover_in"]
