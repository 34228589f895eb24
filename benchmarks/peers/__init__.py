"""Peers: other people's libraries, installed into an environment of their own and run as separate programs."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from ..measure import Figure

HERE = Path(__file__).parent
HOME = HERE.parent.parent / "build" / "bench-peers"

#: what the peer programs need
PACKAGES = ("numpy", "scipy", "networkx", "chess", "pettingzoo", "gymnasium", "catanatron", "pygame")


class PeerMissing(RuntimeError):
    """A peer could not be installed or run; the line is shown without it."""


def python() -> Path:
    """The interpreter of the peers' environment, made on first use."""
    program = HOME / "bin" / "python"
    ready = HOME / ".ready"
    if not ready.exists():
        print("installing the peers into build/bench-peers ...", file=sys.stderr)
        venv.create(HOME, with_pip=True)
        for package in PACKAGES:
            subprocess.run([program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package], check=False)
        ready.touch()
    return program


def run(script: str, *arguments: str) -> list[Figure]:
    """Run a peer program; it prints a list of figures as JSON."""
    done = subprocess.run([python(), str(HERE / script), *arguments], capture_output=True, text=True, timeout=900, check=False)
    if done.returncode:
        raise PeerMissing(f"{script}: {done.stderr.strip().splitlines()[-1:] or 'failed'}")
    data: list[dict[str, Any]] = json.loads(done.stdout.strip().splitlines()[-1])
    return [Figure(entry["name"], entry["unit"], entry["samples"]) for entry in data]
