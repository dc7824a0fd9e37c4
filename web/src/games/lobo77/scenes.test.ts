import { expect, test } from "vitest";
import fixture from "../../replay/fixture.json";
import type { Chair, Finished, Game, Row } from "../../protocol";
import { scenes } from "./scenes";
import { loboOf } from "./state";

const game = fixture.game as unknown as Game;
const { match, frames } = fixture.finished as unknown as Finished;
const chairs = match.names.map((name, colour): Chair => ({ kind: "human", name, colour, level: null, here: true, away: false, misreckoned: 0 }));

/** The moves of a real match, each with what Chance did after it, as the server tells them. */
function* steps() {
  const cells = [...frames.start];
  let rows: Row[] = [];
  let before = [...cells];
  for (const [at, line] of match.log.entries()) {
    if (line.seat >= 0 && rows.length > 0) {
      yield { rows, before, after: [...cells] };
      rows = [];
      before = [...cells];
    }
    rows.push([line.seat, line.move, line.to ?? undefined]);
    const changes = frames.steps[at]!;
    for (let i = 0; i < changes.length; i += 2) cells[changes[i]!] = changes[i + 1]!;
  }
  yield { rows, before, after: [...cells] };
}

test("every scene of a match ends as the server says, and shows no card that is not for these eyes", () => {
  for (const you of [null, 0, 1]) {
    for (const step of steps()) {
      const view = { game, cells: step.before, chairs, you, moves: [], actors: 0 };
      const list = scenes(step, view);
      expect(list.at(-1)!.cells).toEqual(step.after);
      for (const travel of list.flatMap((scene) => scene.travels)) {
        if (travel.from === "pile") expect(travel.piece === "back").toBe(travel.to !== "hand");
      }
    }
  }
});

test("a card that is laid shows its total before the next round begins", () => {
  for (const step of steps()) {
    const [seat, move] = step.rows.find(([who, text]) => who >= 0 && text !== "draw") ?? [];
    if (seat === undefined) continue;
    const view = { game, cells: step.before, chairs, you: null, moves: [], actors: 0 };
    const first = loboOf({ game, cells: scenes(step, view)[0]!.cells });
    expect(first.top).toBe(move);
    expect(first.total).toBe(loboOf(view).total + (Number(move) || 0));
  }
});
