"""Folders of the user, and kernels where a service has neither a home nor a package folder it may write to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard.core import places
from grognard.core.errors import GrognardError

ASK = "import os, numba, grognard.core.paths, grognard.ai.front; print(os.environ.get('NUMBA_CACHE_DIR', 'beside the source'))"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the kernels in which no compiled code can be kept beside the source: not by anybody, not even by root."""
    source, target = Path(grognard.__file__).parent, tmp_path / "package" / "grognard"
    for name in ("__init__.py", "core", "facts", "ai", "games/__init__.py"):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source / name, target / name)
    for folder in (target, *(path for path in target.rglob("*") if path.is_dir())):
        (folder / "__pycache__").touch()
    return target.parent


def kept_in(package: Path, **environment: str) -> str:
    """Where a fresh process keeps its kernels."""
    bare = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "GROGNARD_", "NUMBA_", "HOME"))}
    environment = bare | {"PYTHONPATH": str(package)} | environment
    return subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_kernels_are_kept_in_our_cache_folder(package: Path, tmp_path: Path) -> None:
    assert kept_in(package, HOME=str(tmp_path / "home")) == str(tmp_path / "home" / ".cache" / "grognard" / "kernels")
    assert list((tmp_path / "home" / ".cache" / "grognard" / "kernels").iterdir())
    assert kept_in(package, HOME="/dev/null", XDG_CACHE_HOME=str(tmp_path)) == str(tmp_path / "grognard" / "kernels")
    assert kept_in(package, HOME="/dev/null", GROGNARD_CACHE=str(tmp_path)) == str(tmp_path / "kernels")


def test_a_service_without_a_home_works_all_the_same(package: Path, tmp_path: Path) -> None:
    for wrong in ({}, {"GROGNARD_CACHE": "/dev/null/x"}):
        folder = Path(kept_in(package, HOME="/dev/null", TMPDIR=str(tmp_path), **wrong))
        assert folder.is_relative_to(tmp_path)
        assert not folder.exists()  # it went with its process


def test_kernels_stay_where_they_are_wanted(package: Path, tmp_path: Path) -> None:
    assert kept_in(package, HOME="/dev/null", NUMBA_CACHE_DIR=str(tmp_path / "mine")) == str(tmp_path / "mine")
    shutil.rmtree(tmp_path / "mine")
    for file in package.rglob("__pycache__"):
        file.unlink()
    assert kept_in(package, HOME="/dev/null") == "beside the source"


def test_a_folder_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_CACHE", "/dev/null/x")
    with pytest.raises(GrognardError, match="GROGNARD_CACHE names '/dev/null/x'"):
        places.cache_folder()
    monkeypatch.setenv("GROGNARD_DATA", "/dev/null/x")
    with pytest.raises(GrognardError, match="/dev/null/x cannot be used as a folder"):
        places.data_folder()


def test_nobody_knows_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GROGNARD_CACHE", "GROGNARD_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(GrognardError, match="no home folder"):
        places.data_folder()
    assert places.is_writable(places.cache_folder())
