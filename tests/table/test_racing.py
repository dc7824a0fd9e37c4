"""A race: ready, LOS, claims over unequal lines, deadlines, pauses, handicaps."""

from dataclasses import replace

import pytest

from bench.contests import FAIR, HOLDS, NEAR, Person, shares
from spieltisch.kernel import CLOCK
from spieltisch.table import commands, entries
from spieltisch.table import messages as told
from spieltisch.table.latency import BOUND_MS, PING_MS, PUBLIC_BOUND_MS, SAMPLES, SPREAD_MS, Latency
from spieltisch.table.names import LISTED
from spieltisch.table.racing import COUNTDOWN_MS
from table.sitting import Person as Browser
from table.sitting import Sitting

BLITZ = {"pace": "blitz", "idle": "45"}


def race(
    trips: tuple[int, ...] = (), seats: int = 2, bots: int = 0, direct: bool = True, **settings: object
) -> Sitting:
    """Everybody sits, the lines are measured, the dice lie there."""
    sitting = Sitting("blitzgriff", seats, BLITZ, **settings)
    if settings.get("public"):
        for name in LISTED[:seats]:
            sitting.sit(name)
    else:
        sitting.sit_all(seats - bots)
    sitting.start()
    measure(sitting, trips, trips if direct else ())
    return sitting


def measure(sitting: Sitting, trips: tuple[int, ...], carriers: tuple[int, ...] = ()) -> None:
    """Every ping is answered after that person's round trip; `carriers`: what TCP says of it, if it does."""
    for _ in range(SAMPLES if trips else 0):
        wait_for_ping(sitting)
        begin = sitting.now
        for trip, seat in sorted((trip, seat) for seat, trip in enumerate(trips)):
            sitting.now = begin + trip
            answer_ping(sitting, sitting.at(seat), carriers[seat] if carriers else None)


def answer_ping(sitting: Sitting, browser: Browser, carrier: int | None = None) -> None:
    nonce = browser.got(told.Ping)[-1].nonce
    sitting.take(sitting.table.pong(browser.connection, nonce, sitting.now, carrier))


def status(sitting: Sitting) -> told.RaceStatus:
    """As everybody was told last."""
    return sitting.at(0).got(told.RaceStatus)[-1]


def put_back(sitting: Sitting) -> list[int]:
    """By how many ms each claim that was granted."""
    granted = [played.claimed for played in sitting.logged(entries.Played) if played.claimed is not None]
    return [claimed.came - claimed.made for claimed in granted]


def lines_of(sitting: Sitting) -> list[Latency]:
    race = sitting.table._runner.racing
    assert race is not None
    return list(race.lines.by_connection.values())


def wait_for_ping(sitting: Sitting) -> None:
    sitting.wait(max(min(line.ping_at for line in lines_of(sitting)) - sitting.now, 0))


def racing(trips: tuple[int, ...] = (), **settings: object) -> Sitting:
    """LOS has been."""
    sitting = race(trips, **settings)  # type: ignore[arg-type]
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS)
    return sitting


def get_ready(sitting: Sitting) -> None:
    for seat in sitting.state.humans:
        sitting.do(sitting.at(seat), commands.Ready)


def claim(sitting: Sitting, seat: int, move: str, command: int | None = None) -> int:
    """Sent, and perhaps not answered at once → its id."""
    made = commands.Play(id=command or next(sitting._ids), move=move)
    sitting.take(sitting.table.command(sitting.at(seat).connection, made, sitting.now))
    return made.id


def ask_for_pause(sitting: Sitting, seat: int, command: int | None = None) -> int:
    """… as a claim is."""
    made = commands.Pause(id=command or next(sitting._ids))
    sitting.take(sitting.table.command(sitting.at(seat).connection, made, sitting.now))
    return made.id


def answers(browser: Browser, command: int) -> list[str]:
    refused = [message.reason for message in browser.got(told.CommandRefused) if message.id == command]
    done = ["done" for message in browser.inbox if getattr(message, "ack", 0) == command]
    return refused + done


