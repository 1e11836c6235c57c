"""Lengths of texts in several units."""

from __future__ import annotations

from webwinnow.render.lengths import counter


def test_a_text_has_characters_words_and_tokens() -> None:
    text = "The sea came back."
    assert [counter(unit, None)[0](text) for unit in ("characters", "words")] == [18, 4]
    count, estimated = counter("tokens", lambda text: 7)
    assert count(text) == 7 and not estimated
    assert counter("tokens", None)[0](text) > 0
