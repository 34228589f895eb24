"""Values and arrays of every game are typed: a misspelt one is an error of types, not a surprise at the table."""

from __future__ import annotations

import importlib
import typing
from pathlib import Path

import numpy as np
import pytest
from mypy import api

from grognard.core.state import State
from grognard.games import FOLDER, GAMES, module_of

ROOT = Path(__file__).parent.parent
SLUGS = [slug for slug in GAMES if (FOLDER / slug.replace("-", "_") / "material.py").exists()]


def state_of(slug: str) -> type[State]:
    state_type: type[State] = importlib.import_module(module_of(slug)).GAME.state_type
    return state_type


def arrays_of(slug: str) -> list[str]:
    state_type = state_of(slug)
    return [*state_type.piece_arrays(), *state_type.node_arrays(), "count", "foes"]


def test_every_game_is_looked_at() -> None:
    assert set(SLUGS) >= {"drive-on-moscow", "typhoon-1941", "barbarossa", "what-if-1940", "fords"}


@pytest.mark.parametrize("slug", SLUGS)
def test_arrays_are_of_the_type_that_is_said(slug: str) -> None:
    state_type = state_of(slug)
    said = typing.get_type_hints(state_type.ARRAYS)
    assert set(said) == set(arrays_of(slug))
    assert typing.get_type_hints(state_type)["arrays"] is state_type.ARRAYS
    state = state_type(3, 4, 3)
    assert type(state.arrays) is state_type.ARRAYS
    for name, hint in said.items():
        (number,) = typing.get_args(typing.get_args(hint)[1])
        assert getattr(state.arrays, name).dtype == np.dtype(number), name


def test_a_misspelt_value_or_array_is_an_error_of_types(tmp_path: Path) -> None:
    """Every value and array of every game, rightly and wrongly spelt: mypy finds the wrong ones and no other."""
    lines, wrong = ["from __future__ import annotations"], set()
    for slug in SLUGS:
        name = slug.replace("-", "_")
        lines += ["", "", f"from {module_of(slug)}.material import P as {name}", "", "", f"def look_{name}(p: {name}) -> None:"]
        for path in [*state_of(slug).values(), *arrays_of(slug), *(f"arrays.{array}" for array in arrays_of(slug))]:
            lines += [f"    p.s.{path}", f"    p.s.{path}x"]
            wrong.add(len(lines))
    probe = tmp_path / "probe.py"
    probe.write_text("\n".join(lines) + "\n", encoding="utf-8")
    config, cache = ROOT / "pyproject.toml", ROOT / ".mypy_cache"
    found, trouble, _ = api.run(["--config-file", str(config), "--cache-dir", str(cache), "--follow-imports=silent", str(probe)])
    errors = [line.split(":", 2) for line in found.splitlines() if line.startswith(str(probe))]
    assert {int(number) for _, number, _ in errors} == wrong, found + trouble
    assert all("has no attribute" in said for *_, said in errors)
