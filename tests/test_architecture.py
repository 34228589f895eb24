"""The house keeps its shape: imports point one way, and the project speaks of itself alone."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from grognard.core.game import QUESTIONS, Game
from grognard.games.assault.game import AssaultGame

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "grognard"

#: layer -> layers of this package it may import
MAY_IMPORT = {
    "core": {"core", "games", "facts"},  # `games` only lazily, to find a game by its name; `facts` for a match to hand out
    "facts": {"core", "facts"},
    "orders": {"core", "facts", "orders"},
    "story": {"core", "story"},
    "games": {"core", "games", "ai"},  # `ai` only in the opponents of the games
    "boards": {"core", "games", "boards"},
    "draw": {"core", "draw"},
    "ai": {"core", "facts", "games", "ai"},
    "judge": {"core", "facts", "story", "games", "ai", "judge"},
    "sim": {"core", "facts", "games", "ai", "about", "puzzles", "sim"},
    "server": {
        "core", "facts", "story", "judge", "games", "ai", "boards", "draw", "about", "orders", "puzzles", "rulebook",
        "server",
    },
    "cli": {
        "core", "facts", "story", "judge", "games", "ai", "sim", "boards", "draw", "coverage", "puzzles", "rulebook", "server",
        "terminal", "cli",
    },
    "terminal": {"about", "core", "facts", "games", "ai", "boards", "orders", "rulebook", "terminal"},
}


def imports(path: Path) -> set[str]:
    """Layers of this package that a module imports."""
    found = set()
    package = path.relative_to(SOURCE).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level]
            target = [*base, *(node.module or "").split(".")] if node.module else [*base, node.names[0].name]
            found.add(target[0])
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("grognard."):
            found.add(node.module.split(".")[1])
    return found


@pytest.mark.parametrize("layer", sorted(MAY_IMPORT))
def test_imports_point_one_way(layer: str) -> None:
    for path in sorted((SOURCE / layer).rglob("*.py")):
        strangers = imports(path) - MAY_IMPORT[layer] - {"__version__", "__init__"}
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)}"


#: parts of the server, the lowest first; those of one row do not know each other
SERVER = (("tables",), ("ledger", "telling"), ("carrier", "beginning", "takebacks", "questions"), ("service",), ("socket",))


def test_parts_of_the_server_know_those_below_them() -> None:
    names = [name for row in SERVER for name in row]
    for number, row in enumerate(SERVER):
        above = {name for later in SERVER[number + 1 :] for name in later}
        for name in row:
            tree = ast.parse((SOURCE / "server" / f"{name}.py").read_text(encoding="utf-8"))
            known = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1}
            assert not known & (above | set(row) - {name}), name
    referee = ast.parse((SOURCE / "server" / "referee.py").read_text(encoding="utf-8"))
    assert not {node.module for node in ast.walk(referee) if isinstance(node, ast.ImportFrom)} & set(names)


def test_the_kernel_knows_no_game_by_name() -> None:
    for path in sorted((SOURCE / "core").rglob("*.py")):
        code = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if "import" in line)
        assert "drive_on_moscow" not in code


def test_games_import_at_the_top_of_a_module() -> None:
    """A game is material, rules, flow and answers on top of each other; an import inside a function would hide a circle."""
    for path in sorted((SOURCE / "games").rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                inside = [node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
                assert not inside, f"{path.relative_to(ROOT)} imports inside a function"


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (SOURCE / "games").glob("*/material.py")))
def test_rules_know_the_material_and_not_the_game(game: str) -> None:
    """Only a game's package and what is made with whole games import `game.py`, and nothing is set on its class afterwards."""
    package = SOURCE / "games" / game
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level}
        assert "game" not in names or path == package / "__init__.py", f"{path.relative_to(ROOT)} imports the game"
    assigned = [node for node in ast.walk(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]  # fmt: skip
    assert not assigned


def test_the_family_answers_no_question_for_its_games() -> None:
    """Which questions a game has rules for it says itself; a shared answer would be offered where there is none."""
    for question in QUESTIONS:
        assert getattr(AssaultGame, question) is getattr(Game, question), question


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name]


def test_no_machine_path_and_no_registry_address() -> None:
    forbidden = re.compile(r"(?<![\w.-])/(?:work|root|farm)/\w|\"resolved\": *\"http|https?://[^\s\"]*/(?:simple|packages)/")
    for path in tracked():
        if path.suffix in (".png", ".webp", ".ttf", ".otf", ".woff2", ".npz") or not path.is_file() or path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert not forbidden.search(text), path


def test_modules_stay_short() -> None:
    for path in tracked():
        if path.suffix in (".py", ".ts", ".svelte") and path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            made = bool(lines) and lines[0].endswith("do not edit. */")
            assert made or len(lines) <= 700, path


def test_no_rule_reckons_the_enemy() -> None:
    """Who fights whom is a value of the state (`Play.foe`, `Play.enemies`): alliances may change."""
    reckoned = re.compile(r"\b1 - (?:\w+\.)*(?:side|seat|active|owner|side_of)\b")
    for path in sorted(SOURCE.rglob("*.py")):
        found = [line for line in path.read_text(encoding="utf-8").splitlines() if reckoned.search(line)]
        assert not found, (path.relative_to(ROOT), found)