def moves(sitting: Sitting) -> list[tuple[int, str]]:
    return [(played.seat, played.move) for played in sitting.logged(entries.Played)]


# Ready, LOS


def test_nothing_is_taken_before_los() -> None:
    sitting = race()
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS - 1)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]
    sitting.wait(1)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) != ["before_los"]
    sitting.wait(1)
    assert moves(sitting) == [(0, "take 1")]


def test_a_claim_that_counts_as_made_before_los_is_refused() -> None:
    sitting = race((100, 10))
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS + 49)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]
    sitting.wait(1)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) != ["before_los"]


def test_the_countdown_waits_for_everyone_but_the_host_may_begin_anyway() -> None:
    sitting = race()
    sitting.do(sitting.at(1), commands.Ready)
    assert sitting.at(0).got(told.RaceStatus)[-1].ready == [1]
    sitting.wait(60_000)
    assert sitting.at(0).got(told.RaceStatus)[-1].los is None
    assert sitting.refused(sitting.at(1), commands.Ready, anyway=True) == "only_host"
    sitting.do(sitting.host, commands.Ready, anyway=True)
    assert sitting.at(1).got(told.RaceStatus)[-1].los == COUNTDOWN_MS


def test_at_a_calm_table_nobody_races() -> None:
    sitting = Sitting("blitzgriff", 2, {"pace": "calm"})
    sitting.sit_all()
    sitting.start()
    assert sitting.refused(sitting.at(0), commands.Ready) == "no_race"


# Who was first


def test_a_slow_lines_earlier_claim_wins_though_it_comes_later() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    fast = claim(sitting, 1, "take 7")  # counts as made 5 ms ago
    assert answers(sitting.at(1), fast) == []
    sitting.wait(90)
    slow = claim(sitting, 0, "take 7")  # … 100 ms ago: 5 ms before the other
    sitting.wait(BOUND_MS)
    assert moves(sitting) == [(0, "take 7")]
    assert answers(sitting.at(0), slow) == ["done"]
    assert answers(sitting.at(1), fast) == ["not_in_middle"]


def test_claims_are_logged_with_their_times_and_so_are_those_that_came_to_nothing() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    claim(sitting, 1, "take 7")
    sitting.wait(90)
    claim(sitting, 0, "take 7")
    sitting.wait(BOUND_MS)
    claim(sitting, 1, "take 8")
    sitting.wait(BOUND_MS)
    first, second = sitting.logged(entries.Played)
    assert first.claimed == entries.Claimed(made=990, came=1090)
    assert second.missed == [entries.Missed(1, "take 7", made=995, came=1000)]


def test_a_claim_waits_only_as_long_as_somebody_elses_could_precede_it() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    claim(sitting, 0, "take 1")
    assert moves(sitting) == [(0, "take 1")], "the other line is fast: nothing earlier can come"
    claim(sitting, 1, "take 2")
    sitting.wait(95)
    assert len(moves(sitting)) == 1
    sitting.wait(1)
    assert moves(sitting)[1] == (1, "take 2")


@pytest.mark.parametrize(("public", "bound"), [(False, BOUND_MS), (True, PUBLIC_BOUND_MS)])
def test_no_claim_is_put_back_by_more_than_the_bound(public: bool, bound: int) -> None:
    sitting = racing((1000, 10), public=public)
    sitting.wait(5000)
    claim(sitting, 0, "take 1")
    (played,) = sitting.logged(entries.Played)
    assert played.claimed is not None
    assert played.claimed.came - played.claimed.made == bound
    assert sitting.at(1).got(told.RaceStatus)[-1].bound == bound


# One delay for each seat


