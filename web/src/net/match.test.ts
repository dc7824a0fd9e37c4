import { expect, test } from "vitest";
import type { Frame } from "../protocol";
import { cellsAfter, eventsIn, playFrames, rowsIn, stateOf } from "./match";

const FRAMES: Frame[] = [[0, "4", -1, [0, 7, 2, 1], [[1, 0]]], [-1, "?", 1, [1, 5], [[2, 1], [2, 1]], [3, 9], 2], [-2, "timeout"]];

test("a frame changes the cells it names, public and own, and nothing else", () => {
  const start = [0, 0, 0, 0];
  const played = playFrames(start, FRAMES);
  expect(played.map(({ before }) => before)).toEqual([[0, 0, 0, 0], [7, 0, 1, 0], [7, 5, 1, 9]]);
  expect(played.map(({ after }) => after)).toEqual([[7, 0, 1, 0], [7, 5, 1, 9], [7, 5, 1, 9]]);
  expect(cellsAfter(start, FRAMES)).toEqual([7, 5, 1, 9]);
  expect(start).toEqual([0, 0, 0, 0]);
});

test("rows that look alike are counted; the story is what all of them tell", () => {
  expect([rowsIn(FRAMES), rowsIn([])]).toEqual([4, 0]);
  expect(eventsIn(FRAMES)).toEqual([[1, 0], [2, 1], [2, 1]]);
});

test("a match stands where all its frames lead; what was known before keeps its story", () => {
  const view = { number: 3, first: 0, cells: [0, 0, 0, 0], frames: FRAMES, moves: ["5"], actors: 2 };
  const state = stateOf(view);
  expect(state).toEqual({ number: 3, cells: [7, 5, 1, 9], story: [[1, 0], [2, 1], [2, 1]], moves: ["5"], actors: 2 });
  expect(stateOf({ ...view, first: 4, cells: [...state.cells], frames: [[0, "5", -1, [0, 8], [[1, 1]]]] }, state)).toMatchObject({ cells: [8, 5, 1, 9], story: [[1, 0], [2, 1], [2, 1], [1, 1]] });
});
