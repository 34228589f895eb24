"""What happens in Fire in the East, by chapter; every kind of event has a sentence in the `TEXTS` of its module."""

from . import air, battle, ground, home, lines

TEXTS: dict[str, str] = ground.TEXTS | lines.TEXTS | battle.TEXTS | home.TEXTS | air.TEXTS
