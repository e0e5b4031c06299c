"""Which function implements which rule of a game: the ids that `@rule` and `@implements` name."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

primary: dict[str, list[str]] = {}
"""Rule id -> the function that implements it, as `module.function`; more than one is a mistake that a test finds."""
also: dict[str, list[str]] = {}
"""Rule id -> other functions that take part in the rule."""


def implements(*ids: str, also: Sequence[str] = ()) -> Callable[[F], F]:
    """Mark a plain Python function as the implementation of these rules; it takes part in those of `also`."""

    def decorate(function: F) -> F:
        claim(function, ids, also)
        return function

    return decorate


def claim(function: Callable[..., Any], ids: Sequence[str], others: Sequence[str]) -> None:
    """Enter a function under the rules it implements and those it takes part in."""
    name = f"{function.__module__}.{function.__qualname__}"
    for claims, named in ((primary, ids), (also, others)):
        for one in named:
            claims.setdefault(one, []).append(name)
