"""What is printed on counters, read from the orders of battle and the chart of unit types.

Every counter is a piece with a type of its own. A division that can be reduced has two steps, the last of which is its cadre, so
`Printed` is asked for by unit and steps left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from ...core.errors import GrognardError
from ...core.game import Piece, UnitType
from ...core.ratings import Rating
from .state import ONE, SIDES

Row = Mapping[str, str]

RATINGS = (Rating("attack", ONE), Rating("defence", ONE), Rating("movement", ONE), Rating("equivalents", ONE))

#: what a piece is
GROUND, AIR, SHIP, FLOTILLA = "ground", "air", "ship", "flotilla"

#: the classes of the terrain effects chart
FOOT, MOTORIZED, MOUNTAIN, SKI, RAIL, FIXED = range(6)
CLASSES = ("foot", "cm", "mountain", "ski", "rail", "none")

#: where a unit exerts a zone of control
NO_ZONE, ARCTIC_ZONE, FULL_ZONE, SOUTHERN_ZONE = range(4)
_ZONES = {"none": NO_ZONE, "Arctic only": ARCTIC_ZONE, "everywhere": FULL_ZONE}
#: cavalry, which may not operate in the Arctic, has no zone there (30c)
_CAVALRY_ZONES = {"none": NO_ZONE, "Arctic only": NO_ZONE, "everywhere": SOUTHERN_ZONE}

#: cadres whose type has another name
_CADRES = {"tank": "light tank cadre", "mechanized": "light tank cadre", "motorized": "motorized cadre"}


class Printed(msgspec.Struct, frozen=True):
    """A face of a counter: what is printed on it and what the unit identification chart says of it. Numbers are in eighths."""

    role: str = GROUND
    nation: str = ""
    service: str = ""
    type: str = ""
    size: str = ""
    echelon: str = ""
    attack: int = 0
    defence: int = 0
    movement: int = 0  #: 0 for R as well: such a unit moves by rail alone
    equivalents: int = 0
    moves_as: int = FOOT
    motorized: bool = False  #: combat/motorized (3.A.4)
    cavalry: bool = False
    mountain: bool = False
    ski: bool = False
    heavy_equipment: bool = False
    artillery: str = "no"
    engineer: str = "no"
    aeca: str = "none"
    aecd: str = "none"
    atec: str = "none"
    rail_factor: int = 1
    supported: bool = False
    supports: bool = False
    zone: int = NO_ZONE
    stacks_as: str = "not counted"
    aa: int = 0
    winterized: bool = False
    cadre: bool = False

    @property
    def is_division(self) -> bool:
        return self.echelon == "division"

    @property
    def presence(self) -> int:
        """Its size where it stands: trucks and position AA have one for transport alone."""
        return self.equivalents if self.stacks_as != "not counted" or self.type == "fortified area" else 0


class Counters:
    """All pieces of a game: their types, and every face."""

    def __init__(self, types: Sequence[Row]) -> None:
        self._chart = {(row["nation"], row["type"], row["size"], row["motorized"]): row for row in types}
        self.types: list[UnitType] = []
        self.pieces: list[Piece] = []
        self.rows: list[Row] = []  #: the line of a file that each piece comes from
        #: by piece and steps left, the last step first; no step at all shows the whole counter
        self.faces: list[tuple[Printed, ...]] = []

    def add(self, row: Row) -> None:
        """A ground unit from a line of `units.csv`, or one like it."""
        whole = self.face(row)
        below = self._cadre(row)
        side = SIDES.index(row["side"])
        better = self._better(row)
        faces = (whole, better) if better is not None else (whole,) if below is None else (below, whole)
        self._add(row, side, faces, row["name"], row["type"], row["size"])
        if better is not None:
            self.faces[-1] = (whole, whole, better)

    def _better(self, row: Row) -> Printed | None:
        """The back of a Soviet 3-6 rifle division, no cadre but a 4-6 (34.E.2): its second step, which it begins without."""
        weak = (row["nation"], row["type"], row["size"], row["attack"], row["movement"]) == ("soviet", "rifle", "XX", "3", "6")
        return self.face({**row, "attack": "4", "defense": "4"}) if weak and row["service"] == "regular" else None

    def add_plain(self, row: Row, face: Printed, kind: str) -> None:
        """A piece that is no ground unit."""
        self._add(row, SIDES.index(row["side"]), (face,), row["name"], kind, "")

    def _add(self, row: Row, side: int, faces: tuple[Printed, ...], name: str, kind: str, size: str) -> None:
        ratings = tuple((face.attack, face.defence, face.movement, face.equivalents) for face in faces)
        whole = faces[-1]
        traits = {whole.role, whole.nation, whole.service} | ({"motorized"} if whole.motorized else set())
        provenance = row.get("provenance") or "reconstructed"
        self.types.append(UnitType(name, side, kind, size, ratings, frozenset(traits - {""}), provenance))
        self.pieces.append(Piece(row["handle"], side, len(self.pieces)))
        self.faces.append((whole, *faces))
        self.rows.append(row)

    def face(self, row: Row) -> Printed:
        key = row["nation"], row["type"], row["size"], row["motorized"]
        if key not in self._chart:
            raise GrognardError(f"{row['handle']}: the chart of unit types has no {' '.join(filter(None, key))}")
        return _printed(self._chart[key], row)

    def _cadre(self, row: Row) -> Printed | None:
        """The face of a division that has been reduced to its cadre; None where there is none."""
        chart = self._chart[row["nation"], row["type"], row["size"], row["motorized"]]
        if "=" not in chart["cadre"]:
            return None
        strengths = dict(pair.split("=") for pair in chart["cadre"].split(";"))
        short = f"{row['attack']}-{row['movement']}"
        long = f"{row['attack']}-{row['defense']}-{row['movement']}"
        found = strengths.get(long) or (strengths.get(short) if row["attack"] == row["defense"] else None)
        if found is None:
            return None
        numbers = found.split("-")
        reduced = {"attack": numbers[0], "defense": numbers[-2], "movement": numbers[-1], "size": "cadre", "supported": ""}
        names = (row["type"], _CADRES.get(row["type"], ""))
        for name in names:
            if (row["nation"], name, "cadre", row["motorized"]) in self._chart:
                face = self.face({**row, **reduced, "type": name})
                return msgspec.structs.replace(face, winterized=face.winterized or self.face(row).winterized)
        raise GrognardError(f"{row['handle']}: the chart of unit types has no cadre for it")


@cache
def _eighths(text: str) -> int:
    return RATINGS[0].read(text or "0")


def _printed(chart: Row, row: Row) -> Printed:
    zones = _CAVALRY_ZONES if chart["cavalry"] == "yes" else _ZONES
    supported = chart["supported"] == "yes" or row["supported"] == "yes"
    is_cadre = row["size"] == "cadre"
    listed = chart["heavy_equipment"] == "yes"
    counted = chart["stacks_as"] != "not counted"
    return Printed(
        nation=row["nation"], service=row["service"], type=row["type"], size=row["size"], echelon=chart["echelon"],
        attack=_eighths(row["attack"]), defence=_eighths(row["defense"]),
        movement=0 if row["movement"] == "R" else _eighths(row["movement"]),
        equivalents=_eighths(chart["re"]), moves_as=RAIL if row["movement"] == "R" else CLASSES.index(chart["moves_as"]),
        motorized=chart["combat_motorized"] == "yes", cavalry=chart["cavalry"] == "yes",
        mountain=chart["mountain"] == "yes", ski=chart["moves_as"] == "ski",
        heavy_equipment=listed or (supported and not is_cadre),
        artillery=chart["artillery"], engineer=chart["engineer"],
        aeca=chart["aeca"], aecd=chart["aecd"], atec=chart["atec"], rail_factor=int(chart["rail_factor"]),
        supported=supported, supports=chart["gives_support"] == "yes", zone=zones[chart["zoc"]],
        stacks_as=chart["stacks_as"] if counted else "not counted", aa=_antiaircraft(chart["aa"], row),
        winterized=_winterized(chart["winterized"], row["service"]), cadre=is_cadre,
    )  # fmt: skip


def _antiaircraft(text: str, row: Row) -> int:
    """AA points: a number, or one by the factors printed (`2-10=2;3-10=3`), or as many as the counter has (position AA: one)."""
    if text.isdigit():
        return int(text)
    if "=" in text:
        pairs = dict(pair.split("=") for pair in text.split(";"))
        return int(pairs.get(f"{row['attack']}-{row['movement']}", 0))
    return 1


def _winterized(text: str, service: str) -> bool:
    """Is a unit winterized? A cadre is what its division was, which is seen to where cadres are read."""
    if text.startswith("services:"):
        return service in text.removeprefix("services:").strip().lower().split("+")
    return text == "all"
