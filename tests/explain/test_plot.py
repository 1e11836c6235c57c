"""Columns of a picture against a naive grouping."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.explain import plot as plot_module
from webwinnow.explain.plot import GROUPED, MOST, SHADED, columns, grouping_note
from webwinnow.stages.curves import AxisLabel, Chosen, Curve, Panel


def panel_of(values: list[float], widths: list[int] | None = None, regions=()) -> Panel:
    size = len(values)
    edges = None if widths is None else np.concatenate([[0], np.cumsum(widths)])
    start, end = np.arange(size, dtype=np.int32), np.arange(1, size + 1, dtype=np.int32)
    series = (Curve("a", "signed", np.array(values, dtype=float)),)
    return Panel("s", "t", "c.", AxisLabel("x", "x"), AxisLabel("y", "y"), start, end, series, regions, (), edges)


@given(
    data=st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 20)), min_size=1, max_size=60),
    bounds=st.tuples(st.integers(0, 59), st.integers(0, 59)),
    even=st.booleans(),
)
def test_groups_against_a_loop(data, bounds, even):
    values, widths = [value for value, _ in data], [width for _, width in data]
    first, last = sorted(min(bound, len(values) - 1) for bound in bounds)
    panel = panel_of(values, None if even else widths, (Chosen(first, last),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plot_module, "MOST", 12)
        patch.setattr(plot_module, "GROUPED", 8)
        found = columns(panel)
    edges = panel.x_edges.tolist()
    groups: dict[int, list[int]] = {}
    for at in range(len(values)):
        key = int(edges[at] * 8 // edges[-1]) if len(values) > 12 else at
        groups.setdefault(key, []).append(at)
    members = list(groups.values())
    column = panel.curves[0].values
    assert found.first.tolist() == [group[0] for group in members]
    assert found.edges.tolist() == [*(edges[group[0]] for group in members), edges[-1]]
    assert found.chosen.tolist() == [any(first <= at <= last for at in group) for group in members]
    assert found.highest(column).tolist() == [max(0, *(values[at] for at in group)) for group in members]
    assert found.lowest(column).tolist() == [min(0, *(values[at] for at in group)) for group in members]
    lengths = np.diff(edges)
    assert found.mean(column) == pytest.approx([np.average(column[group], weights=lengths[group]) for group in members])


def test_few_positions_stay_as_they_are():
    panel = panel_of([1.0] * MOST)
    assert len(columns(panel)) == MOST
    assert grouping_note(panel, columns(panel)) == ""


def test_many_are_grouped_and_it_is_told():
    panel = panel_of([1.0] * 100_000)
    found = columns(panel)
    assert len(found) == GROUPED
    assert "1,000 columns of about 100 xs" in grouping_note(panel, found)


def test_nothing_at_all():
    found = columns(panel_of([]))
    assert len(found) == 0
    assert found.highest(np.zeros(0)).tolist() == found.mean(np.zeros(0)).tolist() == []


def test_very_many_regions_are_shaded_by_columns():
    many = tuple(Chosen(at, at) for at in range(0, 2 * SHADED + 2, 2))
    panel = panel_of([1.0] * 50_000, regions=many)
    found = columns(panel)
    assert found.shaded(panel_of([1.0] * 9, regions=many[:3])) == many[:3]
    shaded = found.shaded(panel)
    assert len(shaded) < SHADED
    assert all(any(region.first <= one.first <= region.last for region in shaded) for one in many)
