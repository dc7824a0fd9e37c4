import { expect, test } from "vitest";
import type { MatchDocument } from "../protocol";
import { chairsAfter } from "./chairs";

const MATCH = {
  names: ["Anna", "Robo"],
  people: [{ seat: 0, hash: "", entropy: "" }],
  chairs: [{ kind: "human" }, { kind: "bot", level: "master" }],
  changes: [
    { row: 10, seat: 0, what: "stood_in", name: "Anna", level: "careful" },
    { row: 14, seat: 0, what: "back", name: "Anna", level: null },
    { row: 20, seat: 1, what: "sat", name: "Carla", level: null },
    { row: 30, seat: 1, what: "stood", name: "Robo", level: "master" },
  ],
} as unknown as MatchDocument;

test("names and bots are those of the time", () => {
  const at = (row: number) =>
    chairsAfter(MATCH, row).map(({ kind, name, level, away }) => `${name} ${kind} ${level}${away ? " away" : ""}`);
  expect(at(9)).toEqual(["Anna human null", "Robo bot master"]);
  expect(at(10)).toEqual(["Anna human careful away", "Robo bot master"]);
  expect(at(20)).toEqual(["Anna human null", "Carla human null"]);
  expect(at(30)).toEqual(["Anna human null", "Robo bot master"]);
});

test("who still sits at the table looks as there", () => {
  const looks = [{ name: "Carla", colour: 5, picture: 9 }];
  const at = (row: number) => chairsAfter(MATCH, row, looks).map(({ colour, picture }) => [colour, picture]);
  expect([at(0), at(20)]).toEqual([
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0, 0],
      [5, 9],
    ],
  ]);
});

test("a match of version 1 tells who added to the dice", () => {
  const { names, people } = MATCH;
  expect(chairsAfter({ names, people } as MatchDocument, 99).map((chair) => chair.kind)).toEqual(["human", "bot"]);
});
