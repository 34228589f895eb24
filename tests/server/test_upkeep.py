"""Upkeep: what is backed up can be restored, into either database, and plays on with the links people have."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.core.errors import GrognardError
from grognard.server import upkeep

from .tables import Mirror, Seat, Table, serving


def test_a_backup_is_restored_and_played_on(database: str, tmp_path: Path) -> None:
    mirror, file, fresh = Mirror(), tmp_path / "all.backup", f"sqlite:///{tmp_path}/fresh.db"
    with serving(database, tmp_path) as client:
        table = Table(client)
        mirror.play(table, 30)
        table.german.post("/chat", text="well played")
        table.soviet.put("/notes", text="hold Tula")
        before = {name: table.seat(name).info() for name in table.tokens}
        assert upkeep.backup(database, file) == 1, "while the server runs"
    assert upkeep.restore(fresh, file) == 1
    with serving(fresh, tmp_path) as client:
        table.http = client
        assert {name: table.seat(name).info() for name in table.tokens} == before
        mirror.play(table, 10)
        assert table.german.info()["version"] == 40
    with pytest.raises(GrognardError, match="there are matches in this database"):
        upkeep.restore(fresh, file)


def test_what_is_no_whole_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    whole, broken, fresh = tmp_path / "whole", tmp_path / "broken", f"sqlite:///{tmp_path}/fresh.db"
    with serving(f"sqlite:///{tmp_path}/old.db", tmp_path) as client:
        for _ in range(3):
            Table(client)
    upkeep.backup(f"sqlite:///{tmp_path}/old.db", whole)
    for data in (b"", b"nonsense", whole.read_bytes()[:-40]):
        broken.write_bytes(data)
        with pytest.raises(GrognardError, match=r"no (whole )?backup of Grognard"):
            upkeep.restore(fresh, broken)
        assert upkeep.matches(fresh) == []


def test_list_delete_and_relink(database: str, tmp_path: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(app, ["admin", *words, "--database", database])
        return result.output if result.exit_code == 0 else f"{result.exit_code}: {result.output}"

    with serving(database, tmp_path) as client:
        one, other = Table(client), Table(client)
        listed = run("list")
        assert one.id in listed
        assert "drive-on-moscow" in listed
        assert "german human" in listed
        link = run("relink", one.id, "german").strip()
        assert link.startswith(f"/play#{one.id}.")
        assert run("relink", one.id, "nobody").startswith("2: grognard: the match has links for ")
        assert run("relink", "0" * 16, "german").startswith("2: grognard: there is no match")
    with serving(database, tmp_path) as client:
        assert Seat(client, one.id, link.partition(".")[2]).get().status_code == 200
        assert Seat(client, one.id, one.tokens["german"]).get().status_code == 401
        assert "is deleted" in run("delete", other.id, "--yes")
        assert other.id not in run("list")
        assert run("delete", other.id, "--yes").startswith("2: grognard: there is no match")


def test_the_commands_back_up_and_restore(tmp_path: Path) -> None:
    old, fresh, file = f"sqlite:///{tmp_path}/old.db", f"sqlite:///{tmp_path}/fresh.db", tmp_path / "all.backup"
    with serving(old, tmp_path) as client:
        table = Table(client)
    kept = CliRunner().invoke(app, ["admin", "backup", str(file), "--database", old])
    assert kept.exit_code == 0, kept.output
    back = CliRunner().invoke(app, ["admin", "restore", str(file), "--database", fresh])
    assert back.exit_code == 0, back.output
    assert table.id in CliRunner().invoke(app, ["admin", "list", "--database", fresh]).output
    again = CliRunner().invoke(app, ["admin", "restore", str(file), "--database", fresh])
    assert again.exit_code == 2
    assert "there are matches in this database" in " ".join(again.output.split())
    with serving(fresh, tmp_path) as client:
        assert Seat(client, table.id, table.tokens["german"]).get().status_code == 200
