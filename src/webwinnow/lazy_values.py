"""Values that are found when somebody first asks for them, and kept: by an object, or for good."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Any, Final, Generic, ParamSpec, Self, TypeVar, cast, overload
from weakref import ProxyTypes, proxy

Asked = ParamSpec("Asked")
Value = TypeVar("Value")
_NOT_YET: Final = object()
_ROUNDING: Final = 1e-9
"""More than rounding changes a number: scores are sums of some seventy numbers below a hundred, in 53 binary digits."""


class cached_property(Generic[Value]):  # noqa: N801 - it stands for the one of functools
    """Do as functools' `cached_property` does from Python 3.12 on: without a lock.

    That of 3.11 has one lock for a property of all objects, so that threads on different pages wait for each other, and
    for ever where one property asks for another that on another page asks for the first. Without it, two threads may
    find the same value twice; all are given that of the first.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        """Take the method that finds the value, and what it says of itself."""
        self.find, self.__doc__, self.__module__ = find, find.__doc__, find.__module__

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn under which name the value is kept."""
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """Find the value and keep it where the next look finds it first."""
        if instance is None:
            return self
        value: Value = instance.__dict__.setdefault(self.name, self.find(instance))
        return value


class Remembering:
    """An object that keeps what was made of it, by keys."""

    def once(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Make something and remember it: whoever asks with the same key again gets the same."""
        remembered: dict[Hashable, Any] = self.__dict__.setdefault("_remembered", {})
        found: Value = remembered.get(key, _NOT_YET)  # looked up once: keys with spans take a while
        if found is _NOT_YET:
            found = remembered[key] = make()
        return found

    def remembered(self, key: Hashable) -> Any | None:
        """Return what `once` made for a key; None if nobody asked for it yet."""
        return self.__dict__.get("_remembered", {}).get(key)


class LateNumber:
    """A number that is found when it is first asked for: of a score, most callers only want to know if it is high."""

    __slots__ = ("_about", "_find", "_found", "_tell")

    def __init__(self, find: Callable[[], float], about: Callable[[], float | None]) -> None:
        """Take how to find it, and how to tell what it is up to rounding, which is quicker, or None."""
        self._find, self._tell = find, about
        self._found: float | None = None
        self._about: float | None = None

    def __float__(self) -> float:
        """Find it, once."""
        if self._found is None:
            self._found = self._find()
        return self._found

    def is_below(self, bound: float) -> bool:
        """Tell whether it is less than a bound; it is found only where rounding might matter."""
        about = self._nearly()
        return float(self) < bound if about is None or abs(about - bound) < _ROUNDING else about < bound

    def rounded(self, digits: int) -> float:
        """Round it to so many digits; it is found only where that is in doubt."""
        about = self._nearly()
        if about is None or round(about - _ROUNDING, digits) != round(about + _ROUNDING, digits):
            return round(float(self), digits)
        return round(about, digits)

    def _nearly(self) -> float | None:
        """Tell what it is up to rounding, if that is known."""
        if self._about is None:
            self._about = self._tell() if self._found is None else self._found
        return self._about

    def __eq__(self, other: object) -> bool:
        """Compare with another number."""
        return float(self) == (float(other) if isinstance(other, LateNumber) else other)

    def __hash__(self) -> int:
        """Equal numbers have equal hashes."""
        return hash(float(self))

    def __repr__(self) -> str:
        """Show the number."""
        return repr(float(self))

    def __reduce__(self) -> tuple[type[float], tuple[float]]:
        """Pickle as the number."""
        return float, (float(self),)


def kept_for_good(make: Callable[Asked, Value]) -> Callable[Asked, Value]:
    """Do as functools' `cache`, and give all threads one value, also those that ask for it at the same time.

    That of functools gives each of them what it made itself, and keeps one: where compiled code points to a table
    that nobody keeps, it reads memory that is free. Nobody waits here: two threads may make the same table twice;
    all are given the first.
    """
    made: dict[tuple[object, ...], Value] = {}

    def first(*asked: Asked.args, **named: Asked.kwargs) -> Value:
        return made.setdefault((asked, *named.items()), make(*asked, **named))

    given: Any = wraps(make)(cache(first))
    shared: Callable[Asked, Value] = given
    return shared


def weakly(value: Value) -> Value:
    """Return a value as what it keeps should refer to it.

    Else they keep each other, and go with a later collection of garbage instead of with the last who uses the value:
    a program that reads many pages would hold hundreds of them.
    """
    return value if isinstance(value, ProxyTypes) else cast(Value, proxy(value))
