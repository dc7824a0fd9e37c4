import { expect, test } from "vitest";
import type { Game } from "../protocol";
import fixture from "../replay/fixture.json";
import sackFixture from "./bloeder-sack/fixture.json";
import graciasFixture from "./gracias/fixture.json";
import { build, isA, read } from "./moves";

const games = [fixture, sackFixture, graciasFixture].map(({ game }) => game as unknown as Game);
const sack = games[1]!;

test.each(games.map((game) => [game.name, game] as const))("%s: every move is read, and built again", (_, game) => {
  for (const text of game.moves) {
    const { kind, values } = read(game, text)!;
    expect(build(game, kind, values)).toBe(text);
    expect(isA(game, text, kind)).toBe(true);
  }
});

test("values are as they stand in the text", () => {
  expect(build(sack, "replace", { value: 6, tray: 2, field: 5 })).toBe("replace 6 on 2.5");
  expect(read(sack, "place 4 on 1")).toEqual({ kind: "place", values: { value: "4", tray: "1" } });
});

test("what is no move of this game is not read, and not built", () => {
  for (const text of [null, undefined, "", "place 7 on 1", "place 4 on 1 ", "tray-2"])
    expect(read(sack, text)).toBe(null);
  expect(isA(sack, "tray-2", "place")).toBe(false);
  expect(() => build(sack, "jump")).toThrow("no moves of the kind jump");
  expect(() => build(sack, "place", { value: 7, tray: 1 })).toThrow("no move place 7 on 1");
  expect(() => build(sack, "place", { value: 4 })).toThrow("no move place 4 on undefined");
});
