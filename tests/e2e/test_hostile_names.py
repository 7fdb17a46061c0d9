"""Every card, with players, opponents and files whose names are hostile.

The walk types every command and taps every kind of button and menu it finds. Add a new command to it; a new
kind of button must be found by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.catalog import GAMES
from bot.events.votes.boards import MAX_EMPTY, USUAL_SECONDS
from bot.preferences.periods import Period, Span
from bot.puzzles.runs import COUNTDOWN
from bot.ranks.insights.insights import InsightsDirector
from bot.rooms import all_routes
from bot.ui.components import MAX_OPTIONS
from bot.ui.untrusted import shortened
from data.people.preferences import NewOpponent, OpponentStore
from data.puzzles.runs import RUSH_TIME
from tests.e2e.limits import sent_bodies
from tests.e2e.seen import BUTTON, GALLERY, SELECT, TEXT, USER_SELECT, Seen, walk
from tests.e2e.stored_games import stored_game
from tests.e2e.test_import import uploads
from tests.e2e.test_insights import store_reviews
from tests.e2e.test_turn_notices import AWAY
from tests.e2e.test_weekly_board import UTC, boards, to
from tests.e2e.tournaments import SOON, card, found, join, lower_wins, manages, pending, soon, threads
from tests.e2e.world import RECOVERY_SECONDS, Person, World

MENTIONS = "<@777> <@&777> <#777> \u202e<t:7:R>"
LINKS = "# [x](https://evil.t) :evil:"
STYLES = "||a|| ~~b~~ @everyone \u200b</play:7>"
MANAGES = discord.Permissions(manage_guild=True, manage_messages=True)
UNWRITTEN = "\u202e||\u05d0\u05d1|| <@777>"
"""With letters that pictures lack, so that a message tells the name."""
OPPONENT = "<@777>`a` ||b|| <:e:777>"
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[<@777> ||evil||]PW[https://evil.t :evil:]TY[8]RE[+64:r]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[f5//0.01]W[d6/1.5/0.2]B[c3]W[d3];)"
)

HARM = re.compile(
    r"<(@[!&]?|#|/play:|a?:e:)7|<t:7:|<id:|@everyone|\|\||~~|(?<!`)https?://evil|\]\(https://evil|:evil:"
)
INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\ufeff]")
LITERAL = re.compile(r"\\[^\w\s]|```.*?```|`[^`\n]*`", re.DOTALL)
"""Escaped characters and code, in which Discord finds no markup."""

LATE = {"own_save", "match_stop", "match_resume"}
"""Tapped when nothing else is left, since they close their card."""

LAST = {"resign", "withdraw", "offer_play", "offer_level", "own_cancel", "dismiss"}
"""Tapped at the very end: they close games, offers and cards that others need."""

NOT_WALKED = (
    # Modals, and what is in them.
    "im_sent im_ask im_number own_typed own_correct my_data_delete my_data_word "
    # Their answers name no player, or only by mention, or are cards that others of these open.
    "an_choose an_stop op_choose op_back op_page op_remove op_take train_choose train_next choose nudge "
    "take_up take_up_at retry_move hint_ask take_over refresh if_remove if_show own_page match_resume "
    "own_named own_deleted puzzle_easy "
    "puzzle_choose puzzle_mine puzzle_try puzzle_keep puzzle_results setting_role my_games_here "
    "my_games_up review_cancel review_error strength_cancel strength_cancel_yes own_cancel stop play_now "
    "move_now hand_over take_back undo ask ask_level ask_other refuse level offer_rated resign_sure think "
    "think_no badge badge_no_role badge_role run_move run_choose run_stop run_start run_records run_turn "
    # Linked roles, both boards of an error, and links and signing out, where the host has pages.
    "role_link role_unlink review_animate watch watch_no watch_event watch_event_no review_web open_board "
    "sign_out "
    # In tests of their own, below.
    "tour_result tour_correct tour_remove_later simul_next simul_invite vote_menu vote_resume "
    "vote_resume_at board_mine "
    "insights_kind insights_place insights_puzzle insights_reviews insights_share insights_turn "
    # Questions before what can't be undone, and what they confirm, name people by mention only.
    "dismiss tour_cancel tour_remove_yes tour_leave_yes simul_end simul_remove_yes vote_leave vote_end "
    "vote_end_yes"
)


def check_harmless(bodies: Iterable[Mapping[str, Any]]) -> None:
    """No message takes a name for markup, and no invisible character gets out."""
    for body in bodies:
        for text in messages_in(body):
            assert not HARM.search(LITERAL.sub("", text)), text
            assert not INVISIBLE.search(text), text
        for text in labels_in(body):
            assert not INVISIBLE.search(text), text


def messages_in(body: Mapping[str, Any]) -> Iterator[str]:
    """The texts in which Discord looks for markup."""
    yield body.get("content") or ""
    yield from (part["content"] for part in walk(body.get("components") or ()) if part["type"] == TEXT)


def labels_in(body: Mapping[str, Any]) -> Iterator[str]:
    """The texts that Discord shows without markup."""
    yield from (choice["name"] for choice in body.get("choices") or ())
    for part in walk(body.get("components") or ()):
        yield from (part.get(name) or "" for name in ("label", "placeholder"))
        if part["type"] == SELECT:
            for option in part["options"]:
                yield from (option["label"], option.get("description") or "")
        if part["type"] == GALLERY:
            yield from (item.get("description") or "" for item in part["items"])


class Walk:
    """A person who tries every command and button."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.typed: set[str] = set()
        self.tapped: set[str] = set()

    async def types(self, person: Person, command: str, /, **options: Any) -> None:
        """Type a command, then tap everything in sight that has not been tapped yet."""
        await self.only_types(person, command, **options)
        await self.taps_all(person)

    async def only_types(self, person: Person, command: str, /, **options: Any) -> None:
        """Type a command and leave the rest to others."""
        self.typed.add(command)
        await person.types(command, **options)

    async def taps_all(self, person: Person, later: set[str] = LAST) -> None:
        """Tap every kind of button and menu but `later` once, on the newest message that has it."""
        while (found := self._untapped(person, later)) is not None:
            seen, part = found
            self.tapped.add(action(part))
            if part["type"] == USER_SELECT:
                person.send_choice_of_person(seen, part["custom_id"], self.world.chloe)
                await self.world.env.settle()
            elif part["type"] == SELECT:
                await person._tap(seen, part["custom_id"], [part["options"][0]["value"]])
            else:
                await person._tap(seen, part["custom_id"])

    def _untapped(self, person: Person, later: set[str]) -> tuple[Seen, Mapping[str, Any]] | None:
        found = [*self._usable(person, later)]
        return next((one for one in found if action(one[1]) not in LATE), found[0] if found else None)

    def _usable(self, person: Person, left: set[str]) -> Iterator[tuple[Seen, Mapping[str, Any]]]:
        channels = (*threads(self.world), self.world.channel)
        for seen in reversed([seen for channel in channels for seen in self.world.seen(channel, person)]):
            for part in reversed(list(walk(seen.payload.get("components", ())))):
                usable = part["type"] in {BUTTON, SELECT, USER_SELECT} and not part.get("disabled")
                if usable and "custom_id" in part and action(part) not in self.tapped | left:
                    yield seen, part


