"""Which rules of Drive on Moscow the shared code of the assault family carries out."""

CONCEPTS: dict[str, tuple[str, ...]] = {
    "mobility classes": ("2.9a", "2.9b"),
    "numbered hexes": ("2.2b", "3.1a"),
    "odds": ("10.8", "10.9", "10.11"),
    "automatic results": ("10.10", "10.22b"),
    "results table": ("10.22a", "12.0"),
    "concentric attack": ("10.21a",),
    "closed phases": ("5.1",),
    "movement begins afresh": ("9.2a",),
    "one stack after the other": ("9.2b", "9.6"),
    "moving as a stack": ("9.5",),
    "a stack defends as one": ("10.2", "10.4"),
    "retreated units do not defend": ("10.28a",),
    "retreat from the victors": ("10.26a", "9.19a"),
    "losses by steps": ("10.25", "10.29a"),
    "defender eliminated": ("10.30",),
    "retreat direction": ("10.26c",),
    "retreat stacking": ("10.27b",),
    "retreat splitting": ("10.27b",),
    "retreat all or none": ("10.27c",),
    "overstacking": ("6.2b",),
}
