"""Words for computer players: levels, styles, parts and depths, in menus and sentences."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.computer.opponents.choices import NAME_END, RANDOM, OpponentChoice
from bot.computer.opponents.names import level_name, style_name, typed_name
from bot.ui.untrusted import shortened
from engine.players.computer import ComputerPlayer, Phase
from languages import gettext, gettext_noop, ngettext
from languages.numbers import figure, percent, separated

LEVELS = {
    "reversi": {
        # Translators, all below: how strong each level plays, weakest first; in menus, after
        # “level 4 of 10 · ”.
        "toddler": gettext_noop("like a small child who takes what it sees"),
        "child": gettext_noop("like someone who plays for the first time"),
        "beginner": gettext_noop("like someone who has just learned the rules"),
        "easy": gettext_noop("like an occasional player"),
        "medium": gettext_noop("like someone who plays often"),
        "hard": gettext_noop("casual club player"),
        "steady": gettext_noop("regular club player"),
        "strong": gettext_noop("strong club player"),
        "club": gettext_noop("one of a club's best"),
        "county": gettext_noop("one of the county's best"),
        "league": gettext_noop("like someone who plays in a league"),
        "regional": gettext_noop("like someone who wins regional tournaments"),
        "tournament": gettext_noop("like someone who wins national tournaments"),
        "national": gettext_noop("like someone who plays for their country"),
        "expert": gettext_noop("beats nearly everyone"),
        "champion": gettext_noop("like someone who plays for the world title"),
        "legend": gettext_noop("like the greatest players ever"),
        "oracle": gettext_noop("next to no mistakes"),
        "master": gettext_noop("the best I can do"),
    },
    "connect4": {
        "toddler": gettext_noop("like a small child who takes what it sees"),
        "child": gettext_noop("like someone who plays for the first time"),
        "beginner": gettext_noop("like someone who has just learned the rules"),
        "novice": gettext_noop("like someone who has played a few games"),
        "easy": gettext_noop("like an occasional player"),
        "medium": gettext_noop("like someone who plays often"),
        "hard": gettext_noop("casual club player"),
        "strong": gettext_noop("regular club player"),
        "club": gettext_noop("one of a club's best"),
        "expert": gettext_noop("beats nearly everyone"),
        "master": gettext_noop("the best I can do"),
    },
}
"""Comparison of each level, by game. Other levels are described only by their place."""


def level_place(kind: GameKind, level: str) -> str:
    """Return a level's place in its game, such as “level 4 of 10”."""
    return gettext(
        "level {number} of {total}", number=list(kind.levels).index(level) + 1, total=len(kind.levels)
    )


def level_description(kind: GameKind, level: str) -> str:
    """Describe a level by its place, a comparison, and the fixed rating that games against it use: “level 4
    of 10 · casual club player · rating 1630”.
    """
    words = LEVELS.get(kind.key, {}).get(level)
    parts = [level_place(kind, level), *([gettext(words)] if words else [])]
    return " · ".join([*parts, gettext("rating {rating}", rating=kind.levels[level].rating)])


def level_line(kind: GameKind, level: str) -> str:
    """Describe a level in one line: “hard · level 4 of 10 · casual club player · rating 1630”."""
    description = level_description(kind, level)
    return gettext("{level} · {description}", level=level_name(level), description=description)


def suits_you(line: str) -> str:
    """Return the line of the level that suits the person who reads it."""
    # Translators: after the line of a level, such as “hard · level 4 of 10”.
    return gettext("{line} · suits you", line=line)


def suggested_line(line: str) -> str:
    """Return the line of the suggested level, for everyone to read."""
    # Translators: after the line of a level, such as “hard · level 4 of 10”.
    return gettext("{line} · suggested", line=line)


STYLES = {
    # Translators, all below: what each style of play aims for, in menus next to its name.
    "random": gettext_noop("any move, all equally likely"),
    "greedy": gettext_noop("as many discs as it can get"),
    "narrow": gettext_noop("greedy, but a narrow win is as good as a large one"),
    "win-or-lose": gettext_noop("only winning counts; proves it long before the end"),
    "loser": gettext_noop("as few discs as it can get"),
    "positional": gettext_noop("every square has its own value"),
    "mobility": gettext_noop("freedom to move, corners, safe discs"),
    "patterns": gettext_noop("learned patterns of rows, edges and corners"),
    "network": gettext_noop("its best: a small network over patterns of rows, edges and corners"),
    "alignments": gettext_noop("the lines of four that are still open"),
    "alignments-w1": gettext_noop("open lines of four: weights 0, 1, 4, 16 by the discs in them"),
    "alignments-w2": gettext_noop("open lines of four: weights 0, 1, 2, 3 by the discs in them"),
    "vectors": gettext_noop("runs of discs, and the squares around them"),
    "quadruplets": gettext_noop("the windows of four through a square"),
    "threats": gettext_noop("its best: threats, and when they come into play"),
}
"""Aim of each style. Other styles are offered by name alone."""


WEIGHTED = frozenset({"positional", "alignments", "alignments-w1", "alignments-w2", "patterns", "vectors"})
"""The styles that add up weights; they are found by this word."""


GROUPS = {
    # Translators: in an empty menu of levels.
    "level": gettext_noop("Levels"),
    "style": gettext_noop("Styles of play"),
    "own": gettext_noop("This server's custom opponents"),
}


GROUP_EMOJI = {"level": "🪜", "style": "🎨", "own": "🏠"}


CHOOSE = {"style": gettext_noop("Choose a style of play"), "own": gettext_noop("Choose a custom opponent")}
"""Placeholder of each group's menu."""


