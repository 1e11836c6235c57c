"""The options that a batch and its estimate share."""

from __future__ import annotations

from webwinnow.cli.batch import command as batch
from webwinnow.cli.plan import command as plan


def test_both_commands_say_the_same() -> None:
    shared = {"extractor", "recipes", "form", "text", "facts", "near_duplicates"}
    one, other = ({each.name: each.to_info_dict() for each in command.params} for command in (batch, plan))
    assert shared <= set(one) & set(other)
    assert all(one[name] == other[name] for name in shared)
