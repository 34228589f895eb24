"""Boards and counters as pictures: SVG, PNG, PDF and map tiles, from the same data that the rules read."""
