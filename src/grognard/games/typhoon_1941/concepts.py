"""Shared code of other families that carries out rules of Typhoon 1941: none; it stands on the kernel alone."""

CONCEPTS: dict[str, tuple[str, ...]] = {}
