"""Evaluations that are kept are those of their position, and of the way of play that found them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine import reversi
from engine.jit.compiling import compiled
from engine.players.computer import style_named
from engine.reversi.eval.network import network_value
from engine.reversi.evaluation import TEMPO
from engine.search.context import SearchContext
from engine.search.interface import evaluate
from engine.search.tables import TranspositionTable
from engine.search.transposition import NOT_THERE, evaluation_found_before, keep_evaluation
from tests.cases import for_each

PLACE, CHECK = np.uint64(0x1234567890ABCDEF), np.uint64(0xFEDCBA0987654321)


@compiled
def found(place: Any, check: Any, context: Any) -> Any:
    return evaluation_found_before(place, check, context)


@compiled
def keep(place: Any, check: Any, value: Any, context: Any) -> Any:
    return keep_evaluation(place, check, value, context)


@compiled
def value_of(state: Any, context: Any) -> Any:
    return evaluate(state, context)


@compiled
def value_by_network(own: Any, opp: Any, tables: Any) -> Any:
    return network_value(own, opp, tables)


def context_of(table: TranspositionTable) -> SearchContext:
    context = SearchContext(table, game_table=reversi.start().search_table())
    context.use_style(int(style_named("reversi", "network").number))
    return context


@for_each("value", [-4096, -1, 0, 1, 4096])
def test_a_value_is_found_again_by_every_context_with_the_table(value: int) -> None:
    table = TranspositionTable(1)
    context = context_of(table)
    assert found(PLACE, CHECK, context.address) == NOT_THERE
    keep(PLACE, CHECK, np.int64(value), context.address)
    assert found(PLACE, CHECK, context.address) == value
    assert found(PLACE, CHECK, context_of(table).address) == value
    assert found(PLACE, ~CHECK, context.address) == NOT_THERE


def test_values_of_another_style_and_of_a_cleared_table_are_not_found() -> None:
    table = TranspositionTable(1)
    context = context_of(table)
    keep(PLACE, CHECK, np.int64(77), context.address)
    context.use_style(int(style_named("reversi", "patterns").number))
    assert found(PLACE, CHECK, context.address) == NOT_THERE
    table.clear()
    assert found(PLACE, CHECK, context_of(table).address) == NOT_THERE


@pytest.mark.long
@for_each("megabytes", [0.01, 1])
def test_evaluations_are_those_of_the_network_however_few_are_kept(megabytes: float) -> None:
    context = context_of(TranspositionTable(megabytes))
    tables = np.int64(reversi.start().search_table().ctypes.data)
    states = []
    for seed in range(2):
        draw, position = random.Random(seed), reversi.start()
        while moves := position.legal_moves():
            # Before that, pattern weights value a position.
            if position.moves_played >= 4:
                states.append(position.state())
            position = position.play(draw.choice(moves))
    for state in states + states[::-1]:
        expected = value_by_network(state.own, state.opp, tables) + TEMPO
        assert value_of(state, context.address) == expected
