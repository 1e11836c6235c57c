"""The filtering proxy: pages arrive with their main content only, everything else as the server sent it.

    browser -> relay -> mitmproxy -> server
    browser <- filter (in worker processes) <- mitmproxy <- server

Only answers in `text/html` to page loads are touched (`messages`); all others stream through. A page is read,
shortened and written again in a worker process (`filtering`), so that the proxy's own loop never waits for an
extractor. What fails, passes on as it came, and is counted (`status`).

Nothing but `addon`, `serving` and a function of `status` knows mitmproxy.
"""
