"""Training of the context network (see `signals.context_network`): Adam on whole pages, in numpy.

The loss is half cross entropy, with rows weighted by their words, and half the page's own F1 made smooth, which is what
people will measure. Whole groups of signals are switched off page by page, so that the network learns to do without
class names or HTML5 elements where a site has none. The same input and seed give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.context_network import OFFSETS, sigmoid

Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Weights = dict[str, Numbers]

LARGEST: Final = 1500
"""Blocks of one page that are learned from: the few longer pages would outweigh all others."""
_ROWS: Final = 6000
"""Blocks in a batch, about; always whole pages."""
_KIND_WEIGHT: Final = 0.1
_F1_WEIGHT: Final = 2.0
"""How much the F1 of a page counts beside its cross entropy."""


@dataclass(frozen=True, slots=True)
class Pages:
    """What is learned from: per page its standardised signals, labels, words, kind (-1: unknown) and weight."""

    items: Sequence[Numbers]
    labels: Sequence[npt.NDArray[np.bool_]]
    words: Sequence[npt.NDArray[np.float64]]
    kinds: Sequence[int]
    weights: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Training:
    """How the network is trained; chosen by cross validation on wcxb-dev (2026-11-16)."""

    hidden: int = 48
    inner: int = 48
    epochs: int = 16
    rate: float = 2e-3
    dropout: float = 0.1
    group_dropout: float = 0.15
    decay: float = 1e-4
    seed: int = 0


def train(
    pages: Pages,
    groups: Sequence[Places],
    kinds: int,
    how: Training = Training(),  # noqa: B008  (a frozen value)
    told: Callable[[int, float], None] = lambda epoch, loss: None,  # noqa: ARG005  (nobody listens)
) -> Weights:
    """Train a network; `told` hears the number of each finished epoch and its loss."""
    random = np.random.default_rng(how.seed)
    weights = _initial(pages.items[0].shape[1], how, kinds, random)
    adam = _Adam(weights, how)
    sizes = np.array([min(len(items), LARGEST) for items in pages.items])
    steps = how.epochs * len(_batches(sizes, np.random.default_rng(0)))
    for epoch in range(how.epochs):
        losses = []
        for chosen in _batches(sizes, random):
            batch = _batch(pages, chosen, sizes, groups, how, random)
            loss, slopes = _slopes(weights, batch, how, random)
            losses.append(loss)
            weights = adam.step(weights, slopes, steps)
        told(epoch, float(np.mean(losses)))
    return weights


def _initial(signals: int, how: Training, kinds: int, random: np.random.Generator) -> Weights:
    def layer(inputs: int, outputs: int, scale: float = 1.0) -> Numbers:
        values: Numbers = (random.standard_normal((inputs, outputs)) * scale * np.sqrt(2 / inputs)).astype(np.float32)
        return values

    context = how.hidden * (len(OFFSETS) + 2)
    return {
        "W1": layer(signals, how.hidden),
        "b1": np.zeros(how.hidden, np.float32),
        "W2": layer(context, how.inner),
        "b2": np.zeros(how.inner, np.float32),
        "W3": layer(how.inner, 1, 0.5),
        "b3": np.zeros(1, np.float32),
        "WK": layer(2 * how.hidden, kinds, 0.3),
        "bK": np.zeros(kinds, np.float32),
    }


def _batches(sizes: npt.NDArray[np.int_], random: np.random.Generator) -> list[Places]:
    """Shuffle the pages and cut them into batches of about equal numbers of blocks."""
    order = random.permutation(len(sizes))
    return np.split(order, np.flatnonzero(np.diff(np.cumsum(sizes[order]) // _ROWS)) + 1)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Pages one after another."""

    items: Numbers
    labels: Numbers
    words: Numbers
    kinds: npt.NDArray[np.int_]
    weights: Numbers
    first: Places
    """Where each page starts."""
    page: Places
    """The page of each row."""


def _batch(
    pages: Pages,
    chosen: Places,
    sizes: npt.NDArray[np.int_],
    groups: Sequence[Places],
    how: Training,
    random: np.random.Generator,
) -> _Batch:
    count = sizes[chosen]
    first = np.cumsum(count) - count
    page = np.repeat(np.arange(len(chosen)), count)
    items = np.concatenate([pages.items[each][:LARGEST] for each in chosen])
    for group in groups:
        without = random.random(len(chosen)) < how.group_dropout
        items[np.ix_(without[page], group)] = 0
    return _Batch(
        items,
        np.concatenate([pages.labels[each][:LARGEST] for each in chosen]).astype(np.float32),
        np.concatenate([pages.words[each][:LARGEST] for each in chosen]).astype(np.float32),
        np.array([pages.kinds[each] for each in chosen]),
        pages.weights[chosen].astype(np.float32),
        first,
        page,
    )


