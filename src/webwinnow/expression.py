"""Reads expressions such as `filter3 >> danag(gap=20) | bte` into stages; what a stage prints reads back as the stage.

The text is parsed with Python's own grammar (`ast`) and only a few kinds of nodes are understood; nothing is evaluated.
Names may hold hyphens (`wlr-media`): there is no subtraction, so a hyphen between letters belongs to the name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Final

from webwinnow.catalogue import STAGES, recipes, stage_class, unknown
from webwinnow.errors import ExpressionError, ParameterError
from webwinnow.stages import Stage, Vote
from webwinnow.stages.combined import extractors

_TEXT_OR_HYPHENATED: Final = re.compile(
    r"""'[^']*+'|"[^"]*+"|(?<![\w.])(?P<name>[A-Za-z][A-Za-z0-9]*+(?:-[A-Za-z][A-Za-z0-9]*+|-[0-9]++)++)"""
)
_OPERATORS: Final[dict[type[ast.operator], Callable[[Stage, Stage], Stage]]] = {
    ast.RShift: lambda left, right: left >> right,
    ast.BitOr: lambda left, right: left | right,
    ast.BitAnd: lambda left, right: left & right,
}
_LONGEST: Final = 10_000
"""Characters of an expression; the parser's depth is bounded with it."""


def parse(text: str) -> Stage:
    """Read an expression into the stage that it describes."""
    if len(text) > _LONGEST:
        raise ExpressionError(f"an expression of {len(text)} characters is too long: at most {_LONGEST}")
    plain = _TEXT_OR_HYPHENATED.sub(_without_hyphens, text.strip())
    try:
        tree = ast.parse(plain, mode="eval").body
        return _read(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"cannot read the expression {text!r}: {_reason(error)}") from None


def _without_hyphens(found: re.Match[str]) -> str:
    return found[0].replace("-", "_") if found["name"] else found[0]


def _reason(error: Exception) -> str:
    return error.msg if isinstance(error, SyntaxError) else "it is nested too deeply or holds odd characters"


def _read(node: ast.expr) -> Stage:
    if isinstance(node, ast.Name):
        return _named(_name(node), {})
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _called(node, _name(node.func))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_read(node.left), _read(node.right))
    raise ExpressionError(
        f"cannot use {ast.unparse(node)!r} here: an expression has stages, calls, '>>', '|', '&' and vote(...)"
    )


def _name(node: ast.Name) -> str:
    return node.id.replace("_", "-")


def _called(node: ast.Call, name: str) -> Stage:
    if name == "vote":
        return _vote(node)
    if node.args:
        raise ExpressionError(f"{name} takes its parameters by name: {_usage(name)}")
    return _named(name, {keyword.arg or "**": _value(keyword.value) for keyword in node.keywords})


def _vote(node: ast.Call) -> Stage:
    if node.keywords or len(node.args) < 2:
        raise ExpressionError("vote takes a quorum and its members: vote(2, lqf, bte, plain)")
    quorum = _value(node.args[0])
    if not isinstance(quorum, int) or isinstance(quorum, bool):
        raise ExpressionError(f"the quorum of a vote is a whole number, not {quorum!r}")
    return Vote(quorum, extractors("vote", [_read(member) for member in node.args[1:]]))


def _named(name: str, parameters: dict[str, object]) -> Stage:
    if name in recipes() and not parameters:
        return parse(recipes()[name])
    if name not in STAGES:
        raise unknown("extractor", name, [*STAGES, *recipes(), "vote"])
    for parameter in parameters:
        if parameter not in _parameters(name):
            raise ParameterError(f"{name} has no parameter {parameter!r}: {_usage(name)}")
    return stage_class(name)(**parameters)


def _parameters(name: str) -> list[str]:
    return [field.name for field in fields(stage_class(name))]  # type: ignore[arg-type]  # stages are dataclasses


def _usage(name: str) -> str:
    if name not in STAGES:
        return str(unknown("extractor", name, STAGES))
    names = _parameters(name)
    return f"it has {', '.join(names)}" if names else "it has none"


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise ExpressionError(f"a parameter is a number, a text or True or False, not {ast.unparse(node)!r}") from None
