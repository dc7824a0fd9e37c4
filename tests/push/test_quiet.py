"""Nobody's sleep is disturbed, wherever he lives and whatever is done to the clock there."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from spieltisch.server.push.quiet import is_zone, quiet_until

NIGHT = (22 * 60, 7 * 60)
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Chatham", "UTC")


def at(zone: str, text: str, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)


def shown(zone: str, ms: int | None) -> str | None:
    return None if ms is None else datetime.fromtimestamp(ms / 1000, ZoneInfo(zone)).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-17T21:59", None),
        ("2026-11-17T22:00", "2026-11-18T07:00+01:00"),
        ("2026-11-18T00:00", "2026-11-18T07:00+01:00"),
        ("2026-11-18T06:59:59", "2026-11-18T07:00+01:00"),
        ("2026-11-18T07:00", None),
        ("2026-03-28T23:00", "2026-03-29T07:00+02:00"),  # the night that is an hour shorter
        ("2026-03-29T01:30", "2026-03-29T07:00+02:00"),
        ("2026-10-24T23:00", "2026-10-25T07:00+01:00"),  # … and longer
        ("2026-10-25T02:30", "2026-10-25T07:00+01:00"),
        ("2026-12-31T23:59", "2027-01-01T07:00+01:00"),
    ],
)
def test_the_night_ends_at_seven_on_the_wall(now: str, until: str | None) -> None:
    assert shown("Europe/Berlin", quiet_until(at("Europe/Berlin", now), "Europe/Berlin", NIGHT)) == until


def test_a_time_that_comes_twice_ends_twice() -> None:
    """Quiet from 1:00 to 2:30, in the night in which it is two o'clock twice."""
    for fold, ends in ((0, "2026-10-25T02:30+02:00"), (1, "2026-10-25T02:30+01:00")):
        now = at("Europe/Berlin", "2026-10-25T02:10", fold)
        assert shown("Europe/Berlin", quiet_until(now, "Europe/Berlin", (60, 150))) == ends


def test_a_time_that_is_skipped_ends_soon_after() -> None:
    now = at("Europe/Berlin", "2026-03-29T01:40")
    assert shown("Europe/Berlin", quiet_until(now, "Europe/Berlin", (60, 150))) == "2026-03-29T03:30+02:00"


def test_quiet_at_noon_or_never() -> None:
    noon = at("UTC", "2026-11-17T12:00")
    assert shown("UTC", quiet_until(noon, "UTC", (12 * 60, 14 * 60))) == "2026-11-17T14:00+00:00"
    assert quiet_until(noon, "UTC", None) is None
    assert quiet_until(noon, "UTC", (5, 5)) is None
    assert quiet_until(noon, "UTC", (14 * 60, 12 * 60)) is None


@pytest.mark.parametrize("zone", ZONES)
def test_every_quiet_moment_of_a_year_ends_soon_and_is_followed_by_a_loud_one(zone: str) -> None:
    moment, end = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC")), datetime(2027, 1, 1, tzinfo=ZoneInfo("UTC"))
    while moment < end:
        now = int(moment.timestamp() * 1000)
        until = quiet_until(now, zone, NIGHT)
        hour = moment.astimezone(ZoneInfo(zone)).hour
        assert (until is not None) == (hour >= 22 or hour < 7)
        if until is not None:
            assert now < until <= now + 10 * 3600 * 1000
            assert quiet_until(until, zone, NIGHT) is None
            assert datetime.fromtimestamp(until / 1000, ZoneInfo(zone)).strftime("%H:%M") == "07:00"
        moment += timedelta(minutes=97)


def test_a_zone_that_nobody_knows_is_none() -> None:
    assert all(is_zone(zone) for zone in ZONES)
    for name in ("", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe", "Europe/Ber\0lin", "x" * 64):
        assert not is_zone(name)
    noon = at("UTC", "2026-11-17T23:00")
    assert quiet_until(noon, "Mars/Olympus", NIGHT) == at("UTC", "2026-11-18T07:00")  # by UTC
