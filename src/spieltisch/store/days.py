"""Tables that are played over days, in the file: when they are woken, whom they tell, and on which devices."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from spieltisch.store.age import DAY_MS
from spieltisch.store.changes import AGES_FIT
from spieltisch.store.checksums import WAKE_SUM
from spieltisch.store.contract import (
    DEVICES,
    NEVER,
    NOTICES_A_DAY,
    Days,
    ForgetEndpoint,
    KeepSecret,
    NewNotice,
    NoticeDone,
    NoticeLater,
    PushChange,
    StoredNotice,
    StoredSummary,
    Subscribe,
    Subscription,
    Unsubscribe,
)

REMEMBERED_MS = 30 * DAY_MS  # so long a notice that is done is known, lest the same be made again

WAKE = "update tables set wake_at = :at where number = :of"
SUM_UP = f"update tables set wake_sum = {WAKE_SUM} where number = :of"
SUMMARIZE = "insert into summaries (of, body) values (:of, :body) on conflict (of) do update set body = excluded.body"
SETTLE = "update notices set due = null, body = x'' where of = :of and seat = :seat and due is not null"
SUPERSEDE = f"{SETTLE} and turn < :turn"
FREE = "delete from devices where of = :of and seat = :seat"
NOTIFY = f"""
insert into notices (of, seat, device, kind, turn, made, due, body)
select of, seat, number, :kind, :turn, :at, :at, :body from devices
where of = :of and seat = :seat
and (select count(*) from notices where of = :of and made > :at - {DAY_MS}) < {NOTICES_A_DAY}
on conflict (device, turn, kind) do nothing
"""
FORGET = f"delete from notices where of = :of and due is null and made < :at - {REMEMBERED_MS}"
SUBSCRIBE = """
insert into devices (of, seat, endpoint, p256dh, auth, language, zone, quiet_from, quiet_to)
values (:of, :seat, :endpoint, :p256dh, :auth, :language, :zone, :quiet_from, :quiet_to)
on conflict (of, seat, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
language = excluded.language, zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
"""
DROP_OLDEST = f"""
delete from devices where of = :of and seat = :seat and number not in
(select number from devices where of = :of and seat = :seat order by number desc limit {DEVICES})
"""
UNSUBSCRIBE = "delete from devices where of = :of and seat = :seat and endpoint = :endpoint"
FORGET_ENDPOINT = "delete from devices where endpoint = :endpoint"
DONE = "update notices set due = null, body = x'' where number = :number"
LATER = "update notices set due = :at, tries = :tries where number = :number and due is not null"
KEEP_SECRET = "insert into secrets (name, value) values (:name, :value) on conflict (name) do nothing"

AWAKE = "wake_at is not null and set_aside is null"  # as the index has it
DUE_TABLES = f"select id from tables where {AWAKE} and wake_at <= ? order by wake_at limit ?"
NEXT_WAKE = f"select min(wake_at) from tables where {AWAKE}"
DEVICE = "endpoint, p256dh, auth, language, zone, quiet_from, quiet_to"
READABLE = "typeof(endpoint) = 'text' and typeof(p256dh) = 'blob' and typeof(auth) = 'blob'"  # in a damaged file too
DUE_NOTICES = f"""
select notices.number, id, notices.seat, kind, turn, made, tries, notices.body, {DEVICE}
from notices join devices on devices.number = device join tables on tables.number = notices.of
where due is not null and due <= ? and set_aside is null and {READABLE} order by due limit ?
"""
NEXT_NOTICE = "select min(due) from notices where due is not null"
DEVICES_OF = f"select {DEVICE} from devices where of = ? and seat = ? order by number"

Statement = tuple[str, dict[str, object]]


# Writing, within a transaction


def write_days(write: sqlite3.Connection, played: Iterable[tuple[int, Days]]) -> None:
    """What came with the entries of these tables."""
    for of, days in played:
        if days.wake_at is not None:
            write_wake(write, of, days.wake_at)
        if days.summary is not None:
            write.execute(SUMMARIZE, {"of": of, "body": days.summary})
        for seat in days.settled:
            write.execute(SETTLE, {"of": of, "seat": seat})
        for seat in days.freed:
            write.execute(FREE, {"of": of, "seat": seat})
        for notice in days.notices:
            write_notice(write, of, notice)


def write_wake(write: sqlite3.Connection, of: int, at: int) -> None:
    write.execute(WAKE, {"of": of, "at": None if at == NEVER else at})
    write.execute(SUM_UP, {"of": of})


def write_notice(write: sqlite3.Connection, of: int, notice: NewNotice) -> None:
    row = {"of": of, **notice._asdict()}
    write.execute(SUPERSEDE, row)
    write.execute(NOTIFY, row)
    write.execute(FORGET, row)


def statements_of(change: PushChange) -> list[Statement]:
    match change:
        case Subscribe(of, seat, device):
            row = {"of": of, "seat": seat, **row_of(device)}
            return [(SUBSCRIBE, row), (DROP_OLDEST, row)]
        case Unsubscribe(of, seat, endpoint):
            return [(UNSUBSCRIBE, {"of": of, "seat": seat, "endpoint": endpoint})]
        case ForgetEndpoint(endpoint):
            return [(FORGET_ENDPOINT, {"endpoint": endpoint})]
        case NoticeDone(number):
            return [(DONE, {"number": number})]
        case NoticeLater(number, at, tries):
            return [(LATER, {"number": number, "at": at, "tries": tries})]
        case KeepSecret(name, value):
            return [(KEEP_SECRET, {"name": name, "value": value})]


def row_of(device: Subscription) -> dict[str, object]:
    quiet_from, quiet_to = device.quiet or (None, None)
    return {**device._asdict(), "quiet_from": quiet_from, "quiet_to": quiet_to}


# Reading


def due_tables(read: sqlite3.Connection, now: int, most: int) -> list[str]:
    return [table for (table,) in read.execute(DUE_TABLES, (now, most))]


def next_wake(read: sqlite3.Connection) -> int | None:
    return first_of(read, NEXT_WAKE)


def due_notices(read: sqlite3.Connection, now: int, most: int) -> list[StoredNotice]:
    return [notice_in(row) for row in read.execute(DUE_NOTICES, (now, most)).fetchall()]


def next_notice(read: sqlite3.Connection) -> int | None:
    return first_of(read, NEXT_NOTICE)


def devices_of(read: sqlite3.Connection, of: int, seat: int) -> list[Subscription]:
    return [subscription_in(row) for row in read.execute(DEVICES_OF, (of, seat))]


def devices_in(read: sqlite3.Connection, of: int) -> list[tuple[int, int, Subscription]]:
    """All of a table: their numbers, their seats, and themselves."""
    rows = read.execute(f"select number, seat, {DEVICE} from devices where of = ? order by number", (of,))
    return [(number, seat, subscription_in(row)) for number, seat, *row in rows.fetchall()]


def summaries_of(read: sqlite3.Connection, tables: Sequence[str]) -> dict[str, StoredSummary]:
    places = ", ".join("?" * len(tables))
    rows = read.execute(
        f"select id, number, set_aside is not null and {AGES_FIT}, body from tables left join summaries on of = number "
        f"where id in ({places})",
        tuple(tables),
    )
    return {table: StoredSummary(number, bool(is_aside), body) for table, number, is_aside, body in rows}


def secret_of(read: sqlite3.Connection, name: str) -> bytes | None:
    found = read.execute("select value from secrets where name = ?", (name,)).fetchone()
    return None if found is None else bytes(found[0])


def first_of(read: sqlite3.Connection, asked: str) -> int | None:
    found: int | None = read.execute(asked).fetchone()[0]
    return found


def notice_in(row: Sequence[Any]) -> StoredNotice:
    number, table, seat, kind, turn, made, tries, body, *device = row
    return StoredNotice(number, table, seat, kind, turn, made, tries, body, subscription_in(device))


def subscription_in(row: Sequence[Any]) -> Subscription:
    endpoint, p256dh, auth, language, zone, quiet_from, quiet_to = row
    quiet = None if quiet_from is None or quiet_to is None else (quiet_from, quiet_to)
    return Subscription(endpoint, p256dh, auth, language, zone, quiet)
