"""What each button of an exhibition or a strength test does."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.ui.access import Click, person, place_of, services_of
from bot.ui.matches import component_ids as ids
from bot.ui.router import on_press


def is_moderator(click: Click) -> bool:
    """Whether the person may delete other people's messages in this channel."""
    return click.permissions.manage_messages


async def pause(click: Click, pressed: ids.Pause) -> None:
    """Pause the exhibition."""
    services = services_of(click)
    await services.matches.exhibitions.pause(pressed.game_id, person(click), moderator=is_moderator(click))
    await services.games.publisher.show(pressed.game_id, click)


async def step(click: Click, pressed: ids.Step) -> None:
    """Make one move of a paused exhibition."""
    services = services_of(click)
    await services.matches.exhibitions.step(
        pressed.game_id, person(click), pressed.ply, moderator=is_moderator(click)
    )
    await services.games.publisher.show(pressed.game_id, click)


async def resume(click: Click, pressed: ids.Resume) -> None:
    """Let the exhibition go on."""
    services = services_of(click)
    snapshot = await services.matches.exhibitions.resume(
        pressed.game_id, person(click), moderator=is_moderator(click)
    )
    await services.games.publisher.show(pressed.game_id, click)
    services.matches.exhibitions.proceed(snapshot, at_once=True)


async def stop(click: Click, pressed: ids.Stop) -> None:
    """End the exhibition."""
    services = services_of(click)
    await services.matches.exhibitions.stop(pressed.game_id, person(click), moderator=is_moderator(click))
    await services.games.publisher.show(pressed.game_id, click)


async def play_again(click: Click, pressed: ids.PlayAgain) -> None:
    """Start another exhibition of the same two players, with the sides swapped."""
    begun = await services_of(click).matches.exhibitions.again(
        pressed.game_id, person(click), parent_id=place_of(click).parent_id, moderator=is_moderator(click)
    )
    await post_exhibition(click, *begun)


async def cancel_strength_test(click: Click, pressed: ids.CancelStrengthTest) -> None:
    """End a strength test early; its message says so by itself."""
    await services_of(click).matches.strength_tests.cancel(
        pressed.test_id, person(click), moderator=is_moderator(click)
    )


async def post_exhibition(click: Click, snapshot: GameSnapshot, ended: tuple[GameSnapshot, ...]) -> None:
    """Show an exhibition that has begun, in answer to an interaction, and those it has replaced."""
    services = services_of(click)
    await services.games.publisher.post(snapshot.game.id, click)
    services.matches.exhibitions.proceed(snapshot)
    for other in ended:
        await services.games.publisher.show(other.game.id)


MATCH_ROUTES = (
    on_press(ids.Pause, pause),
    on_press(ids.Step, step),
    on_press(ids.Resume, resume),
    on_press(ids.Stop, stop),
    on_press(ids.PlayAgain, play_again),
    on_press(ids.CancelStrengthTest, cancel_strength_test),
)
