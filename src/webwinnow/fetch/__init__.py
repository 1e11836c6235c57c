"""URL, file or standard input to bytes and headers: the only HTTP client.

    read_page("page.html")  read_page("-")  read_page("https://example.org/")

A file may be compressed (gzip, zstd), saved by a browser (MHTML, webarchive) or a WARC file with one page. What is
empty, a picture or other binary data is a PageError, and so is an address that leads to something else than a page.

A URL is fetched with these promises:

- Only http and https, on every redirect.
- Private addresses are refused unless `allow_private`: loopback, link-local, unique-local, multicast, reserved,
  unspecified, and IPv6 addresses that wrap such an IPv4 one. What is judged is the resolved address, and the
  connection goes to that very address, so neither a spelling (`http://2130706433/`) nor a name that resolves
  differently the second time gets past. One private address among several refuses the host.
- A public page never redirects to a private address, not even with `allow_private`: that opens the addresses
  the caller names, and those that private pages lead to.
- `timeout` bounds the whole fetch, redirects included, and with it each connection and each read.
- `limit` bounds the body after decompression.
- A body that breaks off, or whose compression is broken, is an error: half a page is not a page.
- Proxies come from the environment (http_proxy, https_proxy, no_proxy). The proxy's own address is exempt from
  the rule on private addresses. The target is judged by resolving it here; a name that only the proxy can
  resolve is let through, unless it is a literal address or localhost.
- User and password in a URL are sent to that server only, and appear neither in messages nor in `Fetched.url`.
"""

from webwinnow.fetch.client import Client, read_page
from webwinnow.fetch.fetched import Fetched

__all__ = ["Client", "Fetched", "read_page"]
