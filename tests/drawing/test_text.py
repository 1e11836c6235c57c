"""Text is fitted to the room there is."""

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.drawing.text import shortened, width, wrapped


@given(text=st.text(), room=st.floats(20, 1000))
def test_shortened_text_fits(text, room):
    short = shortened(text, room, 12)
    assert short == text or short.endswith("…")
    assert width(short.rstrip("…"), 12) <= room
    assert text.startswith(short.removesuffix("…").rstrip("…")) or short == text


@given(text=st.text(alphabet="abc d"), room=st.floats(10, 300))
def test_wrapping_loses_no_word_and_fits_unless_a_word_does_not(text, room):
    lines = wrapped(text, room, 12)
    assert " ".join(lines).split() == text.split()
    assert all(width(line, 12) <= room or " " not in line for line in lines)


def test_width_grows_with_the_script():
    assert width("iii", 10) < width("aaa", 10) < width("MMM", 10)
    assert width("漢字", 10) == 20
    assert width("e\u0301", 10) == width("e", 10)
