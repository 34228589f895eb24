"""Peers: other people's libraries, installed into an environment of their own and run as separate programs."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..measure import Figure

HERE = Path(__file__).parent
HOME = HERE.parent.parent / "build" / "bench-peers"
NODE_HOME = HERE.parent.parent / "build" / "bench-peers-node"

#: what the peer programs need
PACKAGES = (
    "numpy==2.4.6", "scipy==1.17.1", "networkx==3.6.1", "chess==1.11.2", "pettingzoo==1.27.0", "gymnasium==1.4.0",
    "catanatron==3.2.1", "pygame==2.6.1",
)  # fmt: skip

NODE_PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3", "socket.io-client@4.8.4")


class PeerMissing(RuntimeError):
    """A peer could not be installed or run; the line is shown without it."""


def python() -> Path:
    """The interpreter of the peers' environment, made on first use."""
    program = HOME / "bin" / "python"
    ready, wanted = HOME / ".ready", "\n".join(PACKAGES)
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
        print("installing the peers into build/bench-peers ...", file=sys.stderr)
        venv.create(HOME, with_pip=True)
        for package in PACKAGES:
            subprocess.run([program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package], check=False)
        ready.write_text(wanted, encoding="utf-8")
    return program


def run(script: str, *arguments: str) -> list[Figure]:
    """Run a peer program; it prints a list of figures as JSON."""
    return figures([python(), str(HERE / script), *arguments], HOME)


def run_node(script: str, *arguments: str) -> list[Figure]:
    """The same for a peer that lives in Node."""
    if not (NODE_HOME / "node_modules" / "boardgame.io").exists():
        print("installing boardgame.io into build/bench-peers-node ...", file=sys.stderr)
        NODE_HOME.mkdir(parents=True, exist_ok=True)
        (NODE_HOME / "package.json").write_text('{"private": true}', encoding="utf-8")
        install = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*install, *NODE_PACKAGES], cwd=NODE_HOME, check=False)
    return figures(["node", HERE / "node" / script, *arguments], NODE_HOME)


def figures(command: Sequence[str | Path], folder: Path) -> list[Figure]:
    """Run a program that prints figures as JSON in its last line."""
    script = Path(command[1]).name
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerMissing(f"{script}: {error}") from None
    if done.returncode:
        raise PeerMissing(f"{script}: {done.stderr.strip().splitlines()[-1:] or 'failed'}")
    data: list[dict[str, Any]] = json.loads(done.stdout.strip().splitlines()[-1])
    return [Figure(entry["name"], entry["unit"], entry["samples"]) for entry in data]
