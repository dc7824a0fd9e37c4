"""When a device is to be left in peace."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def quiet_until(now: int, zone: str, quiet: tuple[int, int] | None) -> int | None:
    """The end of the quiet time that it is there now, in ms; None: it is none. `quiet`: minutes of the day there.

    What a clock on the wall there shows counts, also in nights in which it is put forward or back.
    """
    if quiet is None or quiet[0] == quiet[1]:
        return None
    there = datetime.fromtimestamp(now / 1000, ZoneInfo(zone) if is_zone(zone) else UTC)
    if not is_within(there.hour * 60 + there.minute, quiet):
        return None
    return in_ms(next_time(there, quiet[1]))


def is_zone(name: str) -> bool:
    """Known here. (Zones are renamed, now and then.)"""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):  # no path within the database, or a folder of it
        return False
    return True


def is_within(minute: int, quiet: tuple[int, int]) -> bool:
    begins, ends = quiet
    if begins < ends:
        return begins <= minute < ends
    return minute >= begins or minute < ends


def next_time(there: datetime, minute: int) -> datetime:
    """When the clock there next shows it: in the second of two equal hours, the second time."""
    hour, minute = divmod(minute, 60)
    today = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    is_past = today.replace(tzinfo=None) <= there.replace(tzinfo=None)
    return today + timedelta(days=1) if is_past else today


def in_ms(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp() * 1000)
