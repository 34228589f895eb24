"""Kernels: functions that Numba compiles to machine code once, and keeps.

Numba keeps them beside their source or in the user's home. A service whose package folder cannot be written and that has no
home would find neither and not start at all, so it gets a place in our own cache folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import numba
import numpy as np
import numpy.typing as npt

from .errors import GrognardError
from .places import cache_folder, is_writable, passing_folder


def _settle() -> None:
    if os.environ.get("NUMBA_CACHE_DIR") or is_writable(Path(__file__).parent / "__pycache__"):
        return
    try:
        folder = cache_folder()
    except GrognardError:  # said by whoever is asked to keep something in it
        folder = passing_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder / "kernels")  # for the processes that this one starts, too
    numba.config.reload_config()  # type: ignore[no-untyped-call]


_settle()

kernel = numba.njit(cache=True)


def wake() -> None:
    """Load what Numba needs for its first call: a third of a second that nobody should wait for who has just asked something."""
    _sum(np.zeros(1, np.int16))


@kernel
def _sum(numbers: npt.NDArray[np.int16]) -> int:
    return int(numbers.sum())
