"""Which rules of Barbarossa the shared code of the assault family carries out."""

CONCEPTS: dict[str, tuple[str, ...]] = {
    "mobility classes": ("2.9", "2.6"),
    "numbered hexes": ("2.2", "E7"),
    "odds": ("11.8", "11.9", "1.3d"),
    "automatic results": ("11.10",),
    "results table": ("11.25",),
    "concentric attack": ("11.24",),
    "halving": ("1.3a", "1.3b"),
    "common reduction": ("1.3c", "11.12a"),
    "closed phases": ("5.1",),
    "movement begins afresh": ("10.2",),
    "one stack after the other": ("10.2", "10.6"),
    "moving as a stack": ("10.5",),
    "a stack defends as one": ("11.2", "11.4"),
    "retreated units do not defend": ("11.29",),
    "overstacking": ("6.2b",),
}
