"""Filtered pages in a real browser: the bar shows under any policy, and leads to the original."""

import re

import pytest

from browser import look_at, needs_browser
from proxy.running import PAGE, Reply

pytestmark = needs_browser
PROBE = b"""<script>
const wrong = [];
addEventListener("securitypolicyviolation", (event) => wrong.push(event.violatedDirective));
addEventListener("load", () => {
  const bar = document.querySelector("webwinnow-bar");
  const seen = JSON.parse(sessionStorage.seen || "[]");
  const box = bar && bar.getBoundingClientRect();
  const html = document.documentElement;
  const root = bar && bar.shadowRoot;
  seen.push({
    wrong, address: location.search, entries: document.querySelectorAll("li").length,
    bar: box && [box.width, box.height, html.clientWidth - box.right, html.clientHeight - box.bottom].map(Math.round),
    summary: root && root.querySelector("summary").textContent,
    paper: root && getComputedStyle(root.querySelector("details")).backgroundColor,
    position: bar && getComputedStyle(bar).position,
    story: document.querySelector("p").getBoundingClientRect().width,
  });
  sessionStorage.seen = JSON.stringify(seen);
  const link = root && [...root.querySelectorAll("a")].find((each) => each.textContent === "Show original");
  if (link) link.click();
  else document.body.setAttribute("data-seen", JSON.stringify(seen));
});
</script>"""


def looked_at(proxy, site, folder, reply: Reply) -> list[dict]:
    """Open a page, follow its bar to the original, and give what both looked like."""
    site.replies["/"] = reply
    flags = [f"--proxy-server=127.0.0.1:{proxy.port}", "--proxy-bypass-list=<-loopback>"]
    return look_at(f"{site.url}/", folder, "--window-size=1000,700", *flags, milliseconds=8000)


@pytest.mark.parametrize(
    "policy", [None, "default-src 'none'; script-src 'unsafe-inline'", "style-src 'unsafe-inline'"]
)
def test_the_bar_shows_and_leads_to_the_original(proxy, site, tmp_path, policy):
    hostile = b"<style>* { background: red; font-size: 60px } body { display: flex }</style>"
    page = PAGE.replace(b"<head>", b"<head>" + hostile + PROBE)
    headers = {"Content-Type": "text/html; charset=utf-8"} | ({"Content-Security-Policy": policy} if policy else {})
    filtered, original = looked_at(proxy, site, tmp_path, Reply(page, headers))
    blocked_by_their_own_policy = ["style-src-elem"] if policy and policy.startswith("default") else []
    assert filtered["wrong"] == original["wrong"] == blocked_by_their_own_policy
    width, height, right, bottom = filtered["bar"]
    assert 100 < width < 500 and 10 < height < 60 and (right, bottom) == (8, 8)
    assert filtered["position"] == "fixed" and filtered["paper"] in ("rgb(255, 255, 255)", "rgb(20, 24, 29)")
    assert re.fullmatch(r"webwinnow: kept \d+% of the text", filtered["summary"])
    assert filtered["entries"] == 0 and original["entries"] == 24
    assert original["bar"] is None and filtered["address"] == "" and original["address"] == "?webwinnow=original"


def test_the_policy_of_a_page_itself(proxy, site, tmp_path):
    policy = b"<meta http-equiv=Content-Security-Policy content=\"style-src 'none'\">"
    filtered, _ = looked_at(proxy, site, tmp_path, Reply(PAGE.replace(b"<head>", b"<head>" + policy + PROBE)))
    assert filtered["wrong"] == [] and filtered["position"] == "fixed"
