"""Refusals about openings: the explorer, repertoires and their training."""

from __future__ import annotations

from bot.catalog import GAMES, opening_label
from bot.core.refusals import Refusal, Sentence, TooMany, refusal
from languages import gettext_noop, ngettext_noop
from languages.typed import nearest


class NotExplored(Refusal):
    text = gettext_noop("I have no {title} openings. Choose another game with `/opening explore`.")
    title: str


NotFromStart = refusal(
    "A repertoire has lines from the start of a game on the standard board. Begin "
    "one with `/opening explore`."
)


class LineTooLong(TooMany):
    """A line of a repertoire has at most `most` moves."""

    text = ngettext_noop(
        "A line of a repertoire has at most {most} move. Step back, then add it.",
        "A line of a repertoire has at most {most} moves. Step back, then add it.",
    )


NoMoveOfSide = refusal("That side has no move in this line yet, so I can't add it.")


class RepertoireFull(TooMany):
    """The repertoire has the maximum of `most` moves already."""

    text = ngettext_noop(
        "A repertoire has room for {most} move. Remove some under *My repertoire*, and try again.",
        "A repertoire has room for {most} moves. Remove some under *My repertoire*, and try again.",
    )


class UnknownOpening(Refusal):
    text = gettext_noop(
        "I don't know an opening called “{typed}”. The list that appears while you type has them all."
    )
    # Translators: {near} is an opening that has a similar name.
    meant = gettext_noop("I don't know an opening called “{typed}”. Did you mean “{near}”?")
    typed: str

    def sentence(self) -> Sentence:
        return self.meant if self._near() else self.text

    def values(self) -> dict[str, object]:
        return super().values() | {"near": self._near()}

    def _near(self) -> str | None:
        """Return the opening that was probably meant, in the reader's language or in English."""
        names = GAMES["reversi"].opening_lines()
        return nearest(self.typed, [*names, *map(opening_label, names)])


NoRepertoire = refusal(
    "You have nothing to train there yet. The quickest start is to add an opening "
    "by name: `/opening train add:`. With `/opening explore` you can add any line."
)
TrainingGone = refusal("This training is over, or continues in another message. To train: `/opening train`.")
NotYourTraining = refusal("This is someone else's training. For yours: `/opening train`.")
AllInPlay = refusal(
    "The next position is too close to a game in progress, so it has to wait. Train "
    "again after that game: `/opening train`."
)
