"""`python -m bench.frames`: does the page keep up with a race? A phone with a slow processor, forty dice, four players.

The page takes and puts dice by itself, three bots race against it. How slow the processor is says Lighthouse's
BenchmarkIndex, measured in the same page: Chrome's developer tools take 1000 for a middling phone, 264 for a cheap one.
Without a graphics card the browser paints on the processor that everything else runs on; what the page's own thread
does is counted in its processor time, and that is what must stay below 16.7 ms for each frame.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests" / "browser"))  # where browsers are at home

import chromium
from devices import PHONE, Devices, Person, Server
from playwright.sync_api import sync_playwright

SLOWER = 4  # times, than this processor
SECONDS = 5
FRAME_MS = 1000 / 60
LONG_MS = 2.5 * FRAME_MS  # two frames left out
PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration", "all": "TaskDuration"}

# Takes any die, puts it on any lit field, and counts frames.
RACE = """(seconds) => new Promise((done) => {
  const times = [];
  const any = (what) => {
    const all = document.querySelectorAll(what);
    return all[Math.floor(Math.random() * all.length)];
  };
  const act = () => {
    const thing = any(".lit button.room") ?? any("button.die");
    thing?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true }));
    dispatchEvent(new PointerEvent("pointerup"));
    thing?.click();
  };
  const acting = setInterval(act, 400);
  const frame = (now) => {
    times.push(now);
    if (now - times[0] < 1000 * seconds) return requestAnimationFrame(frame);
    clearInterval(acting);
    done({ times, left: document.querySelectorAll("button.die").length });
  };
  requestAnimationFrame(frame);
})"""

# How often in a second, by tens: ten thousand letters are put together; a hundred thousand numbers are copied.
SPEED = """() => {
  const often = (deed) => {
    const start = performance.now();
    let times = 0;
    while (performance.now() - start < 500) for (let i = 0; i < 10; i += 1, times += 1) deed(times);
    return (100 * times) / (performance.now() - start);
  };
  const lists = [0, 1].map(() => Array.from({ length: 100000 }, (_, i) => i));
  const letters = () => {
    let text = "";
    for (let i = 0; i < 10000; i += 1) text += "a";
    return text;
  };
  const numbers = (turn) => {
    const [from, to] = [lists[turn % 2], lists[1 - (turn % 2)]];
    for (let i = 0; i < from.length; i += 1) to[i] = from[i];
  };
  return (often(letters) + often(numbers)) / 2;
}"""


class Frames(NamedTuple):
    """Of some seconds of a race; ms."""

    number: int
    median: float
    p95: float
    long: int  # frames that left out two
    left: int  # dice in the middle at the end
    speed: float  # BenchmarkIndex of the slowed-down processor
    work: dict[str, float]  # of the page's thread in each second, by part


def measure(slower: int = SLOWER) -> Frames:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data.db")
        browser = playwright.chromium.launch(executable_path=chromium.found(), args=chromium.FLAGS)
        devices = Devices(browser, server)
        try:
            return race(devices.person(PHONE, motion=True), slower)
        finally:
            devices.close()
            browser.close()
            server.stop()


def race(anna: Person, slower: int) -> Frames:
    options = {"pace": "blitz", "tasks": "first game"}
    anna.sit(anna.devices.server.open(4, game="blitzgriff", options=options), "Anna")
    anna.start()
    line = anna.context.new_cdp_session(anna.page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    anna.page.evaluate(SPEED)  # once to warm up
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    speed: float = anna.page.evaluate(SPEED)
    anna.page.get_by_test_id("ready").click()
    anna.page.locator(".hint.yours").wait_for()
    before = metrics(line)
    told: dict[str, Any] = anna.page.evaluate(RACE, SECONDS)
    after = metrics(line)
    intervals = sorted(later - sooner for sooner, later in zip(told["times"], told["times"][1:], strict=False))
    return Frames(
        len(intervals),
        intervals[len(intervals) // 2],
        intervals[int(0.95 * len(intervals))],
        sum(interval > LONG_MS for interval in intervals),
        told["left"],
        speed,
        {part: 1000 * (after[name] - before[name]) / SECONDS for part, name in PARTS.items()},
    )


def metrics(line: Any) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in line.send("Performance.getMetrics")["metrics"]}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.frames", description=__doc__)
    parser.add_argument("--slower", type=int, default=SLOWER, help="how many times slower the processor is made")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if chromium.found() is None:
        raise SystemExit(chromium.INSTALL)
    frames = measure(arguments.slower)
    if arguments.json:
        print(json.dumps(frames._asdict()))
        return
    rate = frames.number / SECONDS
    print(f"{rate:.0f} frames a second; {frames.left} of 40 dice were left; BenchmarkIndex {frames.speed:.0f}")
    print(f"interval: median {frames.median:.1f} ms, 95 % below {frames.p95:.1f} ms, {frames.long} above {LONG_MS:.0f}")
    for heading, count in (("in each second", 1.0), ("for each frame", rate)):
        parts = ", ".join(f"{part} {ms / count:.1f}" for part, ms in frames.work.items())
        print(f"ms of the page's thread {heading}, {arguments.slower}× slowed down: {parts}")


if __name__ == "__main__":
    main()
