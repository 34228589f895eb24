"""The house keeps its shape: imports point one way, and the project speaks of itself alone."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "grognard"

#: layer -> layers of this package it may import
MAY_IMPORT = {
    "core": {"core", "games"},  # `games` only lazily, to find a game by its name
    "games": {"core", "games", "ai"},  # `ai` only in the opponents of the games
    "boards": {"core", "games", "boards"},
    "draw": {"core", "draw"},
    "ai": {"core", "games", "ai"},
    "sim": {"core", "games", "ai", "sim"},
    "server": {"core", "games", "ai", "boards", "draw", "rulebook", "server"},
    "cli": {"core", "games", "ai", "sim", "boards", "draw", "coverage", "rulebook", "server", "terminal", "cli"},
    "terminal": {"core", "games", "ai", "boards", "rulebook", "terminal"},
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


def test_the_kernel_knows_no_game_by_name() -> None:
    for path in sorted((SOURCE / "core").rglob("*.py")):
        code = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if "import" in line)
        assert "drive_on_moscow" not in code


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
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 700, path
