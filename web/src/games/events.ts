/** What happened. On the wire an event is a row of numbers, its kind and then its details; here all of them have names. */

import type { Played } from "../net/match";
import type { Game } from "../protocol";
import type { Row } from "./module";

/** `{ kind: "plays", seat: 1, card: "x2", total: 44 }`: ids are texts, everything else is a number. A game narrows this
 *  to a union of its own, and no detail is called `kind`. */
export interface Event {
  kind: string;
  [detail: string]: string | number;
}

const TAKEN_BACK = -1; // the one kind that every game has
export const UNDONE = "undone";

export function eventOf(game: Pick<Game, "events" | "ids">, [kind, ...numbers]: readonly number[]): Event {
  if (kind === TAKEN_BACK) return { kind: UNDONE, seat: numbers[0] ?? 0 };
  const { name, details } = game.events[kind!] ?? unknown(kind!);
  const values = details.map((detail, i) => [detail, game.ids[detail]?.[numbers[i]!] ?? numbers[i]!] as const);
  return { ...Object.fromEntries(values), kind: name };
}

export function eventsOf(game: Pick<Game, "events" | "ids">, rows: readonly (readonly number[])[]): Event[] {
  return rows.map((row) => eventOf(game, row));
}

export function rowsOf(game: Pick<Game, "events" | "ids">, played: readonly Played[]): Row[] {
  return played.map(({ frame: [seat, move, , , events = [], , times = 1], before, after }) => ({
    seat,
    move,
    times,
    events: eventsOf(game, events),
    before,
    after,
  }));
}

function unknown(kind: number): never {
  throw new Error(`this game has no event ${kind}`);
}
