"""The program as a person meets it: started for real, typed at, read from."""

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

import spieltisch as st
from spieltisch import cli, terminal
from spieltisch.kernel import NUMBER, SEAT, Event, each_of, event, events, one_of
from spieltisch.kernel.languages import TEXTS
from spieltisch.terminal.screen import Screen
from spieltisch.terminal.words import Teller
from toys.bidding import BIDDING

PROGRAM = (sys.executable, "-m", "spieltisch.cli")
PLAIN = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "FORCE_COLOR", "LESS")}
GAME, SEED = "lobo77", 3
BEGINNER = 3  # a seed
WORDS = st.Match(GAME, 2, seed=0).game.moves.texts
EVERY_WORD = "\n".join(WORDS * 300)
DRAWN_CARD = re.compile(r"╰─+ (\S+) ─+╯")
PATIENCE = 60  # seconds; rules may have to be compiled
Run = Callable[..., str]


def start(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *args], input=typed, capture_output=True, text=True, timeout=PATIENCE, env=PLAIN, check=False
    )


@cache
def whole_match() -> str:
    """Typed at by somebody who knows no rule: every word there is, again and again."""
    played = start("terminal", GAME, "--seed", str(SEED), typed=EVERY_WORD)
    assert (played.returncode, played.stderr) == (0, "")
    return played.stdout


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same in this process, which has loaded the rules; what comes out of it."""

    def run(*args: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert cli.main(args) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out

    return run


class Typist:
    """Sits at a real terminal."""

    def __init__(self, *args: str, columns: int = 80) -> None:
        self.screen, terminal_end = pty.openpty()
        fcntl.ioctl(terminal_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        env = PLAIN | {"TERM": "xterm-256color"}
        self.program = subprocess.Popen(
            [*PROGRAM, *args],
            stdin=terminal_end,
            stdout=terminal_end,
            stderr=terminal_end,
            env=env,
            start_new_session=True,
            preexec_fn=own_it,
        )
        os.close(terminal_end)

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def wait_for(self, text: str, again: str = "") -> str:
        """What appears on the screen, until `text` does; `again` is typed every second."""
        seen = ""
        until = time.monotonic() + PATIENCE
        while text not in seen:
            assert time.monotonic() < until, f"{text!r} does not appear in {seen!r}"
            if select.select([self.screen], [], [], 1)[0]:
                seen += os.read(self.screen, 65536).decode(errors="replace")
            else:
                self.type(again)
        return seen

    def leave(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.screen)


def own_it() -> None:
    """So that Ctrl-C reaches the program, even where the tests run in the background and ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def typist() -> Iterator[Typist]:
    sitting = Typist("terminal", GAME, "--seed", str(SEED), "--fast")
    yield sitting
    sitting.leave()


# A whole match


def test_a_match_is_played_to_its_end_in_german() -> None:
    text = whole_match()
    assert "Ende der Partie" in text
    assert "Du hast Platz" in text or "Du hast gewonnen!" in text
    assert f"terminal {GAME}" in text.splitlines()[-1]


@pytest.mark.slow
def test_a_match_is_played_to_its_end_in_english_drawing_by_hand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    options = ("--lang", "en", "--option", "draw=by hand", "--name", "Ada")
    text = run("terminal", GAME, "--seed", str(SEED), *options, typed=EVERY_WORD)
    assert "End of the match" in text
    assert "Ada draws." in text
    assert max(len(line) for line in text.splitlines() if line.startswith("│")) <= 60


