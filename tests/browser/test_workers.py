"""Several workers, renewed one by one while two people play: they need do nothing, and no page is lost."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import Devices, Server, play_on
from playwright.sync_api import Browser
from test_match import has_result

from bench.engines import nats, postgres
from server.test_workers import children

# For how long, in ms, the page has said that the line is gone.
WATCH = """() => {
    window.shaky = 0;
    let last = performance.now();
    setInterval(() => {
        const now = performance.now();
        if (document.querySelector(".shaky")) window.shaky += now - last;
        last = now;
    }, 20);
}"""


@pytest.fixture
def club(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Devices]:
    """Plain rules will do: then workers are there sooner."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with postgres() as database, nats() as bus:
        server = Server(tmp_path / "unused", "--data", database.url, "--nats", bus.url, "--workers", "2")
        devices = Devices(browser, server)
        devices.outages = True
        yield devices
        devices.close()
        server.stop()
    assert devices.complaints == []


def test_people_play_on_while_workers_are_renewed(club: Devices) -> None:
    pid = club.server.process.pid
    table = club.server.open(3)
    people = [club.person(), club.person()]
    for person, name in zip(people, ("Anna", "Ben"), strict=True):
        person.sit(table, name)
        person.page.evaluate(WATCH)
    people[0].start()
    people[0].until(lambda: any(person.lit.count() for person in people))
    before = children(pid)
    club.server.process.send_signal(signal.SIGHUP)
    play_on(people, lambda: len(children(pid)) == 2 and not set(before) & set(children(pid)))
    rows = len(people[0].log)
    play_on(people, lambda: len(people[0].log) > rows or has_result(people[0]))
    print("ms with a word about the line:", [person.page.evaluate("Math.round(window.shaky)") for person in people])
