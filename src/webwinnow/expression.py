"""Reads expressions such as `filter3 >> danag(gap=20) | bte` into stages; what a stage prints reads back as the stage.

The text is parsed with Python's own grammar (`ast`) and only a few kinds of nodes are understood; nothing is evaluated.
Names may hold hyphens (`wlr-media`): there is no subtraction, so a hyphen between letters belongs to the name.
A name stands for a stage of the catalogue or for a recipe; which recipes there are is up to who calls.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final, Literal

from webwinnow.catalogue import DEFAULT, STAGES, added_stages, is_stage, stage_class, unknown
from webwinnow.errors import ExpressionError, ParameterError, UsageError
from webwinnow.recipes import Recipe, Recipes, shipped
from webwinnow.stages import Extractor, Intersection, Prefilters, Serial, Stage, Union, Vote, Weighted

Favour = Literal["balance", "precision", "recall"]
"""What the default extractor may be asked to prefer."""

_TEXT_OR_HYPHENATED: Final = re.compile(
    r"""'[^']*+'|"[^"]*+"|(?<![\w.])(?P<name>[A-Za-z][A-Za-z0-9]*+(?:-[A-Za-z][A-Za-z0-9]*+|-[0-9]++)++)"""
)
_OPERATORS: Final[dict[type[ast.operator], Callable[[Stage, Stage], Stage]]] = {
    ast.RShift: lambda left, right: left >> right,
    ast.BitOr: lambda left, right: left | right,
    ast.BitAnd: lambda left, right: left & right,
}
_BRITISH: Final = {"favor": "favour"}
"""Parameters that may be spelt as in America."""
_LONGEST: Final = 10_000
"""Characters of an expression; the parser's depth is bounded with it."""
_MOST: Final = 5_000
"""Stages that recipes may grow to: thirty short ones, each using the one before twice, would be a billion."""
_VOTE: Final = "vote takes a quorum and its members: vote(2, lqf, bte, plain) or vote(2.5, danag*1.5, dsc, bte)"


def parse(text: str, recipes: Recipes | None = None) -> Stage:
    """Read an expression into the stage that it describes; without `recipes`, it may use those that are shipped."""
    return _Reader(shipped() if recipes is None else recipes).parsed(text)


def parse_extractor(text: str, recipes: Recipes | None = None, *, favour: Favour | None = None) -> Extractor:
    """Read an expression that decides what is content; `favour` is for the default extractor alone."""
    if favour is None:
        return as_extractor(parse(text, recipes))
    if text.strip() != DEFAULT:
        raise UsageError(f"a favour is for the default extractor: write it into {text!r}, or leave one out")
    return as_extractor(parse(f"{DEFAULT}(favour={favour!r})", recipes))


def as_extractor(stage: Stage, favour: Favour | None = None) -> Extractor:
    """Take a stage that decides what is content; all else is refused, and so is a favour, which a stage has inside."""
    if not isinstance(stage, Stage):
        raise TypeError(f"an extractor is an expression or a stage, not {type(stage).__name__}")
    if not isinstance(stage, Extractor):
        raise UsageError(f"{stage} is a {stage.kind} and does not decide what is content: add an extractor")
    if favour is not None:
        raise UsageError(f"a favour is for the default extractor: write it into {stage}, or leave one out")
    return stage


