"""Shared tools of the workshop: georeference, geography, snapping to hexes and hexsides, board files."""
