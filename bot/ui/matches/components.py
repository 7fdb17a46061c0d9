"""What each button of an exhibition or a strength test does."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.ui.matches import component_ids as ids
from bot.ui.request import Request
from bot.ui.routes import on_press


def is_moderator(request: Request) -> bool:
    """Whether the person may delete other people's messages in this channel."""
    return request.interaction.permissions.manage_messages


@on_press(ids.Pause)
async def pause(request: Request, pressed: ids.Pause) -> None:
    """Pause the exhibition."""
    services = request.services
    await services.matches.exhibitions.pause(pressed.game_id, request.person, moderator=is_moderator(request))
    await services.games.publisher.show(pressed.game_id, request)


@on_press(ids.Step)
async def step(request: Request, pressed: ids.Step) -> None:
    """Make one move of a paused exhibition."""
    services = request.services
    await services.matches.exhibitions.step(
        pressed.game_id, request.person, pressed.ply, moderator=is_moderator(request)
    )
    await services.games.publisher.show(pressed.game_id, request)


@on_press(ids.Resume)
async def resume(request: Request, pressed: ids.Resume) -> None:
    """Let the exhibition go on."""
    services = request.services
    snapshot = await services.matches.exhibitions.resume(
        pressed.game_id, request.person, moderator=is_moderator(request)
    )
    await services.games.publisher.show(pressed.game_id, request)
    services.matches.exhibitions.proceed(snapshot, at_once=True)


@on_press(ids.Stop)
async def stop(request: Request, pressed: ids.Stop) -> None:
    """End the exhibition."""
    services = request.services
    await services.matches.exhibitions.stop(pressed.game_id, request.person, moderator=is_moderator(request))
    await services.games.publisher.show(pressed.game_id, request)


@on_press(ids.PlayAgain)
async def play_again(request: Request, pressed: ids.PlayAgain) -> None:
    """Start another exhibition of the same two players, with the sides swapped."""
    begun = await request.services.matches.exhibitions.again(
        pressed.game_id, request.person, parent_id=request.place.parent_id, moderator=is_moderator(request)
    )
    await post_exhibition(request, *begun)


@on_press(ids.CancelStrengthTest)
async def cancel_strength_test(request: Request, pressed: ids.CancelStrengthTest) -> None:
    """End a strength test early; its message says so by itself."""
    await request.services.matches.strength_tests.cancel(
        pressed.test_id, request.person, moderator=is_moderator(request)
    )


async def post_exhibition(request: Request, snapshot: GameSnapshot, ended: tuple[GameSnapshot, ...]) -> None:
    """Show an exhibition that has begun, in answer to an interaction, and those it has replaced."""
    services = request.services
    await services.games.publisher.post(snapshot.game.id, request)
    services.matches.exhibitions.proceed(snapshot)
    for other in ended:
        await services.games.publisher.show(other.game.id)
