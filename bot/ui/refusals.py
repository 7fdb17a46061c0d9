"""The words for every refusal: what a person reads who asked for something that is not possible now."""

from __future__ import annotations

from bot import refusals
from bot.refusals import Refusal
from bot.ui.links import message_link

PARTS = {"opening": "opening", "middle": "middle game", "end": "end"}
DEPTH_FIELDS = {"opening": "Opening", "middle": "Middle game", "end": "End"}
MOVES_FIELDS = {"opening": "Opening lasts", "end": "End begins"}


class BadRequest(Refusal):
    """Options that do not go together; the message says which."""


def refusal_text(refusal: Refusal) -> str:
    """What the person reads. Raises ValueError for a refusal without words."""
    match refusal:
        case BadRequest():
            return str(refusal)
        case refusals.UnknownGame():
            return "I don't know this game any more. Please start a new one."
        case refusals.Spectator(game=game):
            return f"You are watching this game. For one of your own: `/{game} start`."
        case refusals.WaitingForOther(player_id=player_id):
            return f"It is <@{player_id}>'s turn. You are next."
        case refusals.ComputerThinks():
            return "I am thinking about my move. Yours is next: the board changes when I have answered."
        case refusals.ComputerFailed():
            return "I stumbled over my move. Yours is safe: press Try again under the board."
        case refusals.Outdated():
            return "That move was for an earlier board. Please look at the board again and choose anew."
        case refusals.IllegalHere(move=move):
            return f"{move} is not possible here. The buttons under the board show every move you have."
        case refusals.NotBegun():
            return "This game has not begun: the challenge has to be accepted first."
        case refusals.GameOver():
            return "This game is over. Press Rematch under the board to play again."
        case refusals.NotOver():
            return "This game is still going on."
        case refusals.WouldLose():
            return "The game has gone on meanwhile: giving it up now counts as a loss."
        case refusals.NothingToStop():
            return "I am not searching just now. Please look at the board again."
        case refusals.NothingToTakeBack():
            return "There is no move of yours to take back yet. Press Play now for a quick answer."
        case refusals.NoGameHere(game=game):
            return f"You have no game going on in this channel. Start one: `/{game} start`."
    return _challenge(refusal) or _help(refusal) or _player(refusal) or _name(refusal) or _match(refusal)


def _challenge(refusal: Refusal) -> str:
    match refusal:
        case refusals.SelfChallenge():
            return (
                "You can't challenge yourself. Leave `opponent` out to let anybody join, or choose a `bot` "
                "level."
            )
        case refusals.OfferClosed(game=game):
            return f"This challenge is no longer open. Make a new one: `/{game} start`."
        case refusals.NotChallenged(player_id=player_id, game=game):
            return f"This challenge is for <@{player_id}>. For one of your own: `/{game} start`."
        case refusals.OwnOffer():
            return "This is your own challenge: somebody else has to accept it. You can withdraw it."
        case refusals.NotYourOffer():
            return "Only the one who made this challenge can withdraw it."
    return ""


def _help(refusal: Refusal) -> str:
    match refusal:
        case refusals.HandedOver():
            return "A computer player plays your side. `/game takeover` gives it back to you."
        case refusals.NotHandedOver():
            return "You are playing your side yourself. `/game computer` hands it to a computer player."
        case refusals.AlreadyHandedOver():
            return "A computer player plays that side already."
        case refusals.PlaysForAnother(player_id=player_id):
            return f"The computer is playing for <@{player_id}> here, so only <@{player_id}> can hurry it."
        case refusals.NotAskedForConsent(player_id=player_id):
            return f"Only <@{player_id}> can answer that."
        case refusals.NotYourTurn():
            return "I show you my thinking when it is your turn. Please ask again then."
        case refusals.MovedSince():
            return "The game has moved on since. `/game thinking` shows what I think of it now."
        case refusals.NoHints(title=title):
            return f"I play {title} without thinking: there is nothing to show."
    return ""


