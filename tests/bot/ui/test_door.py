"""The door: from a click to its handler, and answers after refusals and faults."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import discord
import pytest
from structlog.testing import capture_logs

from bot.computer.pool import SearchPool
from bot.core import refusals
from bot.core.metrics import Metrics
from bot.core.people import Names
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.core.runtime import Runtime
from bot.features import Kit
from bot.preferences.preferences import Languages
from bot.ui.component_ids import ComponentId
from bot.ui.door import Router, _narrow, _typed
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, Routes, Use
from bot.ui.words import APOLOGY, CLOSED_THREAD, OTHER_VERSION, STORAGE_APOLOGY
from data import StorageError
from data.db.numbers import NumberStore
from data.db.registry import Registry
from languages import ENGLISH, Language
from tests.bot.ui.discord_errors import refused
from tests.cases import for_each

GAME = 7


def test_every_typed_option_is_brought_to_one_width() -> None:
    group: dict[str, Any] = {
        "name": "group",
        "options": [{"name": "text", "value": "Ｆ５"}, {"name": "count", "value": 5}],
    }
    command: dict[str, Any] = {"name": "command", "options": [{"name": "size", "value": "６ｘ６"}, group]}
    _narrow(command)
    assert command["options"][0]["value"] == "6x6"
    assert [option["value"] for option in group["options"]] == ["F5", 5]
    assert _typed({"value": "ｄ３"}) == ["d3"]


class Press(ComponentId, action="press"):
    """Id of a button of a game."""

    game_id: int


class Person:
    """A person who uses components, with everything they see."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.replaced: list[str] = []
        self.redirected: list[int] = []
        """The games to whose boards they were redirected."""
        self.shown: list[tuple[int, bool]] = []
        """The games whose boards were redrawn, and whether through the click."""

    def uses(self, custom_id: str, **data: object) -> Any:
        languages = SimpleNamespace(
            known=lambda *_: ENGLISH,
            record_server=lambda *_: None,
            for_person=self._english,
            for_server=self._english,
            store_client=self._english,
            store_server=self._english,
        )
        features: dict[type, object] = {
            Publisher: SimpleNamespace(show=self._show, redirect=self._redirect),
            NumberStore: SimpleNamespace(record_seen=self._never_lost),
            SearchPool: SimpleNamespace(now=lambda: 0.0),
            Names: SimpleNamespace(refresh=self._refresh),
            Languages: languages,
        }
        nothing = cast(Any, None)
        kit = Kit(nothing, Runtime(), cast(Any, Registry()), Metrics())
        for kind, feature in features.items():
            kit[kind] = cast(Any, feature)
        answered: list[str] = []
        duty = asyncio.Event()
        duty.set()

        async def defer() -> None:
            answered.append("acknowledged")

        return SimpleNamespace(
            client=SimpleNamespace(
                kit=kit,
                duty=duty,
                clock=SimpleNamespace(observe_interaction=lambda at: None),
            ),
            created_at=None,
            data={"custom_id": custom_id, "component_type": 3 if "values" in data else 2, **data},
            command=None,
            extras={},
            user=SimpleNamespace(id=1001, name="ann", global_name="Ann"),
            channel_id=8001,
            guild_id=7001,
            locale="en-US",
            guild_locale="en-US",
            type=discord.InteractionType.component,
            message=None,
            response=SimpleNamespace(is_done=lambda: bool(answered), defer=defer, send_message=self._tell),
            followup=SimpleNamespace(send=self._follow_up),
            edit_original_response=self._replace,
        )

    async def _never_lost(self, _table: str, _number: int) -> bool:
        return False

    async def _tell(self, text: str, *, ephemeral: bool, allowed_mentions: object) -> None:
        assert ephemeral
        self.told.append(text)

    async def _follow_up(
        self, *, content: str, files: object, ephemeral: bool, allowed_mentions: object, wait: bool
    ) -> None:
        await self._tell(content, ephemeral=ephemeral, allowed_mentions=allowed_mentions)

    async def _replace(self, *, view: discord.ui.LayoutView, allowed_mentions: object) -> None:
        (part,) = view.children
        assert isinstance(part, discord.ui.TextDisplay)
        self.replaced.append(part.content)

    async def _refresh(self, person: object) -> None:
        pass

    async def _english(self, *_: object) -> Language:
        return ENGLISH

    async def _redirect(self, game_id: int, click: object) -> None:
        self.redirected.append(game_id)

    async def _show(self, game_id: int, click: object = None) -> bool:
        self.shown.append((game_id, click is not None))
        return True