@pytest.mark.parametrize("direct", [True, False])
def test_a_second_honest_connection_counts_for_claims_as_it_does_for_the_eye(direct: bool) -> None:
    """Pongs are held back by 200 ms on the first, not on the second."""
    sitting = race((200, 10), direct=direct)
    second = sitting.come("Anna")
    sitting.now += 10
    answer_ping(sitting, second, 10 if direct else None)
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS + 1000)
    claim(sitting, 0, "take 1")
    sitting.wait(BOUND_MS)
    assert status(sitting).lines == [10, 10]
    assert put_back(sitting) == [5]


def test_from_los_to_the_end_of_the_pass_no_line_gets_slower() -> None:
    sitting = racing((10, 10), direct=False)
    measure(sitting, (200, 200))
    claim(sitting, 0, "take 1")
    sitting.wait(BOUND_MS)
    assert status(sitting).lines == [10, 10]
    assert put_back(sitting) == [5]
    claim(sitting, 1, "stop")
    sitting.wait(6000)
    assert sitting.match.heat > 0
    assert status(sitting).lines == [200, 200], "and then it is as it is"


def test_but_who_turns_out_to_be_faster_is() -> None:
    sitting = racing((200, 10), direct=False)
    measure(sitting, (20, 10))
    claim(sitting, 0, "take 1")
    assert status(sitting).lines == [20, 10]
    assert put_back(sitting) == [10]


@pytest.mark.parametrize("direct", [True, False])
def test_a_claim_over_a_line_of_which_nothing_is_known_is_not_put_back(direct: bool) -> None:
    """A slow line is shown before LOS, a fast one is opened after it."""
    sitting = racing((200, 10), direct=direct)
    fast = sitting.come("Anna")
    sitting.wait(3000)
    sitting.take(sitting.table.command(fast.connection, commands.Play(id=9999, move="take 1"), sitting.now))
    sitting.wait(BOUND_MS)
    assert put_back(sitting) == [0]


@pytest.mark.parametrize("public", [False, True])
def test_a_line_is_no_slower_than_tcp_finds_it(public: bool) -> None:
    sitting = race(public=public)
    measure(sitting, (200, 200), carriers=(20, 20))
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS + 1000)
    claim(sitting, 0, "take 1")
    sitting.wait(BOUND_MS)
    assert status(sitting).lines == [20, 20]
    assert put_back(sitting) == [10]


@pytest.mark.parametrize(
    ("public", "direct", "trust", "bound"),
    [
        (False, True, "tcp", BOUND_MS),
        (True, True, "tcp", PUBLIC_BOUND_MS),
        (False, False, "pages", BOUND_MS),
        (True, False, "nobody", 0),
    ],
)
def test_all_are_told_whose_measurement_is_trusted(public: bool, direct: bool, trust: str, bound: int) -> None:
    sitting = racing((60, 10), public=public, direct=direct)
    assert (status(sitting).trust, status(sitting).bound) == (trust, bound)
    sitting.wait(1000)
    claim(sitting, 0, "take 1")
    sitting.wait(BOUND_MS)
    assert put_back(sitting) == [min(30, bound)]


@pytest.mark.parametrize(
    ("trips", "public", "direct", "slow"),
    [
        ((5, 240), False, True, []),
        ((5, 300), False, True, [1]),
        ((5, 80), True, True, []),
        ((5, 120), True, True, [1]),
        ((5, 60), True, False, [1]),
    ],
)
def test_whose_line_is_too_slow_for_a_fair_race_is_told(
    trips: tuple[int, ...], public: bool, direct: bool, slow: list[int]
) -> None:
    assert status(race(trips, public=public, direct=direct)).slow == slow


# Queues


def test_what_is_done_with_the_die_queues_behind_the_claim() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    claim(sitting, 0, "take 1")
    put = claim(sitting, 0, "beside 2")
    assert answers(sitting.at(0), put) == []
    sitting.wait(BOUND_MS)
    assert moves(sitting) == [(0, "take 1"), (0, "beside 2")]
    assert answers(sitting.at(0), put) == ["done"]


