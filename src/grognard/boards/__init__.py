"""Boards beyond the core: where their hexes lie on the earth, what must hold for them, how to start a new one."""
