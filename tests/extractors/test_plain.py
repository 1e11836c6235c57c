"""Plain: the control that keeps all visible text."""

from __future__ import annotations

from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain


@given(markup())
def test_plain_keeps_all_that_is_visible_and_nothing_else(source: str) -> None:
    page = Document(source)
    assert Plain()(page) == page.visible
    hidden = page.without(page.visible)
    assert not Plain()(hidden)


def test_plain_keeps_menus_and_drops_what_nobody_sees() -> None:
    page = Document("<nav>menu</nav><p>text of the page</p><script>code</script><!-- no --><p hidden>not</p>")
    assert [page.source[start:end] for start, end in Plain()(page)] == ["menu", "text of the page"]