def action(part: Mapping[str, Any]) -> str:
    """Return the kind of a button or menu."""
    return str(part["custom_id"]).split(":")[1]


@pytest.fixture
async def hostile(world: World) -> World:
    """People and an opponent with hostile names, and games that they have finished."""
    world.ann, world.ben, world.chloe = map(world.newcomer, (MENTIONS, LINKS, STYLES))
    world.untranslated += [shortened(name) for name in (MENTIONS, LINKS, STYLES, OPPONENT, "||evil||")]
    ann, ben, chloe = world.ann, world.ben, world.chloe
    for _ in range(12):
        await stored_game(world, ann, ben)
    for game in ("reversi", "connect4"):
        for number in range(2):
            moves = "4" if game == "connect4" else "d3"
            await stored_game(world, *((ann, ben) if number else (ben, chloe)), moves, game=game)
    for _ in range(2):
        await stored_game(world, chloe, ann, "d3 c3 c4 e3 f4")
        await stored_game(world, ben, "easy")
    await stored_game(world, ben, f"{OPPONENT}|positional:1", rated=False)
    storage = world.bot.kit.storage
    await storage[OpponentStore].create(NewOpponent(world.server.id, OPPONENT, "positional:1", ann.id))
    return world


@pytest.mark.long
async def test_no_card_takes_a_name_for_markup(hostile: World) -> None:
    world = hostile
    ann, ben, chloe, mia = world.ann, world.ben, world.chloe, world._allowed("Mia", MANAGES)
    walked = Walk(world)
    # People whose names the storage must know.
    await walked.types(ann, "me")
    await walked.types(mia, "settings")
    await mia.sets_games_list("post")
    await ann.blocks(chloe)
    await ann.unblocks(chloe)
    # Before there are games in which it would help.
    await walked.types(ann, "position", text="4455", game="connect4")
    await walked.types(ann, "opening explore", public=True)
    await walked.types(ann, "opening train", add="Tiger")
    await ann.opens_repertoire()
    await walked.types(ann, "opening train")
    # Games between people, against the server's opponent, and open to all.
    for game in ("reversi", "connect4"):
        await walked.only_types(ann, f"{game} start", opponent=ben, colour="first", time="3 days")
        await ben.taps("Accept")
        await world.pass_time(AWAY)
        await ann.taps("d3" if game == "reversi" else "4")
        await world.pass_time(AWAY)
        await walked.taps_all(ben)
        await walked.types(ann, "game board")
        await ann.uses_menu_of(ben, f"Challenge to {GAMES[game].title}")
        await walked.taps_all(ben)
    await walked.types(ann, "reversi start", bot=OPPONENT, colour="first")
    await walked.types(chloe, "connect4 start", bot="easy", colour="first")
    await walked.types(chloe, "reversi start")
    # A draw can be offered after two moves by each side.
    playing = await world.bot.kit.storage.playing_games("connect4", player_id=ben.id)
    begun = next(game.id for game in playing if game.ply == 1 and game.opponent_id is not None)
    await world.play("4 4 4", ben, ann, game=begun)
    await walked.only_types(ben, "game ask", what="draw", game=str(begun))
    await walked.taps_all(ann)
    await walked.types(chloe, "game ask", bot="easy")
    await walked.types(chloe, "game ask", what="take over")
    for command in ("game ask", "game view", "hint", "game if", "play", "help", "games", "next", "puzzle"):
        await walked.types(ann, command)
    for command in ("history", "review", "replay"):
        await walked.types(ann, command)
    await walked.types(ben, "leaderboard")
    await walked.types(ben, "leaderboard", where="everywhere")
    await walked.only_types(ben, "leaderboard", period="week")
    await walked.types(ben, "profile", player=ann)
    await walked.types(ann, "compare", player=ben)
    await ann.reads_privacy()
    await walked.types(ann, "export")
    walked.typed.add("import")
    for count in (1, 2):
        await uploads(ann, "games.ggf", (GGF * count).encode())
        await walked.taps_all(ann)
    # Computers.
    await walked.types(ann, "match", first=OPPONENT, second="easy")
    await walked.types(ann, "match", first=OPPONENT, second="easy", games=2)
    await world.pass_time(RECOVERY_SECONDS)
    await walked.taps_all(ann)
    await walked.types(ann, "opponent", name="Octo")
    await walked.types(ann, "opponent")
    await ann.deletes_opponent(OPPONENT)
    await world.pass_time(RECOVERY_SECONDS)
    for person in (ann, ben, chloe, mia):
        await walked.taps_all(person)
    # A tournament, with its games.
    await walked.only_types(ben, "tournament create", form="round_robin", places=4, bot="easy", time="3 days")
    await ann.taps("Join")
    await walked.types(ben, "tournament list")
    for _ in range(2):  # Each thing that is managed closes the card.
        walked.tapped.discard("tour_manage")
        await walked.taps_all(ben)
    # One that begins; its news and boards are in a thread.
    await walked.only_types(ben, "tournament create", form="round_robin", places=2, time="3 days")
    await ann.taps("Join")
    await chloe.taps("Join")
    await walked.taps_all(chloe)
    # An exhibition; what is managed closes the card.
    await walked.only_types(ben, "simul", places=3)
    await ann.taps("Join")
    await chloe.taps("Join")
    for _ in range(2):
        walked.tapped.discard("simul_manage")
        await walked.taps_all(ben)
    # A race of puzzles.
    await walked.only_types(ben, "puzzle", run="race", game="connect4")
    await walked.taps_all(chloe)
    await ann.taps("Join")
    await ben.taps("Start")
    await world.pass_time(COUNTDOWN.total_seconds() + 1)
    await walked.taps_all(ann)
    await world.pass_time(RUSH_TIME.total_seconds() + SOON)
    await walked.taps_all(ann)
    # A game by vote.
    await walked.only_types(ann, "vote", against="teams")
    await walked.taps_all(ann)
    # The ends of games.
    await walked.only_types(chloe, "game resign")
    await chloe.taps("Resign")
    for person in (chloe, ben):
        await walked.taps_all(person)
    await walked.only_types(ben, "game resign", game="2")
    await ben.exports_data()
    await ben.asks_to_delete_data()
    for _ in range(3):  # Stopping a match asks first, and then offers another one.
        for person in (ann, chloe, ben):
            await walked.taps_all(person, set())
    await mia.sets_games_list("remove")
    check_harmless(sent_bodies(world.env.http_requests))
    commands = [one for one in world.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    assert {command.qualified_name for command in commands} - walked.typed == set()
    untapped = {route.kind.action for route in all_routes()} - walked.tapped - {*NOT_WALKED.split()}
    assert not untapped, " ".join(sorted(untapped))


@pytest.mark.long
async def test_no_shared_insights_take_a_name_for_markup(hostile: World) -> None:
    world = hostile
    for person in (world.ann, world.ben):
        await store_reviews(world, 10)
        await world.bot.kit[InsightsDirector].do_pending()
        await person.types("profile", game="connect4")
        await person.taps("Insights")
        await person.taps("Share")
        assert "· insights ·" in world.posts()[-1].text
    check_harmless(sent_bodies(world.env.http_requests))


async def test_no_event_takes_a_name_for_markup(hostile: World) -> None:
    world = hostile
    await world.ann.types("tournament create", form="round_robin", places=3, time="3 days")
    await join(world, world.ann, world.ben, world.chloe)
    await world.pass_time(SOON)
    pairing = next(one for one in (await found(world)).pairings if one.game_id is not None)
    await manages(world, world.ann, "Pause")
    (playing,) = [game for game in await pending(world) if game[0] == pairing.game_id]
    await lower_wins(world, {one.id: one for one in (world.ann, world.ben, world.chloe)}, playing)
    await world.pass_time(SOON)
    await world.ann.taps("Manage", card(world))
    await world.ann.chooses("Correct a result", str(pairing.id))
    await world.ann.taps("½–½")
    assert "½–½" in (await soon(world)).text
    # An exhibition by invitation.
    await world.ann.types("simul", places=2, invited=True)
    for person in (world.ben, world.chloe):
        managed = await world.ann.taps("Manage")
        await world.ann.invites(person, managed.messages[0])
    for person in (world.ben, world.chloe):
        await person.taps("Join")
    await world.pass_time(SOON)
    assert (await world.ann.taps("Next board")).private
    check_harmless(sent_bodies(world.env.http_requests))


@pytest.mark.long
async def test_no_menu_of_a_crowded_tournament_takes_a_name_for_markup(hostile: World) -> None:
    world = hostile
    names = [f"{number} {(MENTIONS, LINKS, STYLES)[number % 3]}" for number in range(MAX_OPTIONS + 1)]
    world.untranslated += map(shortened, names)
    crowd = [world.newcomer(name) for name in names]
    await world.ann.types("tournament create", form="swiss", places=32, time="3 days")
    await join(world, *crowd)
    (managed,) = (await world.ann.taps("Manage", card(world))).messages
    (menu,) = [one for one in managed.menus if action(one) == "tour_remove_later"]
    question = await world.ann._tap(managed, menu["custom_id"], [menu["options"][0]["value"]])
    await world.ann.taps("Remove", question.messages[0])
    assert crowd[-1].id not in {one.player_id for one in (await found(world)).entrants}
    check_harmless(sent_bodies(world.env.http_requests))


@pytest.mark.long
@pytest.mark.usefixtures("crowded_start")
async def test_no_vote_against_an_opponent_takes_a_name_for_markup(world: World) -> None:
    world.untranslated.append(shortened(OPPONENT))
    opponents = world.bot.kit[OpponentStore]
    await opponents.create(NewOpponent(world.server.id, OPPONENT, "positional:1", world.ann.id))
    await world.ann.types("vote", bot=OPPONENT)
    await world.pass_time(SOON)
    board = world.board()
    move = board.menus[-1]["options"][-1]["value"]
    await world.ann.picks(move, board)
    await world.pass_time(SOON)
    assert f"{move} (**1**)" in world.board().text
    await world.pass_time(USUAL_SECONDS * (MAX_EMPTY + 3))
    assert world.board().labels == ["Resume game", "End game"]
    await world.ann.taps("Resume game", world.board())
    await world.pass_time(SOON)
    check_harmless(sent_bodies(world.env.http_requests))


@pytest.mark.long
async def test_no_weekly_board_takes_a_name_for_markup(hostile: World) -> None:
    world = hostile
    strange = world.newcomer(UNWRITTEN)
    world.untranslated.append(shortened(UNWRITTEN))
    await stored_game(world, strange, world.ben)
    channel = world.server.create_text_channel("weekly")
    await world.sets("weekly_channel", str(channel.id))
    await to(world, Period.containing(Span.WEEK, world.now(), UTC).end(UTC))
    board = boards(world, channel)[0]
    assert "Names that the picture can't show" in board.text
    assert (await world.ann.taps("My points", board)).private
    check_harmless(sent_bodies(world.env.http_requests))