def test_and_is_refused_if_the_die_was_lost() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    claim(sitting, 0, "take 1")
    put = claim(sitting, 0, "beside 2")
    sitting.wait(20)
    claim(sitting, 1, "take 1")
    sitting.wait(BOUND_MS)
    assert moves(sitting) == [(1, "take 1")]
    assert answers(sitting.at(0), put) == ["hand_empty"]


def test_a_claim_that_is_sent_twice_counts_once() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    once = claim(sitting, 0, "take 1")
    claim(sitting, 0, "take 1", once)
    sitting.wait(BOUND_MS)
    claim(sitting, 0, "take 1", once)
    assert moves(sitting) == [(0, "take 1")]


def test_a_claim_that_was_lost_is_refused_again_and_kept_once() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    lost = claim(sitting, 1, "take 7")
    sitting.wait(90)
    claim(sitting, 0, "take 7")
    sitting.wait(BOUND_MS)
    for _ in range(2):
        claim(sitting, 1, "take 7", lost)
    assert answers(sitting.at(1), lost) == ["not_in_middle"] * 3
    claim(sitting, 0, "beside 2")
    sitting.wait(BOUND_MS)
    claim(sitting, 1, "take 7", lost)
    assert answers(sitting.at(1), lost) == ["not_in_middle"] * 4
    played = sitting.logged(entries.Played)
    assert [missed.seat for each in played for missed in each.missed] == [1]
    assert [each.move for each in played] == ["take 7", "beside 2"]


def test_a_bots_claim_that_is_due_when_a_persons_comes_is_not_the_persons() -> None:
    """The table is asked before it was woken for the bot's."""
    sitting = racing((20, 200), seats=3, bots=1)
    sitting.wait(1000)
    (request,) = sitting.requests
    sitting.answer(request, "take 7", think_ms=1000)
    assert moves(sitting) == []
    sitting.now += BOUND_MS
    sent = claim(sitting, 0, "take 7")
    assert moves(sitting) == [(2, "take 7")]
    assert sitting.log[-1][1].by is None
    assert sitting.log[-1][1].id is None
    claim(sitting, 0, "take 7", sent)
    sitting.wait(BOUND_MS)
    claim(sitting, 0, "take 7", sent)
    assert set(answers(sitting.at(0), sent)) == {"not_in_middle"}
    assert sent not in sitting.state.chairs[0].done


def test_a_claim_that_waits_when_the_match_ends_is_answered() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    waiting = claim(sitting, 0, "take 1")
    sitting.do(sitting.host, commands.Abort)
    assert answers(sitting.at(0), waiting) == ["not_running"]


def test_exact_ties_go_round_with_each_heat() -> None:
    winners = []
    sitting = race()
    for _ in range(2):
        get_ready(sitting)
        sitting.wait(COUNTDOWN_MS)
        before = len(moves(sitting))
        claim(sitting, 0, "take 1")
        claim(sitting, 1, "take 1")
        sitting.wait(5)
        winners.append(moves(sitting)[before][0])
        claim(sitting, 1 - winners[-1], "stop")
        sitting.wait(6000)
    assert sorted(winners) == [0, 1]


def test_stop_counts_at_its_time_as_a_grab_does() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    claim(sitting, 0, "take 1")
    sitting.wait(30)
    claim(sitting, 1, "stop")  # before the other's grab
    sitting.wait(BOUND_MS)
    assert moves(sitting)[0] == (1, "stop")
    assert (0, "take 1") not in moves(sitting)


def test_flooding_is_refused_and_changes_nothing() -> None:
    sitting = racing((10, 200))
    sitting.wait(1000)
    ids = [claim(sitting, 0, f"take {die}") for die in range(1, 31)]
    sitting.wait(BOUND_MS)
    assert moves(sitting) == [(0, "take 1")]
    assert all(len(answers(sitting.at(0), command)) == 1 for command in ids)


def test_nothing_is_taken_back_in_a_race() -> None:
    sitting = racing()
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    assert sitting.refused(sitting.at(0), commands.Play, move="undo") == "no_undo"


