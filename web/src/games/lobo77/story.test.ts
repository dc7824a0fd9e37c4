import { describe, expect, test } from "vitest";
import fixture from "../../replay/fixture.json";
import type { Finished, Game, Row } from "../../protocol";
import { Cells } from "../cells";
import { announcements, isDeal, retell } from "./story";

const game = fixture.game as unknown as Game;
const { match, frames } = fixture.finished as unknown as Finished;
const rows: Row[] = match.log.map((line) => [line.seat, line.move, line.to ?? undefined]);
const seats = match.names.length;

/** The cells after each row, as the real rules had them. */
function states(): Cells[] {
  const all = [...frames.start];
  return frames.steps.map((changes) => {
    for (let i = 0; i < changes.length; i += 2) all[changes[i]!] = changes[i + 1]!;
    return new Cells(game, [...all]);
  });
}

describe("the story of a real match is what the rules did", () => {
  const after = states();
  const chipsAtEnd = after.at(-1)!.row("chips").slice(0, seats);
  const events = retell(rows, chipsAtEnd);

  test("totals", () => {
    const plays = rows.map((row, at) => ({ row, at })).filter(({ row }) => row[0] >= 0 && row[1] !== "draw");
    const told = announcements(rows);
    expect(told.length).toBe(plays.length);
    plays.forEach(({ at }, i) => {
      const total = after[at]!.one("total");
      if (total !== 0) expect(told[i]!.total).toBe(total); // 0 may already be the next round's
    });
  });

  test("every chip, and no other", () => {
    const lost = Array.from({ length: seats }, () => 0);
    events.filter((event) => event.kind === "chip").forEach((event) => (lost[event.seat]! += 1));
    const atStart = new Cells(game, frames.start).row("chips");
    expect(lost).toEqual(chipsAtEnd.map((left, seat) => atStart[seat]! - left));
  });

  test("who is out, in order, and who wins", () => {
    const out = events.filter((event) => event.kind === "out").map((event) => event.seat);
    expect(out.map((seat) => match.places[seat])).toEqual([...out.keys()].map((i) => seats - i));
    expect(events.at(-1)).toMatchObject({ kind: "wins", seat: match.places.indexOf(1) });
  });

  test("turned exactly where the direction turned", () => {
    let turned = 0;
    let before = new Cells(game, frames.start).one("direction");
    after.forEach((cells, at) => {
      const now = cells.one("direction");
      if (now !== before && rows[at]![1] === "turn") turned += 1;
      before = now;
    });
    expect(events.filter((event) => event.kind === "turned").length).toBeGreaterThanOrEqual(turned);
  });

  test("rounds begin with who got the first card", () => {
    const starts = events.filter((event) => event.kind === "start" || event.kind === "round").map((event) => event.seat);
    const deals = rows.flatMap((row, at) => (row[0] === -1 && isDeal(rows, at) && rows[at - 1]?.[0] !== -1 ? [after[at]!.one("start")] : []));
    expect(starts.length).toBeGreaterThan(1);
    expect(starts.slice(-deals.length)).toEqual(deals.slice(-starts.length));
  });
});

test("two cards for one seat are no deal, cards for two are", () => {
  const draw: Row[] = [[0, "4"], [-1, "?", 1], [-1, "?", 1]];
  const deal: Row[] = [[0, "4"], [-1, "?", 1], [-1, "?", 2]];
  expect(isDeal(draw, 1)).toBe(false);
  expect(isDeal(deal, 1)).toBe(true);
});
