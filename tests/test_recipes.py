"""Recipes: read from files, added to files, used in expressions."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from webwinnow.catalogue import recipes as shipped_expressions
from webwinnow.errors import ExpressionError, ParameterError, UsageError
from webwinnow.expression import parse
from webwinnow.recipes import Recipe, Recipes, read_recipes, shipped, with_recipe


def of(**expressions: str) -> Recipes:
    return Recipes(tuple(Recipe(name.replace("_", "-"), text, file="mine.toml") for name, text in expressions.items()))


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_what_is_shipped_is_read_from_one_place() -> None:
    assert shipped_expressions() == {name: shipped()[name].expression for name in shipped()}
    assert all(shipped()[name].file is None for name in shipped())
    assert all(shipped()[name].summary for name in shipped())


def test_a_file_of_recipes(tmp_path) -> None:
    path = write(
        tmp_path, '\ufeff[news]\nexpression = "lqf >> bte"\nsummary = "For news."\n[both-2]\nexpression = "news"\n'
    )
    found = read_recipes(path)
    assert list(found) == ["news", "both-2"]
    assert found["news"] == Recipe("news", "lqf >> bte", "For news.", str(path))
    assert "nonesuch" not in found
    assert parse("both-2 | plain", shipped() | found) == parse("lqf >> bte | plain")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[news\n", "mine.toml: broken TOML ("),
        ("[a]\nexpression = 'bte'\n[a]\nexpression = 'bte'\n", "broken TOML"),
        (b"[a]\nexpression = '\xff'\n", "mine.toml: not UTF-8 (byte 18): save the recipes as UTF-8"),
        ("news = 'bte'\n", "recipe 'news' has no expression: write [news] and below it expression = \"lqf >> bte\""),
        ("[news]\nsummary = 'x'\n", "recipe 'news' has no expression"),
        ("[news]\nexpression = 3\n", "recipe 'news' has no expression"),
        ("['my news']\nexpression = 'bte'\n", "a recipe cannot be named 'my news': take letters, digits and hyphens"),
        ("[my_news]\nexpression = 'bte'\n", "cannot be named 'my_news'"),
        ("[vote]\nexpression = 'bte'\n", "cannot be named 'vote'"),
        ("[not]\nexpression = 'bte'\n", "cannot be named 'not'"),
        ("['']\nexpression = 'bte'\n", "cannot be named ''"),
    ],
)
def test_a_broken_file_is_named_with_what_to_do(tmp_path, content, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_recipes(write(tmp_path, content))
    assert message in str(error.value)
    assert "\n" not in str(error.value).removesuffix("\n")
    assert "mine.toml" in str(error.value)


@pytest.mark.parametrize("place", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, place: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be read .*: (name a file of recipes|check the file)"):
        read_recipes(tmp_path / place)


@pytest.mark.parametrize(
    ("recipes", "error", "message"),
    [
        (
            of(a="b", b="c | bte", c="a"),
            ExpressionError,
            "recipe 'a' in mine.toml uses itself (a -> b -> c -> a): break",
        ),
        (of(a="a | bte"), ExpressionError, "recipe 'a' in mine.toml uses itself (a -> a): break the cycle"),
        (
            of(a="b", b="c", c="b"),
            ExpressionError,
            "recipe 'b' in mine.toml uses itself (b -> c -> b): break the cycle",
        ),
        (of(a="bpe"), ExpressionError, "recipe 'a' in mine.toml: unknown extractor 'bpe': did you mean bte?"),
        (of(a="b & bte", b="nonesuch"), ExpressionError, "recipe 'b' in mine.toml: unknown extractor 'nonesuch'"),
        (
            of(a="lqf(threshold=2)"),
            ParameterError,
            "recipe 'a' in mine.toml: lqf: threshold must be from 0 to 1, not 2",
        ),
        (of(a="bte >>"), ExpressionError, "recipe 'a' in mine.toml: cannot read the expression 'bte >>'"),
        (of(a="bte", bte="lqf"), ExpressionError, "recipe 'bte' in mine.toml has the name of a stage: give it another"),
        (
            of(a="vote(3, bte, lqf*1.5)"),
            ParameterError,
            "recipe 'a' in mine.toml: vote: quorum must be from 0.001 to 2.5",
        ),
    ],
)
def test_what_is_wrong_with_a_recipe_is_said_in_one_line(recipes: Recipes, error, message: str) -> None:
    with pytest.raises(error) as caught:
        parse("a | lqf", recipes)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_the_recipes_that_are_used_must_be_right() -> None:
    assert parse("good", of(good="bte", bad="nonesuch")) == parse("bte")


def test_recipes_are_no_state() -> None:
    mine = of(news="bte")
    assert parse("news", mine) == parse("bte")
    with pytest.raises(ExpressionError, match="unknown extractor 'news'"):
        parse("news")
    with pytest.raises(ExpressionError, match="unknown extractor 'addanag'"):
        parse("addanag", mine)


def test_of_two_recipes_with_one_name_the_later_wins() -> None:
    both = shipped() | of(addanag="bte")
    assert parse("addanag", both) == parse("bte")
    assert list(both).count("addanag") == 1


def test_recipes_that_multiply_are_refused_before_they_fill_the_memory() -> None:
    doubling = of(r0="bte", **{f"r{n}": f"r{n - 1} | r{n - 1}" for n in range(1, 60)})
    with pytest.raises(ExpressionError, match="stages is too large: at most 5000"):
        parse("r59", doubling)


def test_a_long_chain_of_recipes_is_read_or_refused() -> None:
    chain = of(r0="bte", **{f"r{n}": f"r{n - 1}" for n in range(1, 2000)})
    assert parse("r20", chain) == parse("bte")
    with pytest.raises(ExpressionError, match="nested too deeply"):
        parse("r1999", chain)


def test_a_recipe_is_added_and_what_is_there_stays(tmp_path) -> None:
    path = write(tmp_path, "# my own\n[news]\nexpression = 'bte'  # fine")
    recipe = Recipe("more", "lqf(threshold=0.25) | plain", 'with "quotes", \\ and \x7f\n')
    text = with_recipe(path, recipe)
    assert text.startswith("# my own\n[news]\nexpression = 'bte'  # fine\n\n[more]\n")
    assert tomllib.loads(text)["more"] == {"expression": recipe.expression, "summary": recipe.summary}
    assert with_recipe(tmp_path / "new.toml", recipe).startswith("[more]\n")
    with pytest.raises(UsageError, match="a recipe 'news' is there already: choose another name"):
        with_recipe(path, Recipe("news", "bte"))
    with pytest.raises(UsageError, match="broken TOML"):
        with_recipe(write(tmp_path, "["), recipe)
