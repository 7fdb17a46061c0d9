"""The texts of refusals: what players read when something isn't possible."""

from __future__ import annotations

import dataclasses

from bot.catalog.openings import opening_label, opening_names
from bot.computer.opponents.names import level_name
from bot.core import refusals
from bot.core.refusals import Refusal
from bot.events.simuls.refusals import SIMUL_SENTENCES
from bot.events.tournaments.refusals import TOURNAMENT_SENTENCES
from bot.events.votes.refusals import VOTE_SENTENCES
from bot.play.questions.words import QUESTION_SENTENCES, asked_before
from bot.study.openings.refusals import OPENING_SENTENCES
from bot.study.records import words as record_refusals
from bot.ui.engine_words import reason_text
from bot.ui.limit_words import limit_sentence
from bot.ui.opponent_words import part_name
from bot.ui.times import countdown
from bot.ui.untrusted import escaped, safe
from bot.ui.words import RESTARTING, channel_mention, command_name, mention, message_link, role_mention
from languages import count, gettext, gettext_noop, ngettext, ngettext_noop
from languages.numbers import enumerated, joined
from languages.typed import nearest


class BadRequest(Refusal):
    """Options of a command that do not go together; `str()` is what the person reads."""


SENTENCES: dict[type[Refusal], str | tuple[str, str]] = {
    **VOTE_SENTENCES,
    **TOURNAMENT_SENTENCES,
    **SIMUL_SENTENCES,
    **OPENING_SENTENCES,
    # playing a game
    refusals.UnknownGame: gettext_noop(
        "I don't know this game any more. It was deleted, or lost when a backup was restored. "
        "Please start a new one."
    ),
    refusals.UnseenGame: gettext_noop("I have no game #{number} that you can see."),
    refusals.Spectator: gettext_noop("You're watching this game. To start your own: `/{game} start`."),
    refusals.WaitingForOther: gettext_noop("It is {person}'s turn. You are next."),
    refusals.MovedAlready: gettext_noop("It is {person}'s turn. You are next."),
    refusals.ComputerThinks: gettext_noop(
        "I'm thinking about my move. You are next: the board changes when I have answered."
    ),
    refusals.ComputerFailed: gettext_noop(
        "Something went wrong while I was thinking. Your move is safe: press Try again under the board."
    ),
    refusals.Outdated: gettext_noop(
        "That move was for an earlier board. Please look at the board and choose again."
    ),
    refusals.IllegalHere: gettext_noop(
        "{move} is not possible here. The buttons under the board show every move you have."
    ),
    refusals.NotBegun: gettext_noop("This game hasn't started: the challenge has to be accepted first."),
    refusals.GameOver: gettext_noop("This game is over. Press Rematch under the board to play again."),
    refusals.TimeIsUp: gettext_noop("Your time was over before this move: the game has ended."),
    refusals.Adjourned: gettext_noop(
        "This game was put aside. To continue it, press Resume game under the board."
    ),
    refusals.NotAdjourned: gettext_noop("This game is already in progress."),
    refusals.NotOver: gettext_noop("This game isn't over yet."),
    refusals.WouldLose: gettext_noop("The game has moved on since then: resigning now counts as a loss."),
    refusals.NothingToStop: gettext_noop("I'm not thinking right now. Please look at the board again."),
    refusals.NothingToTakeBack: gettext_noop("You have no move to take back yet."),
    refusals.NoGameHere: gettext_noop(
        "You have no games in progress in this channel. Start one: `/{game} start`."
    ),
    refusals.NotAMember: gettext_noop(
        "I'm not a member here, so I can only reply to you. For this, use a server that has added me, "
        "or our private chat."
    ),
    refusals.OfAnotherServer: gettext_noop(
        "This game can only continue in the server where it started. Use `/games` there."
    ),
    refusals.BoardIsThere: gettext_noop("The board is still in its channel. Use `/games` for a link to it."),
    refusals.OtherNotHere: gettext_noop(
        "{person} can't see this channel. Use `/games` in one in which you can both play."
    ),
    refusals.NoBoardHere: gettext_noop(
        "I can't post a board in this channel: I need to see it, send messages and attach files. Ask a "
        "server manager, or use `/games` in another channel."
    ),
    refusals.NoListHere: gettext_noop("This channel has no list of its games."),
    # conditional moves
    refusals.NothingToPlan: gettext_noop(
        "Conditional moves are for games between people who have days for each move."
    ),
    refusals.YourTurn: gettext_noop(
        "It is your turn: make your move first. Then plan your answers while your opponent thinks."
    ),
    refusals.IllegalInLine: gettext_noop(
        "In “{typed}”, {move} isn't possible at that point. Start with a move by your opponent and "
        "take turns; leave passes out."
    ),
    refusals.LineWithoutAnswer: gettext_noop(
        "“{typed}” has to end with your move: first your opponent's move, then your answer."
    ),
    refusals.TooManyLines: ngettext_noop(
        "You can have {most} line in a game. Remove some with `/game if`, and try again.",
        "You can have {most} lines in a game. Remove some with `/game if`, and try again.",
    ),
    # challenges
    refusals.SelfChallenge: gettext_noop(
        "You can't challenge yourself. Leave `opponent` out to let anyone join, or choose a `bot` level."
    ),
    refusals.OfferClosed: gettext_noop("This challenge is no longer open. Make a new one: `/{game} start`."),
    refusals.NotChallenged: gettext_noop(
        "This challenge is for {person}. To start your own: `/{game} start`."
    ),
    refusals.NotTogether: gettext_noop(
        "You and {person} can't start a game with each other. For a game with anyone else: `/{game} start`."
    ),
    refusals.PlayerGone: gettext_noop(
        "The other player has deleted their data, so there is no rematch. For another game: `/{game} start`."
    ),
    refusals.BlockedByYou: gettext_noop(
        "You have blocked {person}. To play each other again, unblock them in `/me` first."
    ),
    refusals.SelfBlock: gettext_noop("You can't block yourself."),
    refusals.NotBlocked: gettext_noop("You haven't blocked {person}."),
    refusals.OfferChanged: gettext_noop(
        "{person} has changed this game since you looked. If it still suits you, press Join again."
    ),
    refusals.OnlyChallenger: gettext_noop(
        "{person} made this card, so only {person} can choose here. To start your own: `/{game} start`."
    ),
    refusals.InvitedAlready: gettext_noop(
        "You have invited {person}. To play in another way, withdraw this challenge and start again."
    ),
    refusals.OwnOffer: gettext_noop(
        "This is your own challenge: someone else has to accept it. You can withdraw it."
    ),
    refusals.NotYourOffer: gettext_noop("Only the person who made this challenge can withdraw it."),
    # help from the computer
    refusals.HandedOver: gettext_noop(
        "A computer player is playing your side. Tap Take over under the board to play it yourself again."
    ),
    refusals.NotHandedOver: gettext_noop(
        "You are playing your side yourself. To hand it to a computer player, tap More under the board."
    ),
    refusals.PlaysForAnother: gettext_noop(
        "The computer is playing for {person} here, so only {person} can hurry it."
    ),
    refusals.NotYourTurn: gettext_noop(
        "I can show you what I think when it is your turn. Please ask again then."
    ),
    refusals.MovedSince: gettext_noop(
        "The game has moved on since then. Look at the board, and ask again if you still want to."
    ),
    refusals.NoHints: gettext_noop("I play {title} without thinking ahead, so there's nothing to show."),
    **QUESTION_SENTENCES,
    # computer players
    # Translators: {levels} is a list of levels' names.
    refusals.UnknownPlayer: gettext_noop(
        "I have no level “{typed}” in {title}. Choose one of: {levels}; the list that appears while you type "
        "has everything."
    ),
    refusals.OtherGame: gettext_noop("{name} can't play {title}: its styles belong to another game."),
    refusals.OpponentGone: gettext_noop("That opponent has been deleted. Please choose another one."),
    # Translators: {part} is “Opening”, “Middle game” or “End”. Leave `time`, which is to be typed.
    refusals.BadDepth: gettext_noop(
        "{part}: enter a depth from 1 to {most} moves, or `time` for as deep as time allows, not “{typed}”."
    ),
    refusals.BadMoves: gettext_noop("{part}: enter a number of moves from 0 to {most}, not “{typed}”."),
    refusals.TooDeep: ngettext_noop(
        "{part}: {depth} move is too deep. A depth is from 1 to {most}, or `time` for as deep as time "
        "allows.",
        "{part}: {depth} moves is too deep. A depth is from 1 to {most}, or `time` for as deep as time "
        "allows.",
    ),
    refusals.TooManyMoves: ngettext_noop(
        "{part}: {moves} move is too long. It can have 0 to {most}.",
        "{part}: {moves} moves is too long. It can have 0 to {most}.",
    ),
    # Translators: {reason} is text such as “Reversi has no style 'clever'; it has …”.
    refusals.CannotPlay: gettext_noop("That can't play {title}: {reason}."),
    # Translators: {reason} is text such as “the depth must be a whole number, not 'x'”.
    refusals.BadRecipe: gettext_noop("I can't read that recipe: {reason}. One looks like `{example}`."),
    refusals.RecipeTooLong: gettext_noop("That recipe is too long for me. Try it with fewer digits."),
    refusals.NumberTooLarge: ngettext_noop(
        "A number in the name of a style has at most {most} digit.",
        "A number in the name of a style has at most {most} digits.",
    ),
    refusals.OneWayToPlay: gettext_noop(
        "I know only one way to play {title}, so there is nothing to choose."
    ),
    # the names of saved opponents
    # Translators: {length} is a number of characters.
    refusals.NameTooLong: gettext_noop("A name has 1 to {most} characters; this one has {length}."),
    # Translators: {letters} are signs such as “* < >”.
    refusals.BadLetters: gettext_noop(
        "A name can't have {letters} in it. Letters, digits, spaces, - ' . ! ? & + are fine."
    ),
    refusals.NameReserved: gettext_noop(
        "{name} is the name of a level or a style. Please choose another one."
    ),
    refusals.NameInUse: gettext_noop(
        "This server already has an opponent called {name}. Choose another name, or delete that one first."
    ),
    refusals.NotYourOpponent: gettext_noop(
        "{person} made {name}: only they, and those who manage this server, can delete it."
    ),
    # settings
    refusals.NotServerManager: gettext_noop(
        "Only those who may manage this server can change its settings. For your own: `/me`."
    ),
    refusals.SettingGone: gettext_noop(
        "That can't be chosen any more. `/settings` and `/me` show what there is now."
    ),
    # Translators: {channels} is a list such as “#games, #arena”.
    refusals.GamesElsewhere: gettext_noop("In this server, games can only be started in {channels}."),
    refusals.MatchesRestricted: gettext_noop(
        "In this server, only moderators can let computers play each other."
    ),
    # computer players against each other
    refusals.NotYourExhibition: gettext_noop(
        "{person} started this match: its buttons are for {person} and the moderators here. To start "
        "your own: `/match`."
    ),
    refusals.ExhibitionOver: gettext_noop("This match is over. For another one: `/match`."),
    refusals.ExhibitionGoesOn: gettext_noop(
        "The match is running on its own. Press Pause first, then Step for each move."
    ),
    refusals.ExhibitionHere: gettext_noop(
        "One match at a time per channel, and {person} has one in progress: {link}\nStart yours when "
        "it is over, or in another channel."
    ),
    refusals.StrengthTestHere: gettext_noop(
        "One strength test at a time, and {person} has one in progress: {link}\nStart yours when it is over."
    ),
    refusals.NotYourStrengthTest: gettext_noop(
        "{person} asked for this: only {person} and the moderators here can cancel it. To start your "
        "own: `/match` with `games:`."
    ),
    refusals.StrengthTestOver: gettext_noop(
        "This strength test is over. For another one: `/match` with `games:`."
    ),
    # reviews
    refusals.NoFinishedGame: gettext_noop("You haven't finished a game yet. Start one: `/play`."),
    refusals.NothingToReview: gettext_noop(
        "No player made a move in this game, so there's nothing to review."
    ),
    refusals.ReviewUnderWay: gettext_noop("This game is being reviewed right now: {link}"),
    refusals.NoReview: gettext_noop("There is no review of this game. Ask for one with `/review`."),
    refusals.NotYourReview: gettext_noop(
        "{person} asked for this review: only {person} and the moderators here can cancel it."
    ),
    refusals.ReviewOver: gettext_noop("This review has already ended."),
    # puzzles
    refusals.NoPuzzles: gettext_noop("I have no puzzles of {title}."),
    refusals.NoPuzzlesLeft: gettext_noop(
        "Congratulations, you've seen every {title} puzzle that matches! Try another theme or game: "
        "`/puzzle`."
    ),
    refusals.NoMistakes: gettext_noop(
        "You have no mistakes to solve. They come from reviewed games, some minutes after the review: "
        "`/review`."
    ),
    # Translators: {wait} is Discord's text such as “in 3 hours”.
    refusals.NoMistakesYet: gettext_noop(
        "You have no mistake to solve right now. The next one comes back {wait}."
    ),
    refusals.NoRunPuzzles: gettext_noop(
        "You've seen all my {title} puzzles lately. They come back after 30 days; until then, try another "
        "game."
    ),
    refusals.RunGone: gettext_noop("I don't have this run any more. For a new one: `/puzzle run:streak`."),
    refusals.NotYourRun: gettext_noop("This is someone else's run. For one of yours: `/puzzle run:streak`."),
    refusals.NotYourMistake: gettext_noop(
        "This puzzle is from someone else's game. For one of yours: `/puzzle mine:True`."
    ),
    refusals.PuzzleGone: gettext_noop("I don't have this puzzle any more. For another one: `/puzzle`."),
    refusals.PuzzleGoesOn: gettext_noop(
        "You haven't finished this puzzle yet. Find the moves, or press Show solution."
    ),
    refusals.PuzzleNotTried: gettext_noop(
        "Try it yourself first: after your first move you see how the others did."
    ),
    # positions
    # Translators: {reason} is text such as “d4 is empty: no game leaves a centre square empty”.
    refusals.ImpossiblePosition: gettext_noop("No game gets there: {reason}."),
    # Translators: X, O and - are to be typed, in all languages.
    refusals.NoBoardOfSize: ngettext_noop(
        "I count {squares} square, and have no such board. An 8x8 board has 64, row by row from a1: X for "
        "black, O for white, - for an empty one, then X or O for the side to move.",
        "I count {squares} squares, and have no such board. An 8x8 board has 64, row by row from a1: X for "
        "black, O for white, - for an empty one, then X or O for the side to move.",
    ),
    refusals.NoSideToMove: gettext_noop(
        "Whose turn is it? Write X (the side that moves first) or O after the squares."
    ),
    # Translators: {title} and {wanted} are games, such as “Reversi”.
    refusals.OtherKindOfGame: gettext_noop("I read that as {title}, not as {wanted}."),
    refusals.SeveralGames: ngettext_noop(
        "That is {number} game. Here I take one position or one game; for several: `/import`.",
        "Those are {number} games. Here I take one position or one game; for several: `/import`.",
    ),
    refusals.PositionInPlay: gettext_noop(
        "Game #{number} in progress has that position, or one close to it, so I won't comment on it "
        "before the game is over."
    ),
    refusals.OwnPositionInPlay: gettext_noop(
        "Your game #{number} has that position, or one close to it. Ask in that game, with `/game ask`: "
        "your opponent learns of it."
    ),
    refusals.PositionVotedOn: gettext_noop(
        "Teams vote on that position, or one close to it, in game #{number}. Ask with the Hint button below "
        "its board when your team votes: everyone sees who asked."
    ),
    refusals.NoPositionHere: gettext_noop(
        "There is no game of yours here to look at. Type a position or moves, such as `f5d6c3`, or `4455` in "
        "Connect 4."
    ),
    refusals.PositionOver: gettext_noop("The game is over in that position: neither side has a move."),
    refusals.AnalysisOver: gettext_noop("This analysis has ended. Press Look again to restart it."),
    # replays
    refusals.NothingToReplay: gettext_noop(
        "No player made a move in this game, so there's nothing to replay."
    ),
    refusals.Restarting: RESTARTING,
    refusals.AlreadyPosted: gettext_noop("The animation is posted already, or on its way."),
    **record_refusals.SENTENCES,
}
"""The placeholders are the fields of the refusals, with `person` for the person that an id means."""

