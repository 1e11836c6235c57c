"""Every letter of our own captions has strokes of its own."""

import string
from itertools import pairwise

import pytest

from webwinnow.drawing.png import strokes

BOX = strokes("\u2603")[0]


@pytest.mark.parametrize("letter", [*string.ascii_letters, *string.digits, *string.punctuation, *"–—−…·×↑↓→≤≥“”‘’«»"])
def test_each_has_a_shape(letter):
    lines, size = strokes(letter)
    assert lines and lines != BOX
    assert all(0 <= x <= 7 and -2 <= y <= 7 for line in lines for x, y in line)
    assert 0 <= size <= 7


def test_no_two_letters_look_the_same():
    letters = string.ascii_letters + string.digits
    shapes = {
        frozenset(frozenset(side) for line in strokes(letter)[0] for side in pairwise(line)) for letter in letters
    }
    assert len(shapes) == len(letters)


def test_text_runs_to_the_right():
    one, many = strokes("a"), strokes("aa a")
    assert many[1] > 2 * one[1]
    assert len(many[0]) == 3 * len(one[0])
    assert strokes("") == ([], 0.0)
    assert strokes("é") == strokes("e")
