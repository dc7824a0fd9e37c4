/** A finished match, moment by moment: what lay on the table, who saw it, and what came next. No rules are needed. */

import type { Field, Frames, Game, Line, MatchDocument } from "../protocol";

const CHANCE = -1;

/** Whose eyes we look through: a seat's, a spectator's (null), or everybody's at once. */
export type Eyes = number | null | "all";

/** A finished match whose rules are known, so that it can be shown. */
export interface Shown {
  match: MatchDocument;
  frames: Frames;
}

/** A move of somebody, with all that Chance did after it; the first one is what came before any move: the deal. */
export interface Moment {
  seat: number | null; // who moved
  move: string;
  first: number; // its entries in the log: from this one …
  last: number; // … up to before this one
}

export class Film {
  readonly moments: readonly Moment[];
  private readonly states: readonly (readonly number[])[]; // before the first entry, then after each

  constructor(
    readonly finished: Shown,
    private readonly game: Game,
  ) {
    this.states = statesOf(finished);
    this.moments = momentsOf(finished.match.log);
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** The cells after a moment, as these eyes saw them; before the first one: nothing has happened yet. */
  cells(moment: number, eyes: Eyes): number[] {
    const state = this.states[moment < 0 ? 0 : this.moments[moment]!.last]!;
    return eyes === "all" ? [...state] : masked(state, this.game.fields, eyes);
  }

  /** What happened in a moment, for all eyes. */
  events(moment: number): number[][] {
    const { first, last } = this.moments[moment]!;
    return this.finished.frames.events.slice(first, last).flat();
  }

  /** All that has happened up to and with a moment. */
  story(moment: number): number[][] {
    return this.finished.frames.events.slice(0, this.moments[moment]?.last ?? 0).flat();
  }

  /** Who moves next, as bits; nobody after the last moment. */
  actors(moment: number): number {
    const next = this.moments[moment + 1]?.seat ?? null;
    return next === null ? 0 : 1 << next;
  }
}

function statesOf({ frames }: Shown): number[][] {
  const states = [frames.start];
  for (const step of frames.steps) {
    const state = [...states.at(-1)!];
    for (let at = 0; at < step.length; at += 2) state[step[at]!] = step[at + 1]!;
    states.push(state);
  }
  return states;
}

function momentsOf(log: readonly Line[]): Moment[] {
  const moments: Moment[] = [];
  log.forEach((line, index) => {
    const chance = line.seat === CHANCE;
    if (!chance || moments.length === 0) {
      moments.push({ seat: line.seat >= 0 ? line.seat : null, move: line.move, first: index, last: index });
    }
    moments.at(-1)!.last = index + 1;
  });
  return moments;
}

/** What these eyes may not see is 0, as the server would have sent it. */
export function masked(cells: readonly number[], fields: Record<string, Field>, seat: number | null): number[] {
  const seen = [...cells];
  for (const { first, shape, sees } of Object.values(fields)) {
    if (sees !== "own" && sees !== "hidden") continue;
    const count = shape.reduce((product, length) => product * length, 1);
    const each = count / (shape[0] ?? 1);
    for (let cell = 0; cell < count; cell += 1) {
      const mine = sees === "own" && Math.floor(cell / each) === seat;
      if (!mine) seen[first + cell] = 0;
    }
  }
  return seen;
}
