"""Matchings: as many pairs as a graph allows, the first players' wishes first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

Node = TypeVar("Node", bound=Hashable)


def best_pairs(
    nodes: Sequence[Node], allowed: Callable[[Node, Node], bool], cost: Callable[[Node, Node], Any]
) -> list[tuple[Node, Node]]:
    """Pair as many nodes as possible.

    In their order, each node not yet paired gets the cheapest partner left that keeps the number of pairs at
    its maximum. `cost` is called with the earlier node first.
    """
    count = len(nodes)
    graph = [[j for j in range(count) if i != j and allowed(nodes[i], nodes[j])] for i in range(count)]
    mates = maximum_matching(graph)
    fixed: set[int] = set()
    pairs = []
    for i in range(count):
        if i in fixed:
            continue
        fixed.add(i)
        partners = sorted(
            (j for j in graph[i] if j not in fixed), key=lambda j: (cost(nodes[i], nodes[j]), j)
        )
        for j in partners:
            changed = _with_pair(graph, mates, i, j, fixed)
            if changed is not None:
                mates = changed
                fixed.add(j)
                pairs.append((nodes[i], nodes[j]))
                break
    return pairs


def _with_pair(
    graph: Sequence[Sequence[int]], mates: Sequence[int], i: int, j: int, fixed: set[int]
) -> list[int] | None:
    """Return a matching of the same size that pairs `i` and `j`, None if there isn't one."""
    if mates[i] == j:
        return list(mates)
    changed = list(mates)
    widowed = [changed[end] for end in (i, j) if changed[end] >= 0]
    for end in widowed:
        changed[end] = -1
    changed[i], changed[j] = j, i
    # Two pairs became one: another must be found among the rest.
    closed = fixed | {i, j}
    if len(widowed) < 2:
        return changed if widowed else None
    return (
        changed if any(_augment(graph, changed, end, closed) for end in _exposed(changed, closed)) else None
    )


def _exposed(mates: Sequence[int], closed: set[int]) -> list[int]:
    return [node for node, mate in enumerate(mates) if mate < 0 and node not in closed]


def maximum_matching(graph: Sequence[Sequence[int]]) -> list[int]:
    """Return for each node of a graph its partner in a maximum matching, -1 without one.

    Edmonds' blossom algorithm, in time proportional to the cube of the number of nodes.
    """
    mates = [-1] * len(graph)
    for node in range(len(graph)):
        if mates[node] < 0:
            _augment(graph, mates, node, set())
    return mates


def _augment(graph: Sequence[Sequence[int]], mates: list[int], root: int, closed: set[int]) -> bool:
    """Find an augmenting path from an exposed node round the closed ones, and flip it; False without one."""
    parents = [-1] * len(graph)
    bases = list(range(len(graph)))
    outer = {root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other in closed or bases[node] == bases[other] or mates[node] == other:
                continue
            if other == root or (mates[other] >= 0 and parents[mates[other]] >= 0):
                _contract(mates, parents, bases, outer, queue, node, other)
            elif parents[other] < 0:
                parents[other] = node
                if mates[other] < 0:
                    _flip(mates, parents, other)
                    return True
                outer.add(mates[other])
                queue.append(mates[other])
    return False


def _contract(
    mates: list[int],
    parents: list[int],
    bases: list[int],
    outer: set[int],
    queue: deque[int],
    node: int,
    other: int,
) -> None:
    """Shrink the odd cycle that an edge between two outer nodes closes."""
    base = _common_base(mates, parents, bases, node, other)
    blossom: set[int] = set()
    for end, child in ((node, other), (other, node)):
        while bases[end] != base:
            blossom |= {bases[end], bases[mates[end]]}
            parents[end] = child
            child = mates[end]
            end = parents[child]
    for vertex in range(len(bases)):
        if bases[vertex] in blossom:
            bases[vertex] = base
            if vertex not in outer:
                outer.add(vertex)
                queue.append(vertex)


def _common_base(mates: list[int], parents: list[int], bases: list[int], one: int, other: int) -> int:
    """Return the base at which the alternating paths of two outer nodes to the root meet."""
    seen = set()
    while True:
        one = bases[one]
        seen.add(one)
        if mates[one] < 0:
            break
        one = parents[mates[one]]
    while bases[other] not in seen:
        other = parents[mates[bases[other]]]
    return bases[other]


def _flip(mates: list[int], parents: list[int], end: int) -> None:
    """Exchange the matched and the unmatched edges of a path from its end to its root."""
    while end >= 0:
        before = parents[end]
        after = mates[before]
        mates[end], mates[before] = before, end
        end = after