def _player(refusal: Refusal) -> str:
    match refusal:
        case refusals.UnknownPlayer(typed=typed, title=title, levels=levels):
            return (
                f"I have no level “{typed}” in {title}. There is {', '.join(levels)}; the list that appears "
                "while you type has all."
            )
        case refusals.OtherGame(name=name, title=title):
            return f"{name} can't play {title}: its styles belong to another game."
        case refusals.OpponentGone():
            return "That opponent has been deleted. Please choose another one."
        case refusals.BadDepth(typed=typed, most=most, part=part):
            text = (
                f"A depth is a number of plies from 1 to {most}, or `time` for as deep as the time allows; "
                f"“{typed}” is not."
            )
            return f"**{DEPTH_FIELDS[part]}**: {text}" if part else text
        case refusals.BadMoves(typed=typed, most=most, part=part):
            return f"**{MOVES_FIELDS[part]}**: a number of moves from 0 to {most}; “{typed}” is not."
        case refusals.TooDeep(part=part, depth=depth, most=most):
            return (
                f"The {PARTS[part]} looks {depth} plies ahead; it can be 1 to {most}, or `time` for as deep "
                "as the time allows."
            )
        case refusals.TooManyMoves(part=part, moves=moves, most=most):
            verb = "lasts" if part == "opening" else "begins"
            return f"The {PARTS[part]} {verb} {moves} moves; it can be 0 to {most}."
        case refusals.CannotPlay(title=title, reason=reason):
            return f"That can't play {title}: {reason}."
        case refusals.BadRecipe(reason=reason, example=example):
            return f"I can't read that recipe: {reason}. One looks like `{example}`."
        case refusals.OneWayToPlay(title=title):
            return f"I know one way only to play {title}: there is nothing to choose."
    return ""


def _name(refusal: Refusal) -> str:
    match refusal:
        case refusals.NameTooLong(length=length, most=most):
            return f"A name has 1 to {most} characters; this one has {length}."
        case refusals.BadLetters(letters=letters):
            shown = " ".join(
                letter if letter.isprintable() else "an invisible character" for letter in letters
            )
            return f"A name can't have {shown} in it. Letters, digits, spaces, - ' . ! ? & + are fine."
        case refusals.NameReserved(name=name):
            return f"{name} is the name of a level or a style. Please choose another one."
        case refusals.NameInUse(name=name):
            return (
                f"This server has an opponent {name} already. Choose another name, or delete that one first."
            )
        case refusals.NoRoom():
            return (
                "This server has as many opponents of its own as it can have. `/opponent delete` makes room."
            )
        case refusals.UnknownOpponent(typed=typed):
            return f"This server has no opponent “{typed}”. `/opponent list` shows them all."
        case refusals.NotYourOpponent(creator_id=creator_id, name=name):
            return f"<@{creator_id}> made {name}: only they, and those who manage this server, can delete it."
        case refusals.DeletedAlready(name=name):
            return f"{name} has just been deleted."
    return ""


def _match(refusal: Refusal) -> str:
    match refusal:
        case refusals.NotYourExhibition(player_id=player_id):
            return (
                f"<@{player_id}> started this match: its buttons are for <@{player_id}> and the moderators "
                "here. For a match of your own: `/match`."
            )
        case refusals.ExhibitionOver():
            return "This match is over. For another one: `/match`."
        case refusals.ExhibitionGoesOn():
            return "The match is going on by itself. Press Pause first, and then Step for every move."
        case refusals.ExhibitionHere(player_id=player_id, place=place, message_id=message_id):
            link = message_link(place.guild_id, place.channel_id, message_id)
            where = f": {link}" if link else "."
            return (
                f"One match at a time in a channel, and <@{player_id}> has one going on here{where}\n"
                "Start yours when it is over, or in another channel."
            )
        case refusals.StrengthTestHere(player_id=player_id, place=place, message_id=message_id):
            link = message_link(place.guild_id, place.channel_id, message_id)
            where = f": {link}" if link else "."
            return (
                f"One comparison at a time, and <@{player_id}> has one under way{where}\n"
                "Start yours when it is over."
            )
        case refusals.NotYourStrengthTest(player_id=player_id):
            return (
                f"<@{player_id}> asked for this: only <@{player_id}> and the moderators here can cancel it. "
                "For one of your own: `/strength`."
            )
        case refusals.StrengthTestOver():
            return "This comparison is over. For another one: `/strength`."
    raise ValueError(f"no words for {refusal!r}")
