"""Pages in a real browser: where their elements stand, what is seen of them, and what their scripts make of them.

    with Browser(RenderSettings()) as browser:
        page = page.with_geometry(browser.measure(page))

Needs the extra `webwinnow[render]` and an installed Chromium. A file is shown without any network.
"""

from webwinnow.geometry.rendering import Browser, RenderSettings

__all__ = ["Browser", "RenderSettings"]
