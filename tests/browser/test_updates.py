"""The server was updated, and the rules of before are known no longer: everybody is told, and what can stay stays."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from devices import Devices, Person, Server
from playwright.sync_api import Browser

from store.write_release import HANNA, token_of

RELEASED = Path(__file__).parents[1] / "store" / "released" / "0.1.0.db"
LATER = """
import sys
from dataclasses import replace
from spieltisch import cli, games
games.GAMES = tuple(replace(game, rules_version=2, oldest_rules=2) for game in games.GAMES)
sys.exit(cli.main(sys.argv[1:]))
"""


class Later(Server):
    """A release that has dropped every version that there was."""

    program = (sys.executable, "-c", LATER)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    copy = Path(shutil.copy(RELEASED, tmp_path / "tables.db"))
    with closing(sqlite3.connect(copy)) as file:
        file.execute("update tables set keep_days = 36500")
        file.commit()
    return copy


def tables_in(data: Path) -> list[str]:
    """In the order in which store/write_release.py opened them."""
    with closing(sqlite3.connect(data)) as file:
        return [table for (table,) in file.execute("select id from tables order by number")]


def come_back(hanna: Person, table: str) -> None:
    """To her seat, on the device with which she played."""
    hanna.go("/")
    kept = f'{{"seats": [{{"token": "{token_of(HANNA)}"}}], "noted": [], "at": 1}}'
    hanna.page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [f"spieltisch.table.{table}", kept])
    hanna.go(f"/t/{table}")


def test_dropped_rules_are_told_in_words(browser: Browser, data: Path) -> None:
    server = Later(data)
    devices = Devices(browser, server)
    tables = tables_in(data)
    hanna, watcher = devices.person(), devices.person()
    come_back(hanna, tables[1])  # Lobo 77: a match was running
    watcher.go(f"/t/{tables[1]}")
    for person in (hanna, watcher):
        assert "wurde ohne Wertung beendet" in person.page.get_by_test_id("dropped-rules").inner_text()
        assert "Fassung 2" in person.page.get_by_test_id("new-rules").inner_text()
    hanna.shot("updated-ended")
    hanna.go(f"/replay/{tables[1]}/1")
    assert "nicht mehr kennt" in hanna.page.get_by_test_id("dropped-rules").inner_text()
    assert hanna.page.get_by_test_id("moves").locator("li").count() > 50
    hanna.shot("updated-moves")
    hanna.page.get_by_test_id("verify").click()
    assert "Alles in Ordnung" in hanna.page.get_by_test_id("verdict").inner_text()
    come_back(hanna, tables[5])  # Blöder Sack: a match was over
    assert "1. " in hanna.page.get_by_test_id("dropped-rules").locator("li").first.inner_text()
    hanna.shot("updated-over")
    hanna.start()
    hanna.page.get_by_text("Startsack").first.wait_for()  # whoever begins, the next match is on
    devices.close()
    server.stop()
    assert devices.complaints == []
