import { expect, test } from "vitest";
import type { Frame, SeatChange } from "../protocol";
import { cellsAfter, eventsIn, placeChanges, playFrames, rowsIn, stateOf } from "./match";

const FRAMES: Frame[] = [
  [0, "4", -1, [0, 7, 2, 1], [[1, 0]]],
  [
    -1,
    "?",
    1,
    [1, 5],
    [
      [2, 1],
      [2, 1],
    ],
    [3, 9],
    2,
  ],
  [-2, "timeout"],
];

test("a frame changes the cells it names, public and own, and nothing else", () => {
  const start = [0, 0, 0, 0];
  const played = playFrames(start, FRAMES);
  expect(played.map(({ before }) => before)).toEqual([
    [0, 0, 0, 0],
    [7, 0, 1, 0],
    [7, 5, 1, 9],
  ]);
  expect(played.map(({ after }) => after)).toEqual([
    [7, 0, 1, 0],
    [7, 5, 1, 9],
    [7, 5, 1, 9],
  ]);
  expect(cellsAfter(start, FRAMES)).toEqual([7, 5, 1, 9]);
  expect(start).toEqual([0, 0, 0, 0]);
});

test("rows that look alike are counted; the story is what all of them tell", () => {
  expect([rowsIn(FRAMES), rowsIn([])]).toEqual([4, 0]);
  expect(eventsIn(FRAMES)).toEqual([
    [1, 0],
    [2, 1],
    [2, 1],
  ]);
});

test("a match stands where all its frames lead; what was known before keeps its story", () => {
  const view = { number: 3, first: 0, cells: [0, 0, 0, 0], frames: FRAMES, moves: ["5"], actors: 2 };
  const state = stateOf(view);
  expect(state).toEqual({
    number: 3,
    cells: [7, 5, 1, 9],
    story: [
      [1, 0],
      [2, 1],
      [2, 1],
    ],
    moves: ["5"],
    actors: 2,
  });
  expect(
    stateOf({ ...view, first: 4, cells: [...state.cells], frames: [[0, "5", -1, [0, 8], [[1, 1]]]] }, state),
  ).toMatchObject({
    cells: [8, 5, 1, 9],
    story: [
      [1, 0],
      [2, 1],
      [2, 1],
      [1, 1],
    ],
  });
});

test("what happened to a chair has its place in the story", () => {
  const change = (row: number): SeatChange => ({ row, seat: 1, what: "stood_in", name: "Emil", level: "careful" });
  const frame = (times: number, events: number): Frame => [
    0,
    "x",
    -1,
    [],
    Array.from({ length: events }, () => [0]),
    [],
    times,
  ];
  const match = {
    number: 1,
    first: 0,
    cells: [],
    frames: [frame(2, 1), frame(1, 3), frame(1, 1)],
    moves: [],
    actors: 0,
  };
  expect(placeChanges([change(0), change(2), change(3)], match).map(({ before }) => before)).toEqual([0, 1, 4]);
  const known = { story: 9, changes: [{ before: 5, change: change(2) }] };
  expect(placeChanges([change(2), change(12)], { ...match, first: 10 }, known).map(({ before }) => before)).toEqual([
    5, 10,
  ]);
});