def choice_words(kind: GameKind, choice: OpponentChoice, suited: str) -> str:
    """Describe a computer player in a list; `suited` is the level that suits the reader."""
    if choice.sort == "level":
        line = level_line(kind, choice.typed)
        return suits_you(line) if choice.typed == suited else line
    return gettext(
        "{name} · {description}", name=choice_name(choice), description=choice_description(kind, choice)
    )


def choice_name(choice: OpponentChoice) -> str:
    """Name a computer player in a list; only names that people chose are not translated."""
    return shortened(choice.typed if choice.sort == "own" else typed_name(choice.typed))


def choice_description(kind: GameKind, choice: OpponentChoice) -> str:
    if choice.sort == "level":
        return level_description(kind, choice.typed)
    if choice.sort == "own":
        # Translators: a custom opponent in a menu; {recipe} is its description for computers.
        return gettext("custom: {recipe}", recipe=choice.spec.rpartition(NAME_END)[2])
    style = style_of(choice)
    goal = style_words(style)
    if style == RANDOM:
        return goal or style_name(style)
    if choice.depth is None:
        ahead = gettext("as deep as time allows")
    else:
        # Translators: how far a style of play looks ahead.
        ahead = ngettext("{number} move ahead", "{number} moves ahead", choice.depth)
    if goal is None:
        return ahead
    return gettext("{goal} · {ahead}", goal=goal, ahead=ahead)


def style_of(choice: OpponentChoice) -> str:
    """Return the name of the style in a choice, without its depth."""
    return choice.spec.rpartition(NAME_END)[2].partition(":")[0]


def search_words(kind: GameKind, choice: OpponentChoice) -> str:
    """Return the words by which a computer player is found besides its name."""
    words = [choice_description(kind, choice)]
    if choice.sort == "style":
        # Translators: words by which players may look for a style of play; any order.
        words.append(gettext("style of play"))
        if style_of(choice) != RANDOM:
            # Translators: words by which players may look for a style of play; any order.
            words.append(gettext("minimax search depth"))
        if style_of(choice) in WEIGHTED:
            # Translators: words by which players may look for a style of play; any order.
            words.append(gettext("weights values"))
    elif choice.sort == "level":
        # Translators: words by which players may look for a level; any order.
        words.append(gettext("level strength"))
    return " ".join(words)


def more_of_group(number: int, parts: int) -> str:
    """Label the option for the next page of a group that has more players than a menu has options."""
    return gettext("More: this is part {number} of {parts}", number=number, parts=parts)


def style_words(style: str) -> str | None:
    """Return what a style aims for; None if it is offered by name alone."""
    known = STYLES.get(style) or STYLES.get(style.partition("-")[0])
    return None if known is None else gettext(known)


def describe(player: ComputerPlayer) -> str:
    """Describe a computer player completely, in a few lines."""
    lines = []
    if player.opening is not None:
        lines.append(
            ngettext(
                "**Opening**, while at most {number} move has been made: {phase}",
                "**Opening**, while at most {number} moves have been made: {phase}",
                player.opening_moves,
                phase=phase_words(player.opening),
            )
        )
    middle = phase_words(Phase(player.style, player.depth))
    if player.opening or player.end:
        lines.append(gettext("**Middle game**: {phase}", phase=middle))
    else:
        lines.append(gettext("**The whole game**: {phase}", phase=middle))
    if player.end is not None:
        lines.append(
            ngettext(
                "**End**, the last move: {phase}",
                "**End**, the last {number} moves: {phase}",
                player.end_moves,
                phase=phase_words(player.end),
            )
        )
    habits = _habits(player)
    if habits:
        # Translators: how a computer player differs from others; {habits} is a list.
        lines.append(gettext("**Habits**: {habits}", habits=separated(habits)))
    return "\n".join(lines)


def phase_words(phase: Phase) -> str:
    """Describe a style and how far it looks ahead."""
    if phase.style == "random":
        return style_name(phase.style)
    style = style_name(phase.style)
    if phase.depth is None:
        # Translators: {style} is the name of a style of play.
        return gettext("{style}, as deep as time allows", style=style)
    # Translators: {style} is the name of a style of play.
    return ngettext("{style}, {number} move deep", "{style}, {number} moves deep", phase.depth, style=style)


def _habits(player: ComputerPlayer) -> list[str]:
    habits = []
    if player.cap is not None:
        # Translators: a habit of a computer player, in a list after “Habits:”.
        habits.append(gettext("thinks for at most {seconds} s per move", seconds=figure(player.cap)))
    if player.random_ties:
        habits.append(gettext("chooses at random among equally good moves"))
    if player.blunder_rate:
        habits.append(
            # Translators: a habit; {rate} is a percentage, such as “10%”.
            gettext(
                "gives away up to {cost} points in {rate} of its moves",
                cost=figure(player.blunder_cost),
                rate=percent(100 * player.blunder_rate),
            )
        )
    if player.gives_away and player.gives_away_in_all is None:
        habits.append(
            # Translators: a habit; {error} and {most} are numbers, such as “2.5”.
            gettext(
                "misjudges moves by about {error} points and gives away at most {most} per move",
                error=figure(player.misjudges),
                most=figure(player.gives_away),
            )
        )
    elif player.gives_away:
        habits.append(
            # Translators: a habit; {error}, {most} and {in_all} are numbers, such as “2.5”.
            gettext(
                "misjudges moves by about {error} points and gives away at most {most} per move "
                "and {in_all} per game",
                error=figure(player.misjudges),
                most=figure(player.gives_away),
                in_all=figure(player.gives_away_in_all or 0.0),
            )
        )
    if player.misses:
        share = percent(100 * player.misses)
        # Translators: a habit; {share} is a percentage, such as “20%”.
        habits.append(gettext("overlooks {share} of the moves that are hard to see", share=share))
    if not player.ponders:
        habits.append(gettext("does not think on your time"))
    return habits
