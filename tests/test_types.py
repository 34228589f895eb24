"""The page's types are made from the structs that are sent, and what is sent has no untyped part."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from grognard.core.shown import View
from grognard.server.changes import Fields
from tools.types import FILE, ROOTS, page, parts_of


def test_the_types_of_the_page_are_those_of_the_structs() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "run python -m tools.types"


def speaks_of_anything(hint: object) -> bool:
    return hint is Any or any(speaks_of_anything(part) for part in get_args(hint))


@pytest.mark.parametrize("root", ROOTS)
def test_nothing_that_is_sent_is_untyped(root: type[msgspec.Struct]) -> None:
    hints = [(kind.__name__, name, hint) for kind in parts_of(root) for name, hint in get_type_hints(kind).items()]
    assert not [(kind, name) for kind, name, hint in hints if speaks_of_anything(hint)]


def test_every_part_of_a_view_can_change() -> None:
    assert set(View.__struct_fields__) - set(Fields.__struct_fields__) == {"game", "seat", "stacks", "control"}
