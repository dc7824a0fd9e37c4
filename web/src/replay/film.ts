/** A finished match, moment by moment: what lay on the table, who saw it, and what came next. No rules are needed. */

import { eventsIn, playFrames, type MatchState, type Played } from "../net/match";
import type { Field, Frame, Game, MatchDocument, Replay } from "../protocol";

const CHANCE = -1;

/** Whose eyes we look through: a seat's, a spectator's (null), or everybody's at once. */
export type Eyes = number | null | "all";

/** A finished match whose rules are known, so that it can be shown. */
export interface Shown {
  match: MatchDocument;
  replay: Replay;
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
  private readonly all: readonly Played[]; // one for each entry

  constructor(
    readonly finished: Shown,
    private readonly game: Game,
  ) {
    const { cells, frames } = finished.replay;
    this.all = playFrames(cells, frames);
    this.moments = momentsOf(frames);
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** After a moment, as these eyes saw it. */
  state(moment: number, eyes: Eyes): MatchState {
    const { last } = this.moments[moment]!;
    const story = eventsIn(this.finished.replay.frames.slice(0, last));
    return {
      number: this.finished.match.number,
      cells: this.seen(this.all[last - 1]!.after, eyes),
      story,
      moves: [],
      actors: this.actors(moment),
    };
  }

  /** What happened in a moment, as these eyes saw it. */
  played(moment: number, eyes: Eyes): Played[] {
    const { first, last } = this.moments[moment]!;
    return this.all
      .slice(first, last)
      .map(({ frame, before, after }) => ({ frame, before: this.seen(before, eyes), after: this.seen(after, eyes) }));
  }

  /** What a moment tells, for all eyes. */
  events(moment: number): number[][] {
    const { first, last } = this.moments[moment]!;
    return eventsIn(this.finished.replay.frames.slice(first, last));
  }

  /** Who moves next, as bits; nobody after the last moment. */
  actors(moment: number): number {
    const next = this.moments[moment + 1]?.seat ?? null;
    return next === null ? 0 : 1 << next;
  }

  private seen(cells: readonly number[], eyes: Eyes): readonly number[] {
    return eyes === "all" ? cells : masked(cells, this.game.fields, eyes);
  }
}

function momentsOf(frames: readonly Frame[]): Moment[] {
  const moments: Moment[] = [];
  frames.forEach(([seat, move], index) => {
    if (seat !== CHANCE || moments.length === 0)
      moments.push({ seat: seat >= 0 ? seat : null, move, first: index, last: index });
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
