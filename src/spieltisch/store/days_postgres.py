"""Tables that are played over days, in PostgreSQL: when they are woken, whom they tell, and on which devices."""

from collections.abc import Sequence

import asyncpg

from spieltisch.store.age import DAY_MS
from spieltisch.store.contract import (
    DEVICES,
    FIRST_EPOCH,
    NEVER,
    NOTICES_A_DAY,
    Append,
    Conflict,
    Days,
    ForgetEndpoint,
    KeepSecret,
    NoticeDone,
    NoticeLater,
    PushChange,
    StoredNotice,
    StoredSummary,
    Subscribe,
    Subscription,
    Unsubscribe,
)
from spieltisch.store.days import REMEMBERED_MS, notice_in, subscription_in

WAKE = f"""
update tables set wake_at = case when new.wake_at is null then tables.wake_at else nullif(new.wake_at, {NEVER}) end
from unnest($1::bigint[], $2::int[], $3::bigint[]) as new (of, epoch, wake_at)
where tables.number = new.of and tables.epoch = new.epoch
"""
SUMMARIZE = "insert into summaries (of, body) values ($1, $2) on conflict (of) do update set body = excluded.body"
SETTLE = "update notices set due = null, body = '' where of = $1 and seat = $2 and due is not null"
FREE = "delete from devices where of = $1 and seat = $2"
SUPERSEDE = f"{SETTLE} and turn < $3"
NOTIFY = f"""
insert into notices (of, seat, device, kind, turn, made, due, body)
select of, seat, number, $3, $4::int, $5::bigint, $5, $6 from devices
where of = $1 and seat = $2
and (select count(*) from notices where of = $1 and made > $5 - {DAY_MS}::bigint) < {NOTICES_A_DAY}
on conflict (device, turn, kind) do nothing
"""
FORGET = f"delete from notices where of = $1 and due is null and made < $2 - {REMEMBERED_MS}::bigint"
SUBSCRIBE = """
insert into devices (of, seat, endpoint, p256dh, auth, language, zone, quiet_from, quiet_to)
select number, $2::int, $4, $5, $6, $7, $8, $9::int, $10::int from tables where number = $1 and epoch = $3
on conflict (of, seat, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
language = excluded.language, zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
"""
DROP_OLDEST = f"""
delete from devices where of = $1 and seat = $2 and number not in
(select number from devices where of = $1 and seat = $2 order by number desc limit {DEVICES})
"""
UNSUBSCRIBE = "delete from devices where of = $1 and seat = $2 and endpoint = $3"
FORGET_ENDPOINT = "delete from devices where endpoint = $1"
DONE = "update notices set due = null, body = '' where number = $1"
LATER = "update notices set due = $2, tries = $3 where number = $1 and due is not null"
KEEP_SECRET = "insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing"

AWAKE = "wake_at is not null and set_aside is null"  # as the index has it
DUE_TABLES = f"select id from tables where {AWAKE} and wake_at <= $1 order by wake_at limit $2"
NEXT_WAKE = f"select min(wake_at) from tables where {AWAKE}"
DEVICE = "endpoint, p256dh, auth, language, zone, quiet_from, quiet_to"
DUE_NOTICES = f"""
select notices.number, id, notices.seat, kind, turn, made, tries, notices.body, {DEVICE}
from notices join devices on devices.number = device join tables on tables.number = notices.of
where due <= $1 and set_aside is null order by due limit $2
"""
NEXT_NOTICE = "select min(due) from notices where due is not null"
DEVICES_OF = f"select {DEVICE} from devices where of = $1 and seat = $2 order by number"
SUMMARIES = """
select id, number, set_aside is not null, body from tables left join summaries on of = number where id = any($1::text[])
"""


# Writing


async def write_days(connection: asyncpg.Connection, appends: Sequence[Append]) -> None:
    """Within a transaction, what came with the entries; Conflict if a table is another server's by now, or gone."""
    played = [(append.of, epoch_of(append), append.days) for append in appends if append.days is not None]
    wakes: dict[int, tuple[int, int | None]] = {}
    for of, epoch, days in played:
        wakes[of] = epoch, wakes[of][1] if days.wake_at is None and of in wakes else days.wake_at
    columns = list(wakes), [epoch for epoch, _ in wakes.values()], [at for _, at in wakes.values()]
    status: str = await connection.execute(WAKE, *columns)
    if int(status.split()[-1]) != len(wakes):
        raise Conflict("the table is another server's, or gone")
    for of, _, days in played:
        await write_one(connection, of, days)


def epoch_of(append: Append) -> int:
    return append.epoch if append.opening is None else FIRST_EPOCH


async def write_one(connection: asyncpg.Connection, of: int, days: Days) -> None:
    if days.summary is not None:
        await connection.execute(SUMMARIZE, of, days.summary)
    if days.settled:
        await connection.executemany(SETTLE, [(of, seat) for seat in days.settled])
    if days.freed:
        await connection.executemany(FREE, [(of, seat) for seat in days.freed])
    for seat, kind, turn, at, body in days.notices:
        await connection.execute(SUPERSEDE, of, seat, turn)
        await connection.execute(NOTIFY, of, seat, kind, turn, at, body)
        await connection.execute(FORGET, of, at)


async def write_push(connection: asyncpg.Connection, change: PushChange) -> None:
    match change:
        case Subscribe():
            await subscribe(connection, change)
        case Unsubscribe(of, seat, endpoint):
            await connection.execute(UNSUBSCRIBE, of, seat, endpoint)
        case ForgetEndpoint(endpoint):
            await connection.execute(FORGET_ENDPOINT, endpoint)
        case NoticeDone(number):
            await connection.execute(DONE, number)
        case NoticeLater(number, at, tries):
            await connection.execute(LATER, number, at, tries)
        case KeepSecret(name, value):
            await connection.execute(KEEP_SECRET, name, value)


async def subscribe(connection: asyncpg.Connection, change: Subscribe) -> None:
    *device, quiet = change.device
    row = (change.of, change.seat, change.epoch, *device, *(quiet or (None, None)))
    async with connection.transaction():
        status: str = await connection.execute(SUBSCRIBE, *row)
        if not int(status.split()[-1]):
            raise Conflict("the table is another server's, or gone")
        await connection.execute(DROP_OLDEST, change.of, change.seat)


# Reading


async def due_tables(connection: asyncpg.Connection, now: int, most: int) -> list[str]:
    return [table for (table,) in await connection.fetch(DUE_TABLES, now, most)]


async def due_notices(connection: asyncpg.Connection, now: int, most: int) -> list[StoredNotice]:
    return [notice_in(row) for row in await connection.fetch(DUE_NOTICES, now, most)]


async def devices_of(connection: asyncpg.Connection, of: int, seat: int) -> list[Subscription]:
    return [subscription_in(row) for row in await connection.fetch(DEVICES_OF, of, seat)]


async def summaries_of(connection: asyncpg.Connection, tables: Sequence[str]) -> dict[str, StoredSummary]:
    return {table: StoredSummary(*row) for table, *row in await connection.fetch(SUMMARIES, tables)}