@dataclass(frozen=True, slots=True)
class _Reader:
    """One reading: the recipes it may use, those that are being read just now, and those that were."""

    recipes: Recipes
    open: tuple[str, ...] = ()
    ready: dict[str, Stage] = field(default_factory=dict)

    def parsed(self, text: str) -> Stage:
        if len(text) > _LONGEST:
            raise ExpressionError(f"an expression of {len(text)} characters is too long: at most {_LONGEST}")
        plain = _TEXT_OR_HYPHENATED.sub(_without_hyphens, text.strip())
        try:
            stage = self._read(ast.parse(plain, mode="eval").body)
            stages = _size(stage)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise ExpressionError(f"cannot read the expression {text!r}: {_reason(error)}") from None
        if stages > _MOST:
            raise ExpressionError(f"an expression of {stages} stages is too large: at most {_MOST}")
        return stage

    def _read(self, node: ast.expr) -> Stage:
        if isinstance(node, ast.Name):
            return self._named(_name(node), {})
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._called(node, _name(node.func))
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](self._read(node.left), self._read(node.right))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            told = "a weight belongs to a whole member of a vote, as in vote(2.5, (filter3 >> danag)*1.5, dsc, bte)"
            raise ExpressionError(f"cannot use {ast.unparse(node)!r} here: {told}")
        raise ExpressionError(
            f"cannot use {ast.unparse(node)!r} here: an expression has stages, calls, '>>', '|', '&' and vote(...)"
        )

    def _called(self, node: ast.Call, name: str) -> Stage:
        if name == "vote":
            return self._vote(node)
        if node.args:
            raise ExpressionError(f"{name} takes its parameters by name: {_usage(name)}")
        given = [keyword.arg or "**" for keyword in node.keywords]
        for parameter in given:
            if given.count(parameter) > 1:
                raise ExpressionError(f"{name} has the parameter {parameter!r} twice: give it once")
        return self._named(name, {keyword.arg or "**": _value(keyword.value) for keyword in node.keywords})

    def _vote(self, node: ast.Call) -> Stage:
        if node.keywords or len(node.args) < 2:
            raise ExpressionError(_VOTE)
        quorum = _value(node.args[0])
        if not isinstance(quorum, int | float) or isinstance(quorum, bool):
            raise ExpressionError(f"the quorum of a vote is a number, not {quorum!r}")
        return Vote.of(quorum, *(self._member(member) for member in node.args[1:]))

    def _member(self, node: ast.expr) -> Stage | Weighted:
        """Read a member of a vote: `danag*1.5`, `1.5*danag` or without a weight."""
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            return self._read(node)
        stage, weight = (node.right, node.left) if isinstance(node.left, ast.Constant) else (node.left, node.right)
        value = _value(weight)
        if not isinstance(value, int | float):
            raise ExpressionError(f"the weight of a member is a number, not {value!r}")
        return Weighted(self._read(stage), value)

    def _named(self, name: str, parameters: dict[str, object]) -> Stage:
        if name in self.recipes and not parameters:
            return self._recipe(self.recipes[name])
        if not is_stage(name):
            raise unknown("extractor", name, [*STAGES, *added_stages(), *self.recipes, "vote"])
        parameters = {_BRITISH.get(parameter, parameter): value for parameter, value in parameters.items()}
        for parameter in parameters:
            if parameter not in _parameters(name):
                raise ParameterError(f"{name} has no parameter {parameter!r}: {_usage(name)}")
        return stage_class(name)(**parameters)

    def _recipe(self, recipe: Recipe) -> Stage:
        """Read a recipe once; errors name it and its file."""
        if is_stage(recipe.name):
            raise ExpressionError(f"{recipe} has the name of a stage: give it another")
        if recipe.name in self.open:
            told = " -> ".join([*self.open[self.open.index(recipe.name) :], recipe.name])
            raise ExpressionError(f"{recipe} uses itself ({told}): break the cycle")
        if recipe.name not in self.ready:
            inner = _Reader(self.recipes, (*self.open, recipe.name), self.ready)
            try:
                self.ready[recipe.name] = inner.parsed(recipe.expression)
            except (ExpressionError, ParameterError) as error:
                told = str(error) if str(error).startswith("recipe ") else f"{recipe}: {error}"
                raise type(error)(told) from None
        return self.ready[recipe.name]


def _without_hyphens(found: re.Match[str]) -> str:
    return found[0].replace("-", "_") if found["name"] else found[0]


def _reason(error: Exception) -> str:
    return error.msg if isinstance(error, SyntaxError) else "it is nested too deeply or holds odd characters"


def _name(node: ast.Name) -> str:
    return node.id.replace("_", "-")


def _size(stage: Stage) -> int:
    """Count the stages that a stage is made of."""
    if isinstance(stage, Serial | Prefilters):
        return sum(map(_size, stage.stages))
    return sum(map(_size, stage.members)) if isinstance(stage, Union | Intersection | Vote) else 1


def _parameters(name: str) -> list[str]:
    return [field.name for field in fields(stage_class(name))]  # type: ignore[arg-type]  # stages are dataclasses


def _usage(name: str) -> str:
    if not is_stage(name):
        return str(unknown("extractor", name, [*STAGES, *added_stages()]))
    names = _parameters(name)
    return f"it has {', '.join(names)}" if names else "it has none"


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise ExpressionError(f"a parameter is a number, a text or True or False, not {ast.unparse(node)!r}") from None
