"""A move counts once, however often it is sent."""

import json
from functools import partial
from typing import Any

from devices import Devices, Person, play_on
from playwright.sync_api import WebSocketRoute


class BadLine:
    """Passes everything on; when the first move has reached the server, its answer is lost and the line is dead."""

    def __init__(self) -> None:
        self.moves: list[dict[str, Any]] = []
        self.dead = 0

    def __call__(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        cut = False

        def up(message: str | bytes) -> None:
            nonlocal cut
            command = json.loads(message)
            server.send(message)
            if command["do"] == "play":
                self.moves.append(command)
                cut = len(self.moves) == 1

        def down(message: str | bytes) -> None:
            if not cut:
                page.send(message)
            elif not self.dead:  # the server has answered: it has taken the move
                self.dead += 1
                page.close()

        page.on_message(up)
        server.on_message(down)


def lines_of(person: Person, words: str) -> int:
    return sum(line.startswith(words) for line in person.log)


def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(devices: Devices) -> None:
    devices.outages = True
    table = devices.server.open(2)
    anna, ben, line = devices.person(), devices.person(), BadLine()
    anna.page.route_web_socket("**/socket?*", line)
    anna.sit(table, "Anna")
    ben.sit(table, "Ben")
    anna.start()
    for person in (anna, ben):
        person.page.get_by_test_id("total").wait_for()
    play_on((ben,), anna.lit.count)
    card = str(anna.lit.first.get_attribute("data-move"))
    anna.lit.first.click()
    anna.until(lambda: len(line.moves) == 2, "it was not sent again")
    assert line.dead == 1
    first, second = line.moves
    assert first == second, "with the same id"
    assert first["move"] == card
    for person, words in ((anna, "Du spielst"), (ben, "Anna spielt")):
        person.until(partial(lines_of, person, words))
        person.page.wait_for_timeout(200)
        assert lines_of(person, words) == 1
    assert len(anna.hand) == 5
