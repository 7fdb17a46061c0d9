"""Reasons in words: every kind has a sentence of its own, in every language."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.ui.reason_words import reason_text
from engine import connect4, reversi
from engine.reasons import Reason
from engine.reasons import connect4_kinds as rows
from engine.reasons import reversi_kinds as kinds
from languages import LANGUAGES, Language, speaking
from tests.cases import for_each
from tests.engine.reasons import test_connect4_reasons, test_reversi_reasons

REASONS = [
    *(example[-1] for example in test_reversi_reasons.EXAMPLES),
    *(example[-1] for example in test_connect4_reasons.EXAMPLES),
]


def said(reason: Reason) -> str:
    """The sentence on a move of the first side."""
    if type(reason).__module__ == kinds.__name__:
        return reason_text(GAMES["reversi"], reversi.start(), reason, "d3")
    return reason_text(GAMES["connect4"], connect4.start(), reason, "6")


@for_each(
    ("reason", "sentence"),
    [
        (kinds.GivesCorner("a1"), "It gives White the corner a1."),
        (
            kinds.GivesCornerSoon("a2", "a1"),
            "It gives White the corner a1 in two moves: after a2, Black can't prevent it.",
        ),
        (
            kinds.GivesUpAccess(9, 2, 4, 7),
            "It gives up mobility. Moves available after it: White 9, Black 2; after d3: White 4, Black 7.",
        ),
        (
            kinds.ShutsIn("c2", 1, 4),
            "After White's c2, Black has only 1 move; after d3 there are at least 4",
        ),
        (
            kinds.ShutsIn("c2", 2, 5),
            "After White's c2, Black has only 2 moves; after d3 there are at least 5",
        ),
        (kinds.ExposesEdge("h1", 5), "It exposes an edge: White's h1 flips 5 discs of Black's there."),
        (
            kinds.OddRegion(("a1",)),
            "It leaves White the single empty square a1; after d3, every region of empty squares ",
        ),
        (kinds.OpensSquares(("b2", "c1", "c2")), "It opens 3 more squares to White: b2, c1, c2."),
        (kinds.ForcesPass(), "It leaves White without a move, so Black plays twice in a row."),
        (kinds.FewReplies(1), "It leaves White only 1 move."),
        (rows.IgnoresThreat("4"), "It doesn't stop Yellow, who can complete a row with column 4."),
        (
            rows.AllowsForcedWin(("4", "5", "3")),
            "Yellow can then win with 2 more discs, each a threat: 🟡 4, 🔴 5, 🟡 3.",
        ),
        (rows.ForcesWin(("4",)), "It wins by force with 1 disc, each a threat: 🔴 4."),
        (
            rows.AllowsThreat("2", ("1",)),
            "With column 2, Yellow gets a threat in column 1; after column 6, no answer would make a new",
        ),
        (rows.OnlyMove(wins=False), "Only this move keeps the draw."),
    ],
)
def test_a_reason_is_told_of_colours(reason: Reason, sentence: str) -> None:
    assert said(reason).startswith(sentence)


@for_each("language", LANGUAGES.values())
def test_every_kind_has_a_sentence(language: Language) -> None:
    with speaking(language):
        sentences = {type(reason): said(reason) for reason in REASONS}
    assert all(sentences.values())
    assert len(set(sentences.values())) == len(sentences)