# Deadlines, pauses, restarts


def test_the_clock_ends_a_pass_in_which_nobody_takes_a_die() -> None:
    sitting = racing()
    sitting.wait(30_000)
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    claim(sitting, 0, "beside 1")
    heat = sitting.match.heat
    sitting.wait(44_990)
    assert sitting.match.heat == heat
    sitting.wait(20)
    assert moves(sitting)[-1] == (CLOCK, "timeout")
    assert sitting.match.heat == heat + 1, "one pass, and no more"


def test_five_seconds_for_hands() -> None:
    sitting = racing()
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    claim(sitting, 1, "stop")
    sitting.wait(4990)
    assert moves(sitting)[-1] == (1, "stop")
    sitting.wait(20)
    assert moves(sitting)[-1] == (CLOCK, "timeout")


def test_a_pause_undoes_nobodys_earlier_claim() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    grab = claim(sitting, 1, "take 7")  # counts as made 5 ms ago, and waits for the slow line
    sitting.wait(1)
    pause = ask_for_pause(sitting, 1)
    sitting.wait(60)
    earlier = claim(sitting, 0, "take 8")  # counts as made 100 ms ago: before both
    assert not sitting.state.paused
    sitting.wait(BOUND_MS)
    assert sitting.state.paused
    assert moves(sitting) == [(0, "take 8"), (1, "take 7")]
    assert [answers(sitting.at(0), earlier), answers(sitting.at(1), grab)] == [["done"], ["done"]]
    assert answers(sitting.at(1), pause) == ["done"]
    assert [(entry.by, entry.id) for _, entry in sitting.log if entry.what == entries.Paused()] == [(1, pause)]


def test_a_claim_that_was_made_after_a_pause_was_asked_for_comes_to_nothing() -> None:
    sitting = racing((200, 10))
    sitting.wait(1000)
    pause = ask_for_pause(sitting, 1)
    ask_for_pause(sitting, 1, pause)
    late = claim(sitting, 1, "take 7")
    sitting.wait(110)
    assert sitting.state.paused
    assert answers(sitting.at(1), late) == ["not_running"]
    assert answers(sitting.at(0), claim(sitting, 0, "take 7")) == ["paused"]
    assert answers(sitting.at(1), pause) == ["done"]
    assert len(sitting.logged(entries.Paused)) == 1
    assert moves(sitting) == []


def test_a_bots_claim_that_was_due_before_a_pause_is_made_before_it() -> None:
    sitting = racing((20, 200), seats=3, bots=1)
    sitting.wait(1000)
    (request,) = sitting.requests
    sitting.answer(request, "take 7", think_ms=1000)
    sitting.now += 20
    ask_for_pause(sitting, 0)  # counts as asked for 10 ms after the bot's claim
    sitting.wait(BOUND_MS)
    assert moves(sitting) == [(2, "take 7")]
    assert sitting.state.paused


def test_before_los_a_pause_waits_for_nobody() -> None:
    sitting = race((200, 10))
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS - 1)
    sitting.do(sitting.at(1), commands.Pause)
    assert sitting.state.paused


def test_in_a_pause_nothing_runs_and_then_all_get_ready_again() -> None:
    sitting = racing()
    sitting.wait(40_000)
    ask_for_pause(sitting, 0)
    sitting.wait(1)
    sitting.wait(600_000)
    sitting.do(sitting.at(0), commands.Resume)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]
    sitting.wait(600_000)
    assert moves(sitting) == []
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS)
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    (played,) = sitting.logged(entries.Played)
    assert played.at is not None
    assert 40_000 <= played.at <= 40_010


