"""Searches over the sky: every hex costs an air unit one point, whatever lies below."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernels import kernel


@kernel
def covered(neighbours: Any, posts: Any, ranges: Any) -> Any:
    """Hexes within the range of one of these posts."""
    nodes = neighbours.shape[0]
    left = np.full(nodes, -1, np.int16)  # how much farther the best search goes from here
    here = np.empty(nodes, np.int16)
    beyond = np.empty(nodes, np.int16)
    widest = np.int64(-1)
    for post in range(posts.size):
        widest = max(widest, np.int64(ranges[post]))
    count = 0
    for range_left in range(widest, -1, -1):
        following = 0
        for post in range(posts.size):
            if ranges[post] == range_left and left[posts[post]] < range_left:
                left[posts[post]] = range_left
                here[count] = posts[post]
                count += 1
        if range_left:
            for entry in range(count):
                for d in range(6):
                    near = neighbours[here[entry], d]
                    if near >= 0 and left[near] < 0:
                        left[near] = range_left - 1
                        beyond[following] = near
                        following += 1
        here, beyond = beyond, here
        count = following
    return left >= 0


@kernel
def shortest(neighbours: Any, closed: Any, start: int, goal: int, danger: Any) -> Any:
    """A shortest way without the hex it begins in, none of it closed, with as few hexes in danger as can be; empty where there is
    none."""
    nodes = neighbours.shape[0]
    apart = np.full(nodes, -1, np.int16)
    queue = np.empty(nodes, np.int16)
    apart[goal], queue[0] = 0, goal
    first, last = 0, 1
    if closed[goal]:
        last = 0
    while first < last and apart[start] < 0:
        here = queue[first]
        first += 1
        for d in range(6):
            near = neighbours[here, d]
            if near >= 0 and apart[near] < 0 and not closed[near]:
                apart[near] = apart[here] + 1
                queue[last] = near
                last += 1
    if apart[start] < 0:
        return np.empty(0, np.int16)
    exposed = np.full(nodes, -1, np.int16)  # to the danger met on the best way as far as a hex
    before = np.empty(nodes, np.int16)
    queue[0], exposed[start] = start, 0
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        for d in range(6):
            near = neighbours[here, d]
            if near < 0 or apart[near] < 0 or apart[near] != apart[here] - 1:
                continue
            met = exposed[here] + danger[near]
            if exposed[near] < 0:
                queue[last] = near
                last += 1
            elif exposed[near] <= met:
                continue
            exposed[near], before[near] = met, here
    path = np.empty(apart[start], np.int16)
    at = goal
    for step in range(path.size - 1, -1, -1):
        path[step] = at
        at = before[at]
    return path