def router(declare: Any, handler: Any, **options: Any) -> Router:
    """Create a router with one handler."""
    routes = Routes()
    declare(routes, Press, **options)(handler)
    return Router(routes)


@pytest.fixture
def person() -> Person:
    return Person()


async def refuse_with(person: Person, error: Exception, on_refusal: OnRefusal = OnRefusal.TELL) -> None:
    """Press a button whose handler fails with `error`."""

    async def handler(request: Request, pressed: Press) -> None:
        raise error

    await router(Routes.on_press, handler, on_refusal=on_refusal).receive(person.uses(f"f4:press:{GAME}"))


async def test_handlers_get_the_typed_id_and_the_values(person: Person) -> None:
    got: list[tuple[object, ...]] = []

    async def pressed(request: Request, used: Press) -> None:
        got.append((used,))

    async def chosen(request: Request, used: Press, value: str) -> None:
        got.append((used, value))

    async def typed(request: Request, used: Press, values: Sequence[str]) -> None:
        got.append((used, *values))

    await router(Routes.on_press, pressed).receive(person.uses("f4:press:7"))
    await router(Routes.on_choice, chosen).receive(person.uses("f4:press:7", values=["d3"]))
    click = person.uses("f4:press:7", components=[{"component": {"value": "1"}}, {"component": {}}])
    click.type = discord.InteractionType.modal_submit
    await router(Routes.on_dialog, typed, fields=2).receive(click)
    await router(Routes.on_choices, typed).receive(person.uses("f4:press:7", values=["d3", "c4"]))
    assert got == [(Press(7),), (Press(7), "d3"), (Press(7), "1", ""), (Press(7), "d3", "c4")]


@for_each("custom_id", "f4:release:7", "f4:press", "f4:press:seven")
async def test_an_unknown_button_is_explained(custom_id: str) -> None:
    person = Person()

    async def handler(request: Request, pressed: Press) -> None:
        raise AssertionError("not pressed")

    await router(Routes.on_press, handler).receive(person.uses(custom_id))
    assert person.told == [OTHER_VERSION]


@for_each("used", Use)
@for_each(
    ("declare", "declared"),
    (Routes.on_press, Use.PRESS),
    (Routes.on_choice, Use.CHOICE),
    (Routes.on_choices, Use.CHOICE),
    (Routes.on_dialog, Use.DIALOG),
)
async def test_components_have_their_own_way(declare: Any, declared: Use, used: Use) -> None:
    """An altered client can send any id as a dialog, and a dialog's as a button."""
    person = Person()
    carried_out: list[object] = []

    async def handler(request: Request, pressed: Press, *values: object) -> None:
        carried_out.append(pressed)

    sent: dict[Use, dict[str, Any]] = {
        Use.PRESS: {},
        Use.CHOICE: {"values": ["d3"]},
        Use.DIALOG: {"components": [{"component": {"value": "d3"}}]},
    }
    click = person.uses("f4:press:7", **sent[used])
    if used is Use.DIALOG:
        click.type = discord.InteractionType.modal_submit
    await router(declare, handler).receive(click)
    assert (carried_out, person.told) == (([Press(7)], []) if used is declared else ([], [OTHER_VERSION]))


@for_each(
    ("declare", "more"),
    (Routes.on_choice, {"values": []}),
    (Routes.on_choice, {"values": ["d3", "c4"]}),
    (partial(Routes.on_choices, least=2), {"values": ["d3"]}),
    (Routes.on_dialog, {"components": []}),
    (partial(Routes.on_dialog, fields=2), {"components": [{"type": 18}]}),
    (Routes.on_dialog, {"components": [{"type": 18}, {"type": 18}]}),
    (partial(Routes.on_dialog, files=1), {"components": [{"type": 18}] * 3}),
    (partial(Routes.on_choice, read=int), {"values": ["d3"]}),
    (partial(Routes.on_choice, read={"d3": 1}.__getitem__), {"values": ["c4"]}),
)
async def test_a_menu_or_dialog_with_other_values_than_its_own_is_explained(
    declare: Any, more: dict[str, Any]
) -> None:
    """An altered client can leave them out, and send others."""

    person = Person()

    async def handler(request: Request, used: Press, *values: object) -> None:
        raise AssertionError("carried out")

    click = person.uses("f4:press:7", **more)
    if "components" in more:
        click.type = discord.InteractionType.modal_submit
    with capture_logs() as logged:
        await router(declare, handler).receive(click)
    assert (person.told, logged) == ([OTHER_VERSION], [])


