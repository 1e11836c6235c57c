"""Expressions: what a stage prints reads back as the stage, and what is wrong is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.catalogue import STAGES, recipes, stage_class
from webwinnow.errors import ExpressionError, ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.plain import Plain
from webwinnow.stages import Extractor, Stage, Vote

LEAVES = st.one_of(st.just(Plain()), st.just(BTE()), st.builds(LQF, st.floats(0, 1)), st.builds(LQF, st.integers(0, 1)))


def _combined(children: st.SearchStrategy[Stage]) -> st.SearchStrategy[Stage]:
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(lambda pair: pair[0] >> pair[1]),
        pairs.map(lambda pair: pair[0] | pair[1]),
        pairs.map(lambda pair: pair[0] & pair[1]),
        st.lists(children, min_size=1, max_size=3).flatmap(
            lambda members: st.integers(1, len(members)).map(lambda quorum: Vote(quorum, tuple(members)))
        ),
        st.lists(st.tuples(children, st.floats(0.001, 1000)), min_size=1, max_size=3).flatmap(
            lambda pairs: st.floats(0.001, sum(weight for _, weight in pairs)).map(
                lambda quorum: Vote.of(quorum, Plain() * 1.5, *(member * weight for member, weight in pairs))
            )
        ),
    )


@given(st.recursive(LEAVES, _combined, max_leaves=10))
def test_what_a_stage_prints_reads_back(stage: Stage) -> None:
    assert parse(str(stage)) == stage
    assert str(parse(str(stage))) == str(stage)


@pytest.mark.parametrize("name", STAGES)
def test_every_stage_of_the_catalogue_reads_back(name: str) -> None:
    stage = parse(name)
    assert isinstance(stage, stage_class(name))
    assert str(stage) == name
    chain = stage >> Plain() if stage.kind != "refiner" else Plain() >> stage
    assert parse(str(chain)) == chain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" lqf\n", LQF()),
        ("lqf()", LQF()),
        ("lqf(threshold=.25)", LQF(0.25)),
        ("lqf(threshold=1)", LQF(1)),
        ("lqf-25", LQF(0.25)),
        ("(lqf)>>bte|plain", LQF() >> BTE() | Plain()),
        ("vote(1, lqf - 1)", None),
        ("vote(2.5, lqf*1.5, bte, 2*plain)", Vote(2.5, (LQF(), BTE(), Plain()), (1.5, 1, 2))),
        ("vote(2, lqf*1, bte*1.0)", Vote(2, (LQF(), BTE()))),
        ("vote(2, (lqf >> bte)*2, bte)", Vote.of(2, (LQF() >> BTE()) * 2, BTE())),
        ("vote(2, lqf, bte >> plain, plain)", Vote(2, (LQF(), BTE() >> Plain(), Plain()))),
    ],
)
def test_expressions(text: str, expected: Stage | None) -> None:
    if expected is None:
        with pytest.raises(ExpressionError):
            parse(text)
    else:
        assert parse(text) == expected


@pytest.mark.parametrize("name", recipes())
def test_recipes_can_be_read_and_used_in_combinations(name: str) -> None:
    stage = parse(f"{name} | plain")
    assert isinstance(stage, Extractor)
    assert parse(str(stage)) == stage


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("bpe", ExpressionError, "unknown extractor 'bpe': did you mean bte?"),
        ("LQF", ExpressionError, "unknown extractor 'LQF': did you mean lqf or lqf-75 or lqf-50?"),
        ("zzzz", ExpressionError, "unknown extractor 'zzzz': 'webwinnow list' shows what there is"),
        ("wlr-media-9", ExpressionError, "unknown extractor 'wlr-media-9'"),
        ("lqf-25(threshold=1)", ExpressionError, "unknown extractor 'lqf-25'"),
        ("lqf(0.5)", ExpressionError, "lqf takes its parameters by name: it has threshold"),
        ("bte(0.5)", ExpressionError, "bte takes its parameters by name: it has none"),
        ("nope(0.5)", ExpressionError, "unknown extractor 'nope'"),
        ("lqf(gap=2)", ParameterError, "lqf has no parameter 'gap': it has threshold"),
        ("lqf(**{})", ParameterError, "lqf has no parameter '**': it has threshold"),
        ("lqf(threshold=2)", ParameterError, "lqf: threshold must be from 0 to 1, not 2"),
        ("lqf(threshold='wlr-media')", ParameterError, "not 'wlr-media'"),
        ("lqf(threshold=bte)", ExpressionError, "a parameter is a number, a text or True or False, not 'bte'"),
        ("lqf(threshold=__import__('os'))", ExpressionError, "a parameter is a number"),
        ("vote(lqf)", ExpressionError, "vote takes a quorum and its members: vote(2, lqf, bte, plain)"),
        ("vote(1)", ExpressionError, "vote takes a quorum and its members"),
        ("vote(1, lqf, x=2)", ExpressionError, "vote takes a quorum and its members"),
        ("vote(1.5, lqf)", ParameterError, "vote: quorum must be from 1 to 1, not 1.5"),
        ("vote(1.5, lqf, bte)", ParameterError, "quorum must be a whole number unless members have weights, not 1.5"),
        ("vote(True, lqf)", ExpressionError, "the quorum of a vote is a number, not True"),
        ("vote('2', lqf)", ExpressionError, "the quorum of a vote is a number, not '2'"),
        ("vote(4, lqf*2, bte)", ParameterError, "quorum must be from 0.001 to 3, which is all weights together, not 4"),
        ("vote(1e999, lqf*2, bte)", ParameterError, "which is all weights together, not inf"),
        ("vote(1, lqf*0, bte)", ParameterError, "the weight of lqf must be a number from 0.001 to 1000, not 0"),
        ("vote(1, lqf*-1, bte)", ParameterError, "the weight of lqf must be a number from 0.001 to 1000, not -1"),
        ("vote(1, lqf*1e9, bte)", ParameterError, "the weight of lqf must be a number from 0.001 to 1000"),
        ("vote(1, lqf*True, bte)", ParameterError, "the weight of lqf must be a number"),
        ("vote(1, lqf*'2', bte)", ExpressionError, "the weight of a member is a number, not '2'"),
        ("vote(1, lqf*bte)", ExpressionError, "a parameter is a number"),
        ("vote(1, filter3*2)", ParameterError, "vote combines extractors, and filter3 is a prefilter"),
        ("vote(2, filter3 >> danag*1.5, bte)", ExpressionError, "a weight belongs to a whole member of a vote"),
        ("lqf*2", ExpressionError, "cannot use 'lqf * 2' here: a weight belongs to a whole member of a vote"),
        ("lqf(threshold=0.1, threshold=0.2)", ExpressionError, "'threshold' twice: give it once"),
        ("vote(2, lqf)", ParameterError, "vote: quorum must be from 1 to 1, not 2"),
        ("vote", ExpressionError, "unknown extractor 'vote'"),
        ("lqf >>", ExpressionError, "cannot read the expression 'lqf >>': invalid syntax"),
        ("", ExpressionError, "cannot read the expression ''"),
        ("lqf + bte", ExpressionError, "cannot use 'lqf + bte' here: an expression has stages"),
        ("lqf.bte", ExpressionError, "cannot use 'lqf.bte' here"),
        ("'lqf'", ExpressionError, "cannot use \"'lqf'\" here"),
        ("lqf; bte", ExpressionError, "invalid syntax"),
        ("lambda: lqf", ExpressionError, "cannot use 'lambda: lqf' here"),
        ("lqf\0", ExpressionError, "cannot read the expression"),
        ("(" * 500 + "lqf" + ")" * 500, ExpressionError, "cannot read the expression"),
        ("|".join(["lqf"] * 2400), ExpressionError, "nested too deeply"),
        ("lqf " * 3000, ExpressionError, "too long: at most 10000"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        parse(text)
    said = str(caught.value)
    assert message in said
    assert "\n" not in said


@given(st.text("lqfbte()|&>=.,-_ 0159'\"", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        stage = parse(text)
    except (ExpressionError, ParameterError) as refused:
        assert str(refused)
    else:
        assert parse(str(stage)) == stage
