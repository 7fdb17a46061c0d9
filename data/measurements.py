"""Reading and changing comparisons of computer players, inside a transaction that the caller holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from data.records import Measurement, NewMeasurement
from data.tables import measurements

if TYPE_CHECKING:
    from sqlalchemy import RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection


def _measurement(row: RowMapping) -> Measurement:
    return Measurement(
        id=row["id"],
        message_id=row["message_id"],
        asked=NewMeasurement(
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            asker_id=row["asker_id"],
            game=row["game"],
            options=row["options"],
            first=row["first"],
            second=row["second"],
            games=row["games"],
            seed=row["seed"],
        ),
        results=row["results"],
    )


async def begin(connection: AsyncConnection, new: NewMeasurement) -> tuple[Measurement, bool]:
    """Store a comparison, unless one is under way in the same place; the flag tells whether it was stored."""
    place_id = new.channel_id if new.guild_id is None else new.guild_id
    there = await connection.execute(select(measurements).where(measurements.c.place_id == place_id))
    running = there.mappings().one_or_none()
    if running is not None:
        return _measurement(running), False
    measurement_id = await connection.scalar(
        insert(measurements)
        .values(
            place_id=place_id,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            asker_id=new.asker_id,
            game=new.game,
            options=new.options,
            first=new.first,
            second=new.second,
            games=new.games,
            seed=new.seed,
            results="",
        )
        .returning(measurements.c.id)
    )
    return Measurement(int(measurement_id), None, new, ""), True


async def under_way(connection: AsyncConnection) -> tuple[Measurement, ...]:
    """All of them, oldest first."""
    rows = await connection.execute(select(measurements).order_by(measurements.c.id))
    return tuple(_measurement(row) for row in rows.mappings())


async def note(connection: AsyncConnection, measurement: Measurement) -> None:
    """Keep the message and the results of a comparison; nothing happens when it is over."""
    await connection.execute(
        update(measurements)
        .where(measurements.c.id == measurement.id)
        .values(message_id=measurement.message_id, results=measurement.results)
    )


async def end(connection: AsyncConnection, measurement_id: int) -> None:
    """Forget a comparison."""
    await connection.execute(delete(measurements).where(measurements.c.id == measurement_id))