GAME_OVER, CLOSED = refusal_text(refusals.GameOver()), refusal_text(refusals.QuestionClosed())


@for_each(
    ("refusal", "on_refusal", "is_told", "replaced", "shown"),
    (refusals.NotOver(), OnRefusal.TELL, True, [], []),
    (refusals.Outdated(), OnRefusal.TELL, True, [], [(GAME, True)]),
    (refusals.GameOver(), OnRefusal.REPLACE, False, [GAME_OVER], [(GAME, True)]),
    # A public question is closed; the board does not take its place.
    (refusals.GameOver(), OnRefusal.CLOSE, True, [CLOSED], [(GAME, False)]),
    # It stays open for the right person.
    (refusals.NotAskedForConsent(1002), OnRefusal.CLOSE, True, [], []),
)
async def test_a_refusal_is_told_and_what_is_outdated_redrawn_or_closed(
    refusal: Refusal, on_refusal: OnRefusal, is_told: bool, replaced: list[str], shown: list[tuple[int, bool]]
) -> None:
    person = Person()
    await refuse_with(person, refusal, on_refusal)
    assert person.told == [refusal_text(refusal)] * is_told
    assert (person.replaced, person.shown) == (replaced, shown)
    assert person.redirected == [GAME], "to the current board, as by every use"


@for_each(
    ("error", "told", "level"),
    (StorageError("gone"), STORAGE_APOLOGY, "error"),
    (ValueError(), APOLOGY, "error"),
    (refused(400, 50083), CLOSED_THREAD, "info"),
)
async def test_a_fault_is_one_line_and_gets_an_answer(error: Exception, told: str, level: str) -> None:
    person = Person()
    with capture_logs() as logged:
        await refuse_with(person, error)
    (entry,) = logged
    assert (person.told, entry["log_level"], entry["user"]) == ([told], level, 1001)


@for_each("code", 50001, 50013)
@for_each(
    ("lacking", "in_thread", "named"),
    (["attach_files"], False, "permission **Attach Files**."),
    (["send_messages"], True, "**View Channel**, **Send Messages in Threads**, **Attach Files**"),
    ([], False, "**View Channel**, **Send Messages**, **Attach Files**"),
)
async def test_a_missing_permission_is_named(
    code: int, lacking: list[str], in_thread: bool, named: str
) -> None:
    """Not an apology: it is no fault of ours, and the server can change it."""

    person = Person()

    async def handler(request: Request, pressed: Press) -> None:
        raise refused(403, code)

    click = person.uses(f"f4:press:{GAME}")
    click.app_permissions = discord.Permissions.all()
    click.app_permissions.update(**dict.fromkeys(lacking, False))
    click.channel = MagicMock(spec=discord.Thread if in_thread else discord.TextChannel)
    with capture_logs() as logged:
        await router(Routes.on_press, handler).receive(click)
    (told,) = person.told
    assert named in told
    assert [entry["log_level"] for entry in logged] == ["warning"]
    assert "exc_info" not in logged[0]


async def test_typed_and_chosen_values_are_not_logged(person: Person) -> None:
    async def handler(request: Request, pressed: Press, typed: Sequence[str]) -> None:
        raise ValueError

    click = person.uses("f4:press:7", components=[{"component": {"value": "a secret"}}], values=["a secret"])
    click.type = discord.InteractionType.modal_submit
    with capture_logs() as logged:
        await router(Routes.on_dialog, handler).receive(click)
    (entry,) = logged
    assert entry["used"] == "f4:press:7"
    assert "a secret" not in str(entry)


async def test_a_fault_while_redrawing_gets_an_apology(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(game_id: int, click: object = None) -> bool:
        raise StorageError("gone")

    monkeypatch.setattr(person, "_show", fail)
    with capture_logs():
        await refuse_with(person, refusals.Outdated())
    assert person.told == [refusal_text(refusals.Outdated()), STORAGE_APOLOGY]


@for_each(
    ("custom_id", "kind", "pressed"),
    ("f4:press:7", discord.InteractionType.component, [Press(7)]),
    ("f4:press:7", discord.InteractionType.application_command, []),
    ("press:7", discord.InteractionType.component, []),
    ("", discord.InteractionType.autocomplete, []),
)
async def test_only_our_components_are_handled(
    person: Person, custom_id: str, kind: discord.InteractionType, pressed: list[Press]
) -> None:
    carried_out: list[Press] = []

    async def handler(request: Request, used: Press) -> None:
        carried_out.append(used)

    click = person.uses(custom_id)
    click.type = kind
    await router(Routes.on_press, handler).receive(click)
    assert carried_out == pressed
