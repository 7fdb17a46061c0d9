"""Matchings, against trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

from bot.events.tournaments.forms.matching import best_pairs, maximum_matching

Edges = set[frozenset[int]]


def random_graph(random: Random) -> tuple[int, Edges]:
    size, density = random.randint(1, 9), random.random()
    pairs = combinations(range(size), 2)
    return size, {frozenset(pair) for pair in pairs if random.random() < density}


def most_pairs(nodes: frozenset[int], edges: Edges) -> int:
    """Return the size of a maximum matching."""
    if not nodes:
        return 0
    node = min(nodes)
    rest = nodes - {node}
    with_node = [1 + most_pairs(rest - {other}, edges) for other in rest if frozenset((node, other)) in edges]
    return max([most_pairs(rest, edges), *with_node])


def test_maximum_matchings_are_as_large_as_possible() -> None:
    random = Random(7)
    for _ in range(300):
        size, edges = random_graph(random)
        graph = [[j for j in range(size) if frozenset((i, j)) in edges and i != j] for i in range(size)]
        mates = maximum_matching(graph)
        matched = {node: mate for node, mate in enumerate(mates) if mate >= 0}
        assert all(mates[mate] == node and mate in graph[node] for node, mate in matched.items())
        assert len(matched) == 2 * most_pairs(frozenset(range(size)), edges)


def test_the_first_has_the_cheapest_partner_that_leaves_everyone_one() -> None:
    random = Random(8)
    for _ in range(300):
        size, edges = random_graph(random)
        costs = {pair: random.random() for pair in map(frozenset, combinations(range(size), 2))}
        most = most_pairs(frozenset(range(size)), edges)
        pairs = best_pairs(
            range(size),
            lambda one, other, edges=edges: frozenset((one, other)) in edges,  # type: ignore[misc]
            lambda one, other, costs=costs: costs[frozenset((one, other))],  # type: ignore[misc]
        )
        assert len(pairs) == most
        assert len({node for pair in pairs for node in pair}) == 2 * most
        possible = [
            other
            for other in range(1, size)
            if frozenset((0, other)) in edges
            and 1 + most_pairs(frozenset(range(size)) - {0, other}, edges) == most
        ]
        partner = next((max(pair) for pair in pairs if 0 in pair), None)
        assert partner == min(possible, key=lambda other: costs[frozenset((0, other))], default=None)
