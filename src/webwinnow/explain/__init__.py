"""The curves and decisions behind a result, as data and as pictures.

explanation = explain(page, parse("filter3 >> danag"))
explanation.to_json()          the data
draw_svg(explanation)          one picture; draw_png (both in svg.py); write_html (html.py), with the text beside it
"""

from webwinnow.explain.explanation import Explanation, explain
from webwinnow.explain.svg import draw_svg

__all__ = ["Explanation", "draw_svg", "explain"]