def test_after_a_restart_the_pass_stands_as_logged_and_goes_on_from_a_countdown() -> None:
    sitting = racing()
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    claim(sitting, 1, "take 2")
    sitting.wait(1)
    before = sitting.match.last.after.tobytes()
    sitting.reload()
    assert sitting.match.last.after.tobytes() == before
    for name in ("Anna", "Ben"):
        sitting.come(name)
    assert answers(sitting.at(0), claim(sitting, 0, "beside 1")) == ["before_los"]
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS)
    claim(sitting, 0, "beside 1")
    assert moves(sitting)[-1] == (0, "beside 1")


def test_a_new_heat_waits_for_everyone() -> None:
    sitting = racing()
    claim(sitting, 0, "stop")
    sitting.wait(10)
    assert sitting.match.heat > 0
    assert sitting.at(0).got(told.RaceStatus)[-1].los is None
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]


def test_bots_wait_for_los_and_play_on_when_others_move() -> None:
    sitting = race(bots=1)
    sitting.wait(10_000)
    assert not sitting.requests
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS)
    (request,) = sitting.requests
    sitting.answer(request, "take 5", think_ms=700)
    claim(sitting, 0, "take 1")
    sitting.wait(699)
    assert moves(sitting) == [(0, "take 1")]
    sitting.wait(5)
    assert moves(sitting)[-1] == (1, "take 5")
    assert sitting.requests, "it is asked what to do with it"


def test_a_handicap_lets_one_begin_later() -> None:
    sitting = race()
    assert sitting.refused(sitting.at(1), commands.Handicap, seat=0, ms=1000) == "only_host"
    sitting.do(sitting.host, commands.Handicap, seat=0, ms=2000)
    assert sitting.at(1).table.chairs[0].handicap == 2000
    get_ready(sitting)
    sitting.wait(COUNTDOWN_MS + 1999)
    assert answers(sitting.at(0), claim(sitting, 0, "take 1")) == ["before_los"]
    claim(sitting, 1, "take 2")
    sitting.wait(1)
    claim(sitting, 0, "take 1")
    sitting.wait(1)
    assert sorted(moves(sitting)) == [(0, "take 1"), (1, "take 2")]


# Measured


def test_a_pong_with_a_wrong_nonce_or_twice_measures_nothing() -> None:
    sitting = race()
    sitting.wait(PING_MS + SPREAD_MS)
    browser = sitting.at(0)
    sitting.take(sitting.table.pong(browser.connection, "0" * 16, sitting.now))
    assert sitting.table._runner.racing is not None
    line = sitting.table._runner.racing.lines.by_connection[browser.connection]
    assert not line.trips
    nonce = browser.got(told.Ping)[-1].nonce
    for _ in range(2):
        sitting.take(sitting.table.pong(browser.connection, nonce, sitting.now))
    assert len(line.trips) == 1


def test_with_equal_reactions_all_win_about_equally_often() -> None:
    """`make bench` plays thousands."""
    for share in shares(FAIR, 1080):
        assert abs(share - 1 / 3) < 0.08


@pytest.mark.parametrize(
    ("cheat", "public", "proxied"),
    [
        (HOLDS, False, False),
        (HOLDS, True, False),
        (HOLDS, True, True),
        (replace(HOLDS, second=5), False, False),
        (replace(HOLDS, second=5), False, True),
        (Person(240, swaps_to=5), False, True),
        (Person(5, claims=5), False, False),
    ],
)
def test_a_cheat_gains_next_to_nothing(cheat: Person, public: bool, proxied: bool) -> None:
    assert shares([cheat, NEAR], 240, public=public, proxied=proxied)[0] < 0.6


def test_pings_come_at_irregular_times() -> None:
    """Or the tables of a server would fall into step. All lines of one table wait equally long."""
    sitting = race(trips=(4, 4))
    waits = set()
    for _ in range(5):
        wait_for_ping(sitting)
        first, second = lines_of(sitting)
        assert first.ping_at == second.ping_at
        waits.add(first.ping_at - first.pinged_at)
    assert len(waits) > 2
    assert all(PING_MS <= wait < PING_MS + SPREAD_MS for wait in waits)
