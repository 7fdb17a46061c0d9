"""Why a click or a command is not carried out, each with the sentence the person gets.

A refusal is an ordinary answer, not a fault: it is shown to the person alone, says what to do instead, and
nothing was changed.
"""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - a polite no, not an error
    """A no with its reason; `str()` is what the person reads."""

    outdated = False
    """Whether the person saw an old board, so that it should be drawn again for him."""


class Unknown(Refusal):
    """No such game in the storage."""

    outdated = False

    def __init__(self) -> None:
        super().__init__("I don't know this game any more. Please start a new one.")


class Spectator(Refusal):
    """The person sits on neither side."""

    def __init__(self, command: str) -> None:
        super().__init__(f"You are watching this game. For one of your own: `{command}`.")


class WaitingForOther(Refusal):
    """The other person is to move."""

    def __init__(self, name: str, *, outdated: bool = False) -> None:
        super().__init__(f"It is {name}'s turn. You are next.")
        self.outdated = outdated


class ComputerThinks(Refusal):
    """The computer is to move, and busy with it."""

    def __init__(self) -> None:
        super().__init__(
            "I am thinking about my move. Yours is next: the board changes when I have answered."
        )


class ComputerFailed(Refusal):
    """The computer is to move, and has failed to find one."""

    outdated = True

    def __init__(self) -> None:
        super().__init__("I stumbled over my move. Yours is safe: press Try again under the board.")


class WouldLose(Refusal):
    """Calling a game off, when so much has been played since the question that it would be a loss."""

    def __init__(self) -> None:
        super().__init__("The game has gone on meanwhile: giving it up now counts as a loss.")


class HandedOver(Refusal):
    """A computer plays for the person."""

    def __init__(self) -> None:
        super().__init__("A computer player plays your side. `/game takeover` gives it back to you.")


class NotHandedOver(Refusal):
    """There is nothing to take back: the person plays himself."""

    def __init__(self) -> None:
        super().__init__(
            "You are playing your side yourself. `/game computer` hands it to a computer player."
        )


class PlaysForAnother(Refusal):
    """Play now, while the computer plays for the other person."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The computer is playing for {name} here, so only {name} can hurry it.")


class NotAskedForConsent(Refusal):
    """Somebody else has to say whether he agrees."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Only {name} can answer that.")


class NotYourTurn(Refusal):
    """The thinking is shown to the side to move only."""

    def __init__(self) -> None:
        super().__init__("I show you my thinking when it is your turn. Please ask again then.")


class MovedSince(Refusal):
    """The thinking about a position that is no longer on the board."""

    def __init__(self) -> None:
        super().__init__("The game has moved on since. `/game thinking` shows what I think of it now.")


class NothingToStop(Refusal):
    """Play now or Stop, when the computer has answered already."""

    outdated = True

    def __init__(self) -> None:
        super().__init__("I am not searching just now. Please look at the board again.")


class NothingToTakeBack(Refusal):
    """Stop, when the person has not moved yet."""

    def __init__(self) -> None:
        super().__init__("There is no move of yours to take back yet. Press Play now for a quick answer.")


class Outdated(Refusal):
    """The button belongs to an earlier ply: a stale board or the second half of a double click."""

    outdated = True

    def __init__(self) -> None:
        super().__init__(
            "That move was for an earlier board. Please look at the board again and choose anew."
        )


class IllegalHere(Refusal):
    """The move is against the rules in this position."""

    outdated = True

    def __init__(self, move: str) -> None:
        super().__init__(
            f"{move} is not possible here. The buttons under the board show every move you have."
        )


class GameOver(Refusal):
    """The game has ended."""

    outdated = True

    def __init__(self) -> None:
        super().__init__("This game is over. Press Rematch under the board to play again.")


class NotOver(Refusal):
    """Something that only a finished game allows."""

    def __init__(self) -> None:
        super().__init__("This game is still going on.")


class OfferClosed(Refusal):
    """The challenge was answered, withdrawn, or is too old."""

    outdated = True

    def __init__(self, command: str) -> None:
        super().__init__(f"This challenge is no longer open. Make a new one: `{command}`.")


class NotChallenged(Refusal):
    """Somebody else was challenged."""

    def __init__(self, name: str, command: str) -> None:
        super().__init__(f"This challenge is for {name}. For one of your own: `{command}`.")


class OwnOffer(Refusal):
    """A person tried to accept what he offered himself."""

    def __init__(self) -> None:
        super().__init__("This is your own challenge: somebody else has to accept it. You can withdraw it.")


class NotYourOffer(Refusal):
    """Only the challenger can withdraw."""

    def __init__(self) -> None:
        super().__init__("Only the one who made this challenge can withdraw it.")


class BadRequest(Refusal):
    """Options that do not go together; the message says which."""


class NoGameHere(Refusal):
    """The person has no game that the command could mean."""

    def __init__(self, command: str) -> None:
        super().__init__(f"You have no game going on in this channel. Start one: `{command}`.")


class NotYourMatch(Refusal):
    """A button of a match, tapped by somebody who neither started it nor moderates the channel."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} started this match: its buttons are for {name} and the moderators here. "
            "For a match of your own: `/match`."
        )


class MatchOver(Refusal):
    """A button of a match that has ended."""

    outdated = True

    def __init__(self) -> None:
        super().__init__("This match is over. For another one: `/match`.")


class MatchGoesOn(Refusal):
    """Step, in a match that moves by itself."""

    outdated = True

    def __init__(self) -> None:
        super().__init__("The match is going on by itself. Press Pause first, and then Step for every move.")


class MatchHere(Refusal):
    """Another match, in a channel that has one already."""

    def __init__(self, name: str, link: str | None) -> None:
        where = f": {link}" if link else "."
        super().__init__(
            f"One match at a time in a channel, and {name} has one going on here{where}\n"
            "Start yours when it is over, or in another channel."
        )


class MeasurementHere(Refusal):
    """Another comparison, in a server that has one under way."""

    def __init__(self, name: str, link: str | None) -> None:
        where = f": {link}" if link else "."
        super().__init__(
            f"One comparison at a time, and {name} has one under way{where}\nStart yours when it is over."
        )


class NotYourMeasurement(Refusal):
    """Cancel, tapped by somebody who neither asked for the comparison nor moderates the channel."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} asked for this: only {name} and the moderators here can cancel it. "
            "For one of your own: `/strength`."
        )


class MeasurementOver(Refusal):
    """Cancel, when there is nothing left to cancel."""

    def __init__(self) -> None:
        super().__init__("This comparison is over. For another one: `/strength`.")
