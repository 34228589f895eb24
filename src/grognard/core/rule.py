"""Tags that tie code to rulebooks: `@rule("10.29a")` on a function says which rule it carries out.

Code shared by several games is tagged with *concepts* (`@concept("odds")`); each game says which of
its rules a concept is (`Game.concepts`). `grognard rules coverage` reads both.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any] | type)


def rule(*ids: str) -> Callable[[F], F]:
    """This function or class carries out these rules."""

    def tag(thing: F) -> F:
        thing.__rules__ = (*getattr(thing, "__rules__", ()), *ids)  # type: ignore[union-attr]
        return thing

    return tag


def concept(*names: str) -> Callable[[F], F]:
    """This function or class carries out what games of a family share under these names."""

    def tag(thing: F) -> F:
        thing.__concepts__ = (*getattr(thing, "__concepts__", ()), *names)  # type: ignore[union-attr]
        return thing

    return tag


def tagged(module: ModuleType) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """(module:function, rule ids, concepts) of everything tagged that is defined in a module."""
    for name, thing in sorted(vars(module).items()):
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        members = [(name, thing)]
        if inspect.isclass(thing):
            members += [(f"{name}.{m}", f) for m, f in sorted(vars(thing).items()) if inspect.isfunction(f)]
        for label, member in members:
            ids = getattr(member, "__rules__", ())
            concepts = getattr(member, "__concepts__", ())
            if ids or concepts:
                yield f"{module.__name__}:{label}", tuple(ids), tuple(concepts)