COUNTED: dict[type[Refusal], str] = {
    refusals.TooManyLines: "most",
    refusals.TooDeep: "depth",
    refusals.TooManyMoves: "moves",
    refusals.NumberTooLarge: "most",
    refusals.NoBoardOfSize: "squares",
    refusals.SeveralGames: "number",
    refusals.DamagedFile: "games",
    refusals.TournamentFull: "most",
    refusals.ManyTournaments: "most",
    refusals.BadStart: "days",
    refusals.BadSimulStart: "days",
    refusals.TooManyPlaces: "most",
    refusals.SimulFull: "most",
    refusals.ManySimuls: "most",
    refusals.LineTooLong: "most",
    refusals.RepertoireFull: "most",
}
"""The field whose number chooses between the two forms of a sentence."""

COUNTS = frozenset(
    {"most", "maximum", "days", "depth", "moves", "squares", "number", "length", "games", "expected", "found"}
)
"""Fields that hold a count, except for `NUMBERED`."""

NUMBERED = frozenset(
    {
        refusals.UnseenGame,
        refusals.PositionInPlay,
        refusals.OwnPositionInPlay,
        refusals.PositionVotedOn,
    }
)
"""Refusals whose `number` is that of a game."""

# Translators: {near} is a level that has a similar name.
LEVEL_MEANT = gettext_noop("I have no level “{typed}” in {title}. Did you mean “{near}”?")
# Translators: {near} is an opening that has a similar name.
OPENING_MEANT = gettext_noop("I know no opening called “{typed}”. Did you mean “{near}”?")
NOT_A_DEPTH = gettext_noop(
    "A depth is a number of moves from 1 to {most}, or `time` for as deep as time allows; “{typed}” is not "
    "one."
)
EXHIBITION_UNSEEN = gettext_noop(
    "One match at a time per channel, and {person} has one in progress here.\nStart yours when it is "
    "over, or in another channel."
)
STRENGTH_TEST_UNSEEN = gettext_noop(
    "One strength test at a time, and {person} has one in progress.\nStart yours when it is over."
)
INVISIBLE_LETTER = gettext_noop(
    "A name can't have an invisible character in it. Letters, digits, spaces, - ' . ! ? & + are fine."
)
# Translators: {letters} are signs such as “* < >”.
INVISIBLE_LETTER_TOO = gettext_noop(
    "A name can't have {letters} or an invisible character in it. Letters, digits, spaces, - ' . ! ? & + are "
    "fine."
)
REVIEW_UNSEEN = gettext_noop("This game is being reviewed right now. Ask again in a moment.")

