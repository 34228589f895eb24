"""What an officer wants that the yardstick does not: how far the same tactics are led by objectives."""

from __future__ import annotations

import msgspec

from .pockets import PANZER_POST


class Doctrine(msgspec.Struct, frozen=True):
    """How a German plays. As it is without anything said, it is the yardstick's."""

    cities: bool = False  #: the five other cities are objectives: units are told off for each, and hold what they have taken
    storm: bool = False  #: Moscow itself is the aim, and whoever can join a good attack on it does so before anything else
    pursuit: bool = False  #: after a battle panzers advance first, and all of them
    garrisons: bool = False  #: whoever alone holds a town behind the first line risks no step in an attack
    panzer_post: float = PANZER_POST  #: what it costs, in Soviet units, to hold a pocket with a mechanized unit
    declare_on: tuple[int, ...] = (6, 7)  #: turns on which the November offensive is declared: with Moscow within its reach


YARDSTICK = Doctrine()
OFFICER = Doctrine(cities=True, storm=True, pursuit=True, garrisons=True, panzer_post=1.5, declare_on=(7,))
