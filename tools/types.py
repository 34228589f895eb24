"""`python -m tools.types` writes the types of the browser page, made from the structs that the server sends.

A field that is left out when it has its default is optional there, and never null where its default is None.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from grognard.core.answers import Odds, Reach, Supply, SupplyLines, ZonesOf
from grognard.core.command import CommandForm
from grognard.core.missions import Air, MissionView
from grognard.facts import Desk, Route, Threats
from grognard.orders import StaffOrder, StaffPlan
from grognard.server import news, shapes, wire
from grognard.story import Review, Stage, Summary

FILE = Path(__file__).parent.parent / "web" / "src" / "lib" / "types.ts"
HEAD = "/** What the server sends and understands. Made by `python -m tools.types` from its structs: do not edit. */\n"
#: everything a page gets or says; what these are made of comes along
ROOTS: tuple[type[msgspec.Struct], ...] = (
    CommandForm, StaffOrder, StaffPlan, Odds, Reach, Supply, SupplyLines, ZonesOf, Air, MissionView,
    shapes.BoardInfo, shapes.RuleInfo, shapes.Aids, shapes.PuzzleInfo,
    wire.GameInfo, wire.Created, wire.NewLink,
    wire.MatchInfo, wire.Yes, wire.Verdict, wire.Refusal, wire.Falls, wire.Hint,
    wire.Answer, wire.Past, wire.Named, wire.Targets, wire.Units, wire.Network, wire.Planned, wire.Problem, wire.WhoCan,
    wire.Glance, wire.Strengths, wire.Film, Summary, Stage, Review, Desk, Route, Threats,
    news.Update, news.ThinkingNews, news.ChatNews, news.Result,
)  # fmt: skip
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def page() -> str:
    """The whole file."""
    return HEAD + "".join(f"\n{_interface(kind)}" for kind in sorted(parts_of(*ROOTS), key=lambda kind: kind.__name__))


def parts_of(*roots: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """Structs with all those they are made of."""
    found: dict[type[msgspec.Struct], None] = {}
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found[kind] = None
            waiting += [part for hint in get_type_hints(kind).values() for part in _structs(hint)]
    return list(found)


def _structs(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type speaks of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs(part)


def _interface(struct: type[msgspec.Struct]) -> str:
    config, hints = struct.__struct_config__, get_type_hints(struct)
    lines = [f"  {config.tag_field}: '{config.tag}';"] if config.tag_field else []
    for field in msgspec.structs.fields(struct):
        parts = _parts(hints[field.name])
        optional = msgspec.UnsetType in parts or (config.omit_defaults and not field.required)
        left_out = {msgspec.UnsetType} | ({type(None)} if config.omit_defaults and field.default is None else set())
        shown = " | ".join(dict.fromkeys(_type(part) for part in parts if part not in left_out))
        lines.append(f"  {field.encode_name}{'?' if optional else ''}: {shown};")
    text = " ".join((struct.__doc__ or "").split())
    comment = f"/** {text} */\n" if text and not text.startswith(f"{struct.__name__}(") else ""
    return f"{comment}export interface {struct.__name__} {{\n" + "".join(f"{line}\n" for line in lines) + "}\n"


def _parts(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a type."""
    if get_origin(hint) is Annotated:
        return _parts(get_args(hint)[0])
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _type(hint: Any) -> str:
    """A type in TypeScript."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(part) for part in args))
    if origin is Annotated:
        return _type(args[0])
    if origin is Literal:
        return " | ".join(f"'{word}'" for word in args)
    if origin is tuple and args[-1] is not Ellipsis:
        return f"[{', '.join(_type(part) for part in args)}]"
    if origin is dict or origin is Mapping:
        return f"Record<string, {_type(args[1])}>"
    if origin in (list, tuple, Sequence):
        inner = _type(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    raise TypeError(f"the page has no type for {hint}")


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