MATCHES_FOR_A_ROLE = gettext_noop(
    "In this server, only {role} and moderators can let computers play each other."
)


def refusal_text(refusal: Refusal) -> str:
    """Return what the player reads. Raises KeyError for a refusal without words."""
    if isinstance(refusal, BadRequest):
        return str(refusal)
    if isinstance(refusal, refusals.AskedHere | refusals.RefusedTwice):
        return asked_before(refusal)
    sentence, values = _sentence(refusal), _values(refusal)
    if isinstance(sentence, str):
        text = gettext(sentence, **values)
    else:
        text = ngettext(*sentence, getattr(refusal, COUNTED.get(type(refusal), "maximum")), **values)
    example = record_refusals.example_of(refusal)
    return joined([text, example]) if example else text


def _sentence(refusal: Refusal) -> str | tuple[str, str]:
    """Return the sentence of a refusal, or its forms for one and many."""
    match refusal:
        case refusals.UnknownPlayer() if _meant(refusal):
            return LEVEL_MEANT
        case refusals.UnknownOpening() if _meant(refusal):
            return OPENING_MEANT
        case refusals.OverLimit():
            return limit_sentence(refusal)
        case refusals.SeemsForeign(seems=seems):
            return record_refusals.FOREIGN[seems]
        case refusals.CannotHold(lack=lack):
            return record_refusals.CANNOT_HOLD[lack]
        case refusals.DamagedFile() if refusal.found > refusal.expected:
            return record_refusals.TOO_LONG
        case refusals.BadDepth(part=None):
            return NOT_A_DEPTH
        case refusals.BadLetters(letters=letters) if not all(map(str.isprintable, letters)):
            return INVISIBLE_LETTER_TOO if any(map(str.isprintable, letters)) else INVISIBLE_LETTER
        case refusals.ExhibitionHere(message_id=None):
            return EXHIBITION_UNSEEN
        case refusals.StrengthTestHere(message_id=None):
            return STRENGTH_TEST_UNSEEN
        case refusals.ReviewUnderWay(message_id=None):
            return REVIEW_UNSEEN
        case refusals.MatchesRestricted(role_id=int()):
            return MATCHES_FOR_A_ROLE
        case _:
            return SENTENCES[type(refusal)]


