"""When the server says that it is ready, nothing that takes long is left for whoever opens the page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SAID = """
import sys, uvicorn
from grognard.server import catalogue, run
uvicorn.Server.run = lambda self: print(catalogue.games.cache_info().currsize, "numba.np.arraymath" in sys.modules)
run(port=0, database="sqlite:///{folder}/matches.db")
"""


def test_games_are_read_and_kernels_are_awake_before_it_listens(tmp_path: Path) -> None:
    code = SAID.format(folder=tmp_path.as_posix())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True"]