def _slopes(weights: Weights, batch: _Batch, how: Training, random: np.random.Generator) -> tuple[float, Weights]:
    """Go forth and back through the network: the loss (1 - F1), and how it changes with each weight."""
    first, page, rows = batch.first, batch.page, len(batch.items)
    count = np.diff(np.append(first, rows))[:, None]
    importance = np.log1p(batch.words)[:, None]
    whole = np.add.reduceat(importance, first) + 1e-9
    hidden = np.maximum(batch.items @ weights["W1"] + weights["b1"], 0)
    hidden *= _mask(hidden.shape, how.dropout, random)
    means = np.hstack([np.add.reduceat(hidden, first) / count, np.add.reduceat(hidden * importance, first) / whole])
    places = [_places(first, page, rows, offset) for offset in OFFSETS]
    padded = np.vstack([hidden, np.zeros((1, how.hidden), np.float32)])
    context = np.hstack([*(padded[place] for place in places), means[page]])
    inner = np.maximum(context @ weights["W2"] + weights["b2"], 0)
    inner *= _mask(inner.shape, how.dropout, random)
    likely = sigmoid((inner @ weights["W3"] + weights["b3"])[:, 0])

    loss, slope = _loss(likely, batch)
    kind_slope = _kind_slope(means @ weights["WK"] + weights["bK"], batch.kinds)
    slope_inner = (slope @ weights["W3"].T) * (inner > 0) / np.float32(1 - how.dropout)
    slope_context = slope_inner @ weights["W2"].T
    slope_means = np.add.reduceat(slope_context[:, len(OFFSETS) * how.hidden :], first) + kind_slope @ weights["WK"].T
    slope_hidden = (slope_means[:, : how.hidden] / count)[page]
    slope_hidden += (slope_means[:, how.hidden :] / whole)[page] * importance
    for number in range(len(OFFSETS)):  # what row i got from i + offset goes back there: the opposite shift
        part = slope_context[:, number * how.hidden : (number + 1) * how.hidden]
        slope_hidden += np.vstack([part, np.zeros((1, how.hidden), np.float32)])[places[-1 - number]]
    slope_hidden = slope_hidden * (hidden > 0) / np.float32(1 - how.dropout)
    return loss, {
        "W1": batch.items.T @ slope_hidden,
        "b1": slope_hidden.sum(0),
        "W2": context.T @ slope_inner,
        "b2": slope_inner.sum(0),
        "W3": inner.T @ slope,
        "b3": slope.sum(0),
        "WK": means.T @ kind_slope,
        "bK": kind_slope.sum(0),
    }


def _mask(shape: tuple[int, ...], dropout: float, random: np.random.Generator) -> Numbers:
    mask: Numbers = (random.random(shape, dtype=np.float32) >= dropout).astype(np.float32) / np.float32(1 - dropout)
    return mask


def _places(first: Places, page: Places, rows: int, offset: int) -> Places:
    """Give the row `offset` further in the same page; one past the last row where there is none."""
    place = np.arange(rows) + offset
    last = np.append(first[1:], rows)
    return np.where((place >= first[page]) & (place < last[page]), place, rows)


def _loss(likely: Numbers, batch: _Batch) -> tuple[float, Numbers]:
    """Cross entropy by words, and one minus a smooth F1 of each page; the slope is that of the log odds."""
    first, page, labels = batch.first, batch.page, batch.labels
    gold_words = np.add.reduceat(batch.words * labels, first)
    entropy = (likely - labels) * (batch.words + 1) / (gold_words + 30)[page]
    weight = batch.words + np.float32(0.3)
    common = np.add.reduceat(weight * likely * labels, first)
    both = np.add.reduceat(weight * (likely + labels), first) + np.float32(1e-6)
    rising = 2 * weight * (labels * both[page] - common[page]) / (both**2)[page]
    slope = 0.5 * entropy - _F1_WEIGHT * rising * likely * (1 - likely)
    slope = slope * batch.weights[page] / np.float32(len(first))
    loss = float((batch.weights * (1 - 2 * common / both)).sum() / batch.weights.sum())
    return loss, slope[:, None].astype(np.float32)


def _kind_slope(scores: npt.NDArray[Any], kinds: npt.NDArray[np.int_]) -> Numbers:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    slope = powers / powers.sum(axis=1, keepdims=True)
    slope[np.arange(len(kinds)), np.maximum(kinds, 0)] -= 1
    slope[kinds < 0] = 0
    scaled: Numbers = (slope * _KIND_WEIGHT / len(kinds)).astype(np.float32)
    return scaled


class _Adam:
    """Adam with decoupled decay, a short warm-up and a rate that falls along a cosine."""

    def __init__(self, weights: Weights, how: Training) -> None:
        self.how, self.steps = how, 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, weights: Weights, slopes: Weights, total: int) -> Weights:
        """Give the changed weights."""
        self.steps += 1
        falling = 0.5 * (1 + np.cos(np.pi * min(self.steps / total, 1))) + 0.01
        rate = self.how.rate * min(1.0, self.steps / 50) * falling
        return {name: self._changed(name, value, slopes[name], rate) for name, value in weights.items()}

    def _changed(self, name: str, value: Numbers, slope: Numbers, rate: float) -> Numbers:
        self.mean[name] = 0.9 * self.mean[name] + 0.1 * slope
        self.square[name] = 0.99 * self.square[name] + 0.01 * slope**2
        mean = self.mean[name] / (1 - 0.9**self.steps)
        size = np.sqrt(self.square[name] / (1 - 0.99**self.steps)) + 1e-8
        decay = self.how.decay * value if name.startswith("W") else 0
        changed: Numbers = (value - rate * (mean / size + decay)).astype(np.float32)
        return changed