def _meant(refusal: refusals.UnknownPlayer | refusals.UnknownOpening) -> str | None:
    """Return the name that was probably meant, in the reader's language or in English."""
    if isinstance(refusal, refusals.UnknownOpening):
        names = opening_names()
        return nearest(refusal.typed, [*names, *map(opening_label, names)])
    return nearest(refusal.typed, [*refusal.levels, *map(level_name, refusal.levels)])


def _values(refusal: Refusal) -> dict[str, object]:
    """Return the data of a refusal, as people read it."""
    values: dict[str, object] = {}
    if dataclasses.is_dataclass(refusal):
        values = {field.name: getattr(refusal, field.name) for field in dataclasses.fields(refusal)}
    for name in {"typed", "name", "move"} & values.keys():
        values[name] = safe(str(values[name]))
    for name in COUNTS & values.keys() if type(refusal) not in NUMBERED else ():
        values[name] = count(int(str(values[name])))
    match refusal:
        case refusals.UnknownPlayer(levels=levels):
            values |= {"levels": enumerated([*map(level_name, levels)]), "near": _meant(refusal)}
        case refusals.UnknownOpening():
            values["near"] = _meant(refusal)
        case refusals.BadLetters(letters=letters):
            values["letters"] = " ".join(escaped(one) for one in letters if one.isprintable())
        case refusals.CannotPlay() | refusals.BadRecipe() | refusals.ImpossiblePosition():
            values["reason"] = reason_text(refusal.reason)
        case refusals.OverLimit(again_at=again_at) if again_at is not None:
            values["wait"] = countdown(again_at)
        case refusals.NoMistakesYet(due_at=due_at):
            values["wait"] = countdown(due_at)
        case (
            refusals.ExhibitionHere()
            | refusals.StrengthTestHere()
            | refusals.QuestionOpen()
            | refusals.ReviewUnderWay()
        ):
            values["link"] = message_link(
                refusal.place.guild_id, refusal.place.channel_id, refusal.message_id
            )
        case refusals.GamesElsewhere(channels=channels):
            values["channels"] = enumerated([*map(channel_mention, channels)])
        case refusals.MatchesRestricted(role_id=int(role_id)):
            values["role"] = role_mention(role_id)
    if "game" in values:
        values["game"] = command_name(str(values["game"]))
    for name in {"player_id", "creator_id"} & values.keys():
        if values[name] is not None:
            values["person"] = mention(getattr(refusal, name))
    if values.get("part") is not None:
        values["part"] = f"**{part_name(str(values['part']))}**"
    return values | record_refusals.values_of(refusal)
