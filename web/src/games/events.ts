/** What happened. On the wire an event is a row of numbers, its kind and then its details; here all of them have names. */

import type { Played } from "../net/match";
import type { Game } from "../protocol";
import type { Events } from "./event-types";
import type { Row } from "./module";

/** A seat or a number; an id; how many of each id. */
export type Value = number | string | Readonly<Record<string, number>>;

/** `{ kind: "plays", seat: 1, card: "x2", total: 44 }`. No detail is called `kind`. */
export interface Event {
  kind: string;
  [detail: string]: Value;
}

/** What happens in one game, as it declares it: all, or of these kinds. */
export type EventOf<G extends keyof Events, K extends Events[G]["kind"] = Events[G]["kind"]> = Extract<
  Events[G],
  { kind: K }
>;

const TAKEN_BACK = -1; // the one kind that every game has
export const UNDONE = "undone";

export function eventOf(game: Pick<Game, "events" | "ids">, [kind, ...numbers]: readonly number[]): Event {
  if (kind === TAKEN_BACK) return { kind: UNDONE, seat: numbers[0] ?? 0 };
  const { name, details } = game.events[kind!] ?? unknown(kind!);
  const event: Event = { kind: name };
  let at = 0;
  for (const { name, type, each } of details) {
    const ids = game.ids[type] ?? [];
    const next = numbers.slice(at, (at += each ? ids.length : 1));
    event[name] = each ? Object.fromEntries(ids.map((id, i) => [id, next[i]!])) : (ids[next[0]!] ?? next[0]!);
  }
  return event;
}

export function eventsOf(game: Pick<Game, "events" | "ids">, rows: readonly (readonly number[])[]): Event[] {
  return rows.map((row) => eventOf(game, row));
}

export function rowsOf(game: Pick<Game, "events" | "ids">, played: readonly Played[]): Row[] {
  return played.map(({ frame: [seat, move, , , events = [], , times = 1], before, after }) => ({
    seat,
    move,
    times,
    events: events.map((event) => eventOf(game, event)),
    before,
    after,
  }));
}

function unknown(kind: number): never {
  throw new Error(`this game has no event ${kind}`);
}
