"""SciPy and networkx answer the same graph questions on the same board (arguments: an .npz file)."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra


def sample(action: Any, repeats: int, calls: int) -> list[float]:
    action()
    found = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(calls):
            action()
        found.append((time.process_time() - start) / calls * 1e6)
    return found


def main(path: str) -> None:
    data = np.load(path)
    neighbours, cost, closed = data["neighbours"], data["cost"], data["closed"]
    start, budget, units, sources = int(data["start"]), int(data["budget"]), data["units"], data["sources"]
    rows, columns, weights = [], [], []
    for node in range(len(neighbours)):
        for direction in range(6):
            near = neighbours[node, direction]
            if near >= 0 and cost[node, direction] != 255 and not closed[near]:
                rows.append(node)
                columns.append(int(near))
                weights.append(float(cost[node, direction]))
    size = len(neighbours)
    graph = csr_matrix((weights, (rows, columns)), shape=(size, size))
    plain = nx.DiGraph()
    plain.add_weighted_edges_from(zip(rows, columns, weights, strict=True))
    figures = [
        ("reach scipy", sample(lambda: dijkstra(graph, indices=start, limit=budget), 9, 50)),
        ("reach networkx", sample(lambda: nx.single_source_dijkstra_path_length(plain, start, cutoff=budget), 9, 20)),
        ("all units scipy", sample(lambda: dijkstra(graph, indices=units, limit=budget), 5, 1)),
        ("supply scipy", sample(lambda: dijkstra(graph, indices=sources, min_only=True), 9, 5)),
    ]
    print(json.dumps([{"name": name, "unit": "us", "samples": samples} for name, samples in figures]))


if __name__ == "__main__":
    main(sys.argv[1])
