"""Labels of buttons, menus and dialogs fit where Discord shows them, in every language."""

from __future__ import annotations

import re
from functools import cache

from bot.catalog import GAMES
from bot.ui.layout import MAX_ALT, picture
from bot.ui.threads import MAX_NAME, thread_name
from bot.ui.untrusted import shortened
from languages import ENGLISH
from tests.bot.ui.labels import DIALOG, Label, Site, Source
from tests.cases import for_each
from tests.languages.test_catalogues import REGIONAL, TRANSLATED, catalogue

OF_VALUES = {
    ("bot.account.blocks.ui", "label"),
    ("bot.account.settings.view", "label"),
    ("bot.demo.preview", "placeholder"),
    ("bot.events.tournaments.simul_view", "label"),
    ("bot.events.tournaments.view", "label"),
    ("bot.play.conditionals.view", "label"),
    ("bot.play.help.view", "label"),
    ("bot.play.my_games.view", "label"),
    ("bot.play.opponents.view", "description"),
    ("bot.play.opponents.view", "hint"),
    ("bot.play.opponents.view", "label"),
    ("bot.puzzles.run_view", "label"),
    ("bot.ranks.insights.view", "label"),
    ("bot.ranks.stats.comparison_view", "label"),
    ("bot.ranks.stats.leaderboard_view", "label"),
    ("bot.ranks.stats.profile_view", "label"),
    ("bot.study.imports.view", "description"),
    ("bot.study.imports.view", "label"),
    ("bot.study.openings.repertoire_view", "label"),
    ("bot.ui.components", "description"),
    ("bot.ui.components", "text"),
    ("bot.ui.links", "label"),
    ("bot.ui.moves", "description"),
    ("bot.ui.moves", "label"),
    ("bot.ui.opponent_menu", "description"),
    ("bot.ui.opponent_menu", "label"),
    ("bot.ui.opponent_menu", "placeholder"),
    ("bot.ui.step_through", "label"),
}
"""Places with names, moves and texts of tables, which are shown in every language by `check`."""


@cache
def sites() -> tuple[Site, ...]:
    return tuple(Source().sites())


@cache
def labels() -> frozenset[Label]:
    found = frozenset(label for site in sites() for label in site.labels)
    # Questions are beside the label of their button.
    return frozenset(label for label in found if not label.english[-1].startswith(("**", "#")))


def test_all_labels_are_found() -> None:
    assert {(site.module, site.argument) for site in sites() if not site.labels} <= OF_VALUES
    assert Label("button", ("Manage",), 80) in labels()
    assert {label.english[0] for label in labels() if label.limit == DIALOG} > {"Import games"}


@for_each("code", [ENGLISH.code, *TRANSLATED, *REGIONAL])
def test_labels_fit_where_discord_shows_them(code: str) -> None:
    for label in labels():
        for text in translations(code, label):
            assert len(re.sub(r"\{\w+\}", "", text)) <= label.limit, text


def translations(code: str, label: Label) -> list[str]:
    """Return all forms of a label in a language; none where a regional catalogue has nothing of its own."""
    if code == ENGLISH.code:
        return [*label.english]
    message = catalogue(code).get(label.english[0], label.context)
    assert message is not None or code in REGIONAL, label
    forms = () if message is None else message.string or ()
    return [forms] if isinstance(forms, str) else [*forms]


def test_what_is_cut_says_so() -> None:
    (item,) = picture("x.png", "a" * 2000).items
    assert item.description == "a" * (MAX_ALT - 1) + "…"
    name = thread_name(GAMES["reversi"], ("a" * 60, "b" * 60))
    assert (len(name), name[-1]) == (MAX_NAME, "…")
    # Marks of right-to-left text count, too.
    assert shortened("م" * 200)[-2] == "…"
    assert len(shortened("م" * 200)) == 100