@pytest.mark.parametrize(("typed", "cards_then"), [("draw", 5), ("", 4)])
def test_bots_wait_for_a_person_who_may_still_draw(
    typed: str, cards_then: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = st.Match(GAME, 3, {"draw": "by hand"}, seed=BEGINNER)
    prompts = type_in(monkeypatch, [match.moves(0)[0], typed, "q"])
    with pytest.raises(EOFError):
        terminal.play(match, st.bot("careful", 1), "de")
    assert prompts == ["Dein Zug: ", "Dein Zug (nur Enter: weiter ohne): ", "Dein Zug: "]
    assert len(match.view(0)["hands"][0]) == cards_then
    assert ("Du ziehst nach.\nHanna spielt" in capsys.readouterr().out) == (typed == "draw")


def type_in(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> list[str]:
    """Type these, in this process; what was asked is in the list."""
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return lines[len(prompts) - 1]

    monkeypatch.setattr("builtins.input", answer)
    return prompts


def test_a_refused_move_names_its_rule() -> None:
    assert re.search(r"hast du nicht\. Spiel eine aus deiner Hand\. \[LO-T1\]", whole_match())
    assert "An diesem Tisch wird für dich nachgezogen. Spiel einfach eine Karte. [LO-T7]" in whole_match()


# What may be seen


def test_the_cards_drawn_are_those_of_seat_0() -> None:
    hand = st.Match(GAME, 4, seed=SEED).view(0)["hands"][0]
    first_screen = whole_match().partition("Dein Zug")[0]
    assert DRAWN_CARD.findall(first_screen) == hand


def test_other_hands_make_no_difference_to_the_screen() -> None:
    """The same screen, whatever the others hold."""
    mine, others, more = ["2", "10", "x2"], ["3", "4", "5"], ["76", "turn", "-10"]
    assert drawn({"seats": 2, "hands": [mine, others]}) == drawn({"seats": 2, "hands": [mine, more]})
    assert drawn({"seats": 2, "hands": [mine, others]}) != drawn({"seats": 2, "hands": [others, mine]})


def drawn(position: dict[str, object]) -> str:
    match = st.Match.at(GAME, position, chance="manual")
    game, words = match.game, TEXTS["de"]["terminal"]
    teller = Teller("de", game.texts["de"], game.events, words, ["Du", "Emil"], you=True)
    console = Console(file=io.StringIO(), width=80, height=24)
    console.print(Screen(teller, match.view(0), match.moves(0), 80, 24).draw([]))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_detail_is_what_it_is_declared_to_be_whatever_it_is_called() -> None:
    colour = one_of("colour", ("r", "b"))
    kinds = events(shows=event(who=SEAT, seat_no=NUMBER, hue=colour, up=each_of("colour", ("r", "b"))))
    texts = {
        "log": {"shows": "{who}: {seat_no}, {hue}, {up}"},
        "values": {"colour": {"r": "Rot"}},
        "cards": {"b": "Blau"},
    }
    teller = Teller("de", texts, kinds, {}, ["Du", "Emil"], you=True)
    assert teller.event(Event("shows", kinds["shows"].read([1, -1, 1, 2, 0]))) == "Emil: −1, Blau, 2 × Rot"
    assert teller.event(Event("shows", kinds["shows"].read([1, 0, 0, 0, 0]))) == "Emil: 0, Rot, –"


# At a real terminal


@pytest.mark.slow
def test_typing_at_a_terminal_until_one_has_to_go(typist: Typist) -> None:
    screen = typist.wait_for("Dein Zug: ")
    assert "\x1b[" in screen
    typist.type("?\r")
    assert "die Spielregeln lesen" in typist.wait_for("Dein Zug: ")
    typist.type("\x1b[A[bold]ümlaut\r")
    assert "[notation]" in typist.wait_for("Dein Zug: ")
    typist.type(f"{st.Match(GAME, 4, seed=SEED).moves(0)[0]}\r")
    assert "Du spielst" in typist.wait_for("Dein Zug: ")
    # Ctrl-C; Python misses one that comes in the instant in which it begins to read a line
    assert "Traceback" not in typist.wait_for("Danke fürs Spielen", again="\x03")
    assert typist.program.wait(PATIENCE) == 130


# Beginnings and ends


def test_words_stand_for_the_pictures_of_a_rulebook(run: Run) -> None:
    """At their place: rich would gather all of a list before it."""
    read = run("terminal", GAME, "--lang", "en", "--bots", "random", typed="rules\n")
    assert "play a card onto the pile. (The total is 24, then comes the 7)" in " ".join(read.split())
    assert "cards:7" not in read


def test_the_end_of_the_input_is_a_goodbye_after_reading_the_rules(run: Run) -> None:
    said = run("terminal", GAME, "--lang", "en", "--bots", "random", typed="rules\n")
    assert "LO-E1" in said
    assert said.endswith("See you soon!\n")


def test_french_all_the_way(run: Run) -> None:
    """Help, an impossible move, the rules by their French name, one sentence about what happened, and a goodbye."""
    move = st.Match(GAME, 4, seed=SEED).moves(0)[0]
    typed = f"?\nrien\n{move}\nrègles\n"
    said = run("terminal", GAME, "--lang", "fr", "--bots", "random", "--seed", str(SEED), typed=typed)
    for words in ("À cette table\u00a0:", "n’est pas un coup de ce jeu", "Tu joues", "Pas à pas", "À bientôt\u202f!"):
        assert words in said


def test_an_unknown_game_is_one_sentence() -> None:
    refused = start("terminal", "halma")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"spieltisch: there is no game 'halma'; there are: {', '.join(st.GAMES)}\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--seats", "9"), "2 to 8 players, not 9"),
        (("--bots", "genius"), "there is no bot 'genius'"),
        (("--option", "edition=57"), "one of '55', '56', not '57'"),
        (("--option", "colour=red"), "no option 'colour'"),
        (("--option", "draw"), "NAME=VALUE"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["terminal", GAME, *args]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)


def test_a_deck_of_ones_own_comes_from_a_file(tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    game = next(name for name in st.GAMES if st.Match.game_named(name).free_options)
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\nsumme = 2\ngerade = 1\nnicht-3 = 2\ngleiche = 1\nletzte-4 = 1\n", encoding="utf-8")
    played = run("terminal", game, "--seats", "2", "--option", f"deck={file}", "--seed", "1", typed="?\n")
    assert "eigener Stapel" in played
    file.write_text("[cards]\nsumme = 3\n", encoding="utf-8")
    assert cli.main(["terminal", game, "--option", f"deck={file}"]) == 2
    assert "mine.toml, line 2: the card summe has 1 or 2" in capsys.readouterr().err


def test_without_arguments_it_says_what_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert "open the page in your browser" in capsys.readouterr().out


def test_a_game_with_few_texts_where_all_act_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing in it is made for one game."""
    type_in(monkeypatch, ["", *(f"bid {card}" for card in (3, 3, 1, 5, 2, 4))])
    terminal.play(st.Match(BIDDING, 3, seed=1), st.bot("careful", 1), "de", name="李[b]小龍\x1b")
    text = capsys.readouterr().out
    assert "[PB-3]" in text
    assert "李[b]小龍" in text
    assert "Ende der Partie" in text
