/** A match as it was told, and the one way to carry it on: frame by frame. Live play, replays and guided matches alike. */

import type { Frame, MatchView, Said, SeatChange } from "../protocol";

export interface MatchState {
  number: number;
  cells: readonly number[];
  story: readonly number[][]; // events as they come: see games/events.ts
  moves: readonly string[]; // what this seat may do now
  actors: number; // who may act now, as bits
}

/** A frame between the cells before and after it. */
export interface Played {
  frame: Frame;
  before: readonly number[];
  after: readonly number[];
}

/** Whoever shows a match. */
export interface Listener {
  reset(state: MatchState): void; // everything at once: on arrival, or a new match
  step(played: readonly Played[], state: MatchState): void;
  said?(said: Said): void;
  nudged?(seat: number): void;
}

/** Where a match to be shown comes from. */
export interface Source {
  readonly match: MatchState | null;
  listen(listener: Listener): () => void;
}

/** The applier: a frame changes the cells it names, and nothing else. */
export function cellsAfter(cells: readonly number[], frames: readonly Frame[]): number[] {
  const now = [...cells];
  for (const [, , , changes = [], , own = []] of frames)
    for (const list of [changes, own]) for (let i = 0; i < list.length; i += 2) now[list[i]!] = list[i + 1]!;
  return now;
}

export function playFrames(cells: readonly number[], frames: readonly Frame[]): Played[] {
  let before = cells;
  return frames.map((frame) => {
    const played = { frame, before, after: cellsAfter(before, [frame]) };
    before = played.after;
    return played;
  });
}

export function eventsIn(frames: readonly Frame[]): number[][] {
  return frames.flatMap(([, , , , events = []]) => events);
}

/** Rows of the log. */
export function rowsIn(frames: readonly Frame[]): number {
  return frames.reduce((sum, [, , , , , , times = 1]) => sum + times, 0);
}

/** What happened to a chair, and how many events of the match's story came before. */
export interface Placed {
  before: number;
  change: SeatChange;
}

/** All changes of a match, those that were known (with so long a story) as they were placed. */
export function placeChanges(
  changes: readonly SeatChange[],
  { first, frames }: MatchView,
  known: { story: number; changes: readonly Placed[] } = { story: 0, changes: [] },
): Placed[] {
  const before = (row: number): number => {
    let [rows, events] = [first, known.story];
    for (const frame of frames) {
      rows += rowsIn([frame]);
      if (rows > row) break;
      events += eventsIn([frame]).length;
    }
    return events;
  };
  return changes.map((change, i) => known.changes[i] ?? { before: before(change.row), change });
}

/** A match from its first row, or from where `known` stands. */
export function stateOf(
  { number, cells, frames, moves, actors }: MatchView,
  known: MatchState | null = null,
): MatchState {
  return {
    number,
    cells: cellsAfter(cells, frames),
    story: [...(known?.story ?? []), ...eventsIn(frames)],
    moves,
    actors,
  };
}
