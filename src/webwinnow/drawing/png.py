"""From SVG to PNG by resvg: no display, browser or font is needed.

Where there are no fonts, letters are made of straight strokes. Every stroke is a row of points, two digits each: how
far to the right, and how high. 0 is the depth of `p`, 2 the line that letters stand on, 7 the height of `x`, 9 the
height of `X`. A point alone is a dot. Accents are left out.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final
from unicodedata import combining, normalize

from webwinnow.errors import MissingExtraError

ZOOM: Final = 2.0
"""Dots for each unit of the SVG: sharp on fine screens and in print."""
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="{}">{}</text></svg>'
)
# A single character names a letter, the rows of digits after it are its strokes.
_LETTERS: Final = r"""
A 022942 1535  B 02093948473606 3645433202  C 4839190803123243  D 02092947442202  E 49090242 0636  F 490902 0636
G 48391908031232434525  H 0209 4249 0646  I 0209  J 3933221203  K 0209 4905 1642  L 090242  M 0209254942  N 02094249
O 193948433212030819  P 02093948463505  Q 193948433212030819 2442  R 02093948463505 2542  S 483919080716364543321203
T 0949 2922  U 090312324349  V 092249  W 0912375269  X 0249 0942  Y 092649 2622  Z 09490242

a 0617273632 35150403122233  b 0902 0617273633221203  c 3627170603122233  d 3932 3627170603122233  e 043436271706031232
f 29190802 0727  g 3627170603122233 3731201001  h 0902 0617273632  i 0702 09  j 171100 19  k 0902 3704 1532  l 090312
m 0702 06172622 26374642  n 0702 0617273632  o 172736332212030617  p 0700 0617273633221203  q 3730 3627170603122233
r 0702 051727  s 36271706152433221203  t 191322 0727  u 0703122233 3732  v 072247  w 0712263247  x 0732 0237
y 0722 471000  z 07370232

0 192938332212030819  1 072922  2 08192938360232  3 08192938372616 263533221203  4 32390444  5 390906263533221203
6 382919080312223335261605  7 093912  8 16070819293837261605031222333526  9 031222333829190806152536

. 02  , 1301  : 06 02  ; 16 1301  - 0525  – 0545  — 0565  − 0545  + 0545 2723  = 0444 0646  / 0139  \ 0931  | 0009
( 19070311  ) 09171301  [ 19090111  ] 09191101  { 29181605141221  } 09181625141201  < 380532  > 083502
≤ 380634 0232  ≥ 083604 0232  ! 0904 02  ? 08192938361514 12  ' 0907  ’ 1907  ‘ 0719  " 0907 1917  “ 0719 2739
” 1907 3927  * 0545 0743 0347  _ 0141  # 1219 3239 0444 0747  % 0249 0919180809 3343423233  & 4207081928270403122244
@ 421203081939484434 362615142434  $ 483919080716364543321203 2921  ^ 072947  ~ 05162536  ` 0918  · 05  … 02 22 42
× 0337 0733  ↑ 2228 062846  ↓ 2822 042244  → 0565 476543  ← 0565 270523  › 072503  ‹ 270523  « 270523 472543
» 072503 274523
"""
_UNKNOWN: Final = ("0209393202",)
_BLANK: Final = 3.0
_BETWEEN: Final = 1.7
"""How wide a blank is, and the room between two letters, in tenths of their size."""
_ANCHORS: Final = {"middle": 0.5, "end": 1.0}
"""How much of a text's width stands before its place."""
Strokes = list[list[tuple[float, float]]]
"""Lines through points; x to the right and y up, in tenths of the size of the letters."""


def render_png(svg: str, extra: str, zoom: float = ZOOM) -> bytes:
    """Draw a picture; `extra` is the extra of webwinnow that brings the renderer, for the message if it is missing."""
    return bytes(renderer(extra).svg_to_bytes(svg_string=svg, zoom=zoom))


@cache
def fonts_are_found(extra: str, *families: str) -> bool:
    """Try whether the renderer finds fonts: text that it has no font for, it leaves out without a word."""
    draw = renderer(extra).svg_to_bytes
    nothing = draw(svg_string=_PROBE.format("", ""))
    return all(draw(svg_string=_PROBE.format(family.replace("'", ""), "M")) != nothing for family in families)


def renderer(extra: str) -> ModuleType:
    """Import the renderer, or say how to get it."""
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise MissingExtraError("resvg_py", extra) from error


def strokes(text: str) -> tuple[Strokes, float]:
    """Write a text as strokes, and tell how wide it is, in tenths of its size."""
    lines: Strokes = []
    x = 0.0
    for letter in normalize("NFD", text):
        if combining(letter):
            continue
        drawn = () if letter.isspace() else _letters().get(letter, _UNKNOWN)
        lines += [[(x + right, float(up)) for right, up in _points(stroke)] for stroke in drawn]
        x += max((right for stroke in drawn for right, _ in _points(stroke)), default=_BLANK - _BETWEEN) + _BETWEEN
    return lines, max(x - _BETWEEN, 0.0)


def stroke_path(text: str, size: float, x: float, y: float, anchor: str = "start") -> str:
    """Return the data of an SVG path that writes a text at a place, as `text-anchor` says."""
    lines, width = strokes(text)
    unit = size / 10
    left = x - _ANCHORS.get(anchor, 0.0) * width * unit
    points = [[f"{left + right * unit:.2f} {y - up * unit:.2f}" for right, up in line] for line in lines]
    return "".join(f"M{'L'.join(line)}{'h0.01' * (len(line) == 1)}" for line in points) or "M0 0"


def _points(stroke: str) -> list[tuple[int, int]]:
    digits = [int(digit) for digit in stroke]
    return list(zip(digits[0::2], (height - 2 for height in digits[1::2]), strict=True))


@cache
def _letters() -> dict[str, tuple[str, ...]]:
    """Read the table once."""
    letters: dict[str, tuple[str, ...]] = {}
    name = ""
    for word in _LETTERS.split():
        if len(word) == 1:
            name = word
        letters[name] = () if len(word) == 1 else (*letters[name], word)
    return letters
