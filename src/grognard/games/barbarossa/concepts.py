"""Which rules of Barbarossa the shared code of the assault family carries out."""

CONCEPTS: dict[str, tuple[str, ...]] = {
    "odds": ("11.8", "11.9"),
    "automatic results": ("11.10",),
    "results table": ("11.25",),
    "concentric attack": ("11.24",),
}
