import { expect, test } from "vitest";
import type { Line } from "../protocol";
import { contestsOf, isRace } from "./claims";

const LOG: Line[] = [
  { seat: -1, move: "3" },
  { seat: 0, move: "take 7", claimed: [610, 640] },
  {
    seat: 2,
    move: "take 9",
    claimed: [700, 700],
    missed: [
      { seat: 1, move: "take 7", made: 622, came: 700 },
      { seat: 2, move: "take 7", made: 615, came: 615 },
    ],
  },
  { seat: 0, move: "put 1.1" },
];
const MOMENTS = LOG.slice(1).map((line, i) => ({
  seat: line.seat,
  move: line.move,
  first: i === 0 ? 0 : i + 1,
  last: i + 2,
}));

test("a claim that came to nothing stands beside the one that preceded it", () => {
  expect(contestsOf(LOG, MOMENTS)).toEqual([
    {
      moment: 0,
      claims: [
        { seat: 0, made: 610, came: 640 },
        { seat: 2, made: 615, came: 615 },
        { seat: 1, made: 622, came: 700 },
      ],
    },
  ]);
  expect(isRace(LOG)).toBe(true);
  expect(isRace(LOG.slice(3))).toBe(false);
});

test("a claim for what nobody got is no photo finish", () => {
  expect(
    contestsOf(
      [{ seat: 0, move: "stop", claimed: [5, 5], missed: [{ seat: 1, move: "take 7", made: 1, came: 2 }] }],
      [],
    ),
  ).toEqual([]);
});
