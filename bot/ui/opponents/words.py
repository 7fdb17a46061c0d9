"""Computer players in words."""

from __future__ import annotations

from engine.players.computer import ComputerPlayer, Phase

STYLES = {
    "random": "any move, all equally likely",
    "greedy": "as many discs as it can get",
    "narrow": "greedy, but any win is as good as a large one",
    "win-or-lose": "only who wins counts; proves it far ahead of the end",
    "loser": "as few discs as it can get",
    "positional": "every square has its worth",
    "mobility": "freedom to move, corners, safe discs",
    "patterns": "its best: learned patterns of rows, edges and corners",
    "alignments": "the lines of four that are still open",
    "alignments-w1": "open lines of four: weights 0, 1, 4, 16 by the discs in them",
    "alignments-w2": "open lines of four: weights 0, 1, 2, 3 by the discs in them",
    "vectors": "runs of discs, and the squares around them",
    "quadruplets": "the windows of four through a square",
    "threats": "its best: threats, and when they come true",
}
"""What a style goes for. A style that is not here is offered by its name alone."""


def phase_words(phase: Phase) -> str:
    """A style and how far it looks ahead."""
    if phase.style == "random":
        return "random"
    if phase.depth is None:
        return f"{phase.style}, as deep as the time allows"
    return f"{phase.style}, {phase.depth} {'ply' if phase.depth == 1 else 'plies'} deep"


def describe(player: ComputerPlayer) -> str:
    """Everything that makes a computer player, in a few lines."""
    lines = []
    if player.opening is not None:
        lines.append(f"**Opening**, the first {_moves(player.opening_moves)}: {phase_words(player.opening)}")
    middle = phase_words(Phase(player.style, player.depth))
    lines.append(f"**Middle game**: {middle}" if lines or player.end else f"**The whole game**: {middle}")
    if player.end is not None:
        lines.append(f"**End**, the last {_moves(player.end_moves)}: {phase_words(player.end)}")
    habits = []
    if player.cap is not None:
        habits.append(f"thinks {player.cap:g} s a move at most")
    if player.random_ties:
        habits.append("chooses at random among equally good moves")
    if player.blunder_rate:
        habits.append(
            f"blunders up to {player.blunder_cost:g} points away in {player.blunder_rate:.0%} of its moves"
        )
    if habits:
        lines.append(f"**Habits**: {'; '.join(habits)}")
    return "\n".join(lines)


def _moves(number: int) -> str:
    return "move" if number == 1 else f"{number} moves"
