/** What happens in Blitzgriff (the game's story.py tells it), and what the page reads out of it. */

import type { EventOf } from "../events";
import { taskNamed, type Die, type Task } from "./state";

export type BlitzEvent = EventOf<"blitzgriff">;
export type Scores = EventOf<"blitzgriff", "scores">;
export type Total = EventOf<"blitzgriff", "total">;
export type Missed = EventOf<"blitzgriff", "missed">;

/** Up to and with the last scoring; null: there was none yet. */
export function upToLastScoring(story: readonly BlitzEvent[]): readonly BlitzEvent[] | null {
  const last = story.findLastIndex((event) => event.kind === "total");
  return last < 0 ? null : story.slice(0, last + 1);
}

/** A player's pass, scored. */
export interface Scored {
  seat: number;
  dice: Scores[];
  extras: number[]; // by card
  cards: number[];
  bonus: { cards: number; points: number } | null;
  missed: Missed[];
  check: { dice: number; points: number } | null; // he called STOPP
  points: number;
  total: number;
}

/** The scoring of the last pass of a story, in the order in which it was told. */
export function lastScoring(story: readonly BlitzEvent[]): Scored[] {
  const since = story.findLastIndex((event) => event.kind === "ends");
  const list: Scored[] = [];
  const of = (seat: number): Scored => {
    let found = list.find((one) => one.seat === seat);
    if (!found)
      list.push(
        (found = {
          seat,
          dice: [],
          extras: [0, 0, 0],
          cards: [0, 0, 0],
          bonus: null,
          missed: [],
          check: null,
          points: 0,
          total: 0,
        }),
      );
    return found;
  };
  for (const event of story.slice(since + 1)) {
    if (event.kind === "scores") of(event.seat).dice.push(event);
    else if (event.kind === "extra") of(event.seat).extras[event.card - 1] = event.points;
    else if (event.kind === "card_points") of(event.seat).cards[event.card - 1] = event.points;
    else if (event.kind === "bonus") of(event.seat).bonus = event;
    else if (event.kind === "missed") of(event.seat).missed.push(event);
    else if (event.kind === "check") of(event.seat).check = event;
    else if (event.kind === "total") Object.assign(of(event.seat), { points: event.points, total: event.total });
  }
  return list;
}

/** The cards that lay before each seat in the last pass that was scored; null: the story begins later than their deal. */
export function lastCards(story: readonly BlitzEvent[], seats: number): Task[][] | null {
  const end = story.findLastIndex((event) => event.kind === "ends");
  const held: (Task | null)[][] = Array.from({ length: seats }, () => [null, null, null]);
  for (const event of story.slice(0, end)) {
    if (event.kind === "deals") held[event.seat]![event.card - 1] = taskNamed(event.task);
    else if (event.kind === "hand_on") held.unshift(held.pop()!); // to the left
  }
  return held.every((cards) => cards.every((card) => card !== null)) ? (held as Task[][]) : null;
}

/** The dice of the last pass that was scored, as they fell; empty: the story begins later. */
export function lastThrow(story: readonly BlitzEvent[]): Die[] {
  const end = story.findLastIndex((event) => event.kind === "ends");
  const begun = story.slice(0, Math.max(end, 0)).findLastIndex((event) => event.kind === "mix");
  return story
    .slice(begun + 1, Math.max(end, 0))
    .flatMap((event) =>
      event.kind === "throws" ? [{ die: event.die - 1, colour: event.colour, value: event.value }] : [],
    );
}

/** What counted on Verwirrmix cards in the last pass that was scored. */
export function lastMix(story: readonly BlitzEvent[]): "paint" | "word" | null {
  const end = story.findLastIndex((event) => event.kind === "ends");
  const mix = story.slice(0, Math.max(end, 0)).findLast((event) => event.kind === "mix");
  return mix?.kind === "mix" ? mix.asks : null;
}

export interface SheetRow {
  round: number;
  pass: number;
  points: (number | null)[]; // by seat
  trial: boolean; // BG-X4 they do not count
}

/** Every pass that was scored, with everybody's points. */
export function scoreSheet(story: readonly BlitzEvent[], seats: number): SheetRow[] {
  const rows: SheetRow[] = [];
  for (const event of story) {
    if (event.kind === "ends")
      rows.push({
        round: event.round,
        pass: event.pass,
        points: Array.from({ length: seats }, () => null),
        trial: false,
      });
    else if (event.kind === "trial" && rows.length > 0) rows.at(-1)!.trial = true;
    else if (event.kind === "total" && rows.length > 0) rows.at(-1)!.points[event.seat] = event.points;
  }
  return rows;
}

/** Who took what in the last moments: newest last. */
export function lastTakes(story: readonly BlitzEvent[], most: number): { seat: number; die: number; at: number }[] {
  const found: { seat: number; die: number; at: number }[] = [];
  for (let at = story.length - 1; at >= 0 && found.length < most; at -= 1) {
    const event = story[at]!;
    if (event.kind === "los") break;
    if (event.kind === "takes") found.unshift({ seat: event.seat, die: event.die - 1, at });
  }
  return found;
}
