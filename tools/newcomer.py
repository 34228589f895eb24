"""A newcomer at the page: `python -m tools.newcomer [GAMES]`.

In a real browser somebody who reads only the page plays the first two turns of Drive on Moscow as German, from as many seeds,
and is lost in one of ten at most (web/e2e/newcomer.mjs says how he plays).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"


def main(games: int) -> int:
    command = ["node", "--test", "--test-reporter=spec", "e2e/newcomer.test.mjs"]
    return subprocess.run(command, cwd=WEB, env=os.environ | {"NEWCOMERS": str(games)}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
