"""Short codes, a glance at a table, and what a messenger is shown of a link."""

import json
import re
import urllib.error
import urllib.request
from typing import Any

from server.running import Server
from spieltisch.server.codes import LASTS_S, LENGTH, TRIES, Codes


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_code_is_good_for_ten_minutes() -> None:
    clock = Clock()
    codes = Codes(clock)
    code, seconds = codes.code_of("table", tv=False)
    assert (len(code), seconds) == (LENGTH, LASTS_S)
    assert codes.code_of("table", tv=False)[0] == code
    assert codes.code_of("table", tv=True)[0] != code
    found = codes.find(f" {code[:4].lower()} {code[4:]}")
    assert found is not None
    assert (found.table, found.tv) == ("table", False)
    clock.now += LASTS_S
    assert codes.find(code) is None
    assert codes.code_of("table", tv=False)[0] != code


def test_five_tries_a_minute_and_address() -> None:
    clock = Clock()
    codes = Codes(clock)
    assert [codes.may_try("here") for _ in range(TRIES + 1)] == [True] * TRIES + [False]
    assert codes.may_try("there")
    clock.now += 61
    assert codes.may_try("here")


def ask(server: Server, path: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(server.url + path, data)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_code_leads_to_its_table_and_guessing_ends_soon(server: Server) -> None:
    _, opened = ask(server, "/api/tables", {"game": "lobo77", "seats": 2})
    table = opened["table"]
    status, made = ask(server, f"/api/tables/{table}/code", {"tv": True})
    assert (status, len(made["code"])) == (200, LENGTH)
    assert ask(server, "/api/codes", {"code": made["code"].lower()}) == (200, {"table": table, "tv": True})
    assert ask(server, "/api/tables/nobody/code", {})[0] == 404
    wrong = [ask(server, "/api/codes", {"code": "AAAAAAAA"}) for _ in range(TRIES)]
    assert [status for status, _ in wrong] == [404] * (TRIES - 1) + [429]
    assert wrong[0][1]["reason"] == "no_code"
    assert ask(server, "/api/codes", {"code": made["code"]})[0] == 429


def test_a_glance_tells_what_all_may_know(server: Server) -> None:
    _, opened = ask(server, "/api/tables", {"game": "gracias", "seats": 3})
    status, glance = ask(server, f"/api/tables/{opened['table']}")
    assert status == 200
    assert (glance["game"], glance["stage"], glance["actors"], glance["places"]) == ("gracias", "open", 0, [])
    assert [chair["kind"] for chair in glance["chairs"]] == ["empty"] * 3
    assert ask(server, "/api/tables/nobody")[0] == 404


def test_a_messenger_is_shown_the_game_and_no_secret(server: Server) -> None:
    _, opened = ask(server, "/api/tables", {"game": "gracias", "seats": 3})
    table = opened["table"]
    for language, word in (("de", "Komm"), ("en-GB", "Come")):
        wish = urllib.request.Request(f"{server.url}/t/{table}", headers={"Accept-Language": language})
        with urllib.request.urlopen(wish) as answer:
            page = answer.read().decode()
        shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
        assert "Gracias" in shown["title"]
        assert shown["description"].startswith(word)
        assert shown["image"] == f"{server.url}/preview.png"
        assert table not in page
    with urllib.request.urlopen(f"{server.url}/t/nobody") as answer:
        assert "Spieltisch" in answer.read().decode()
