/** One message of a match as things that travel. */

import { Cells } from "../cells";
import type { Scene, Step, Travel, View } from "../module";
import { lastScoring, type Gives, type GraciasEvent, type Takes } from "./events";
import { coloursOf } from "./state";
import { w } from "./texts";

const DEAL_MS = 55; // between two cards of a deal
const NONE = -1;

export function scenes(step: Step, view: View): Scene[] {
  const events = step.events as readonly GraciasEvent[];
  const after = new Cells(view.game, step.after);
  const seats = after.one("seats");
  const list: Scene[] = [];
  let now = new Cells(view.game, step.before);
  const show = (scene: Scene): void => {
    list.push(scene);
    now = new Cells(view.game, scene.cells);
  };

  for (const event of events) {
    if (event.kind === "takes") show(taken(event, now, after, view));
    else if (event.kind === "gives") show(given(event, now, view));
    else if (event.kind === "scoring") show({ travels: [], cells: now.all, sound: "bell", report: lastScoring(events)! });
    else if (event.kind === "pass" && event.pass > 1) show({ travels: [], cells: cleared(after, seats, view).all, shout: w("pass", { n: event.pass }) });
  }
  const dealt = events.filter((event) => event.kind === "dealt");
  const laid = events.filter((event) => event.kind === "laid");
  if (dealt.length > 0) {
    const leaving = cleared(after, seats, view).all;
    show({ travels: dealt.map((event, i) => fromPile(`display-${event.seat}-${event.colour}`, event.colour, i)), leaving, cells: withoutTriplets(after, seats).all, sound: "card" });
  }
  if (laid.length > 0) {
    const travels = laid.map((event, i) => fromPile(`triplet-${event.triplet}`, event.colour, i));
    show({ travels, leaving: withoutTriplets(after, seats).all, cells: step.after, sound: "card" });
  }
  const over = events.some((event) => event.kind === "wins");
  if (list.length === 0 || over) list.push({ travels: [], cells: step.after, sound: over ? "win" : undefined });
  list.at(-1)!.cells = step.after;
  return list;
}

/** All three go to who takes them, the hidden one face down. */
function taken({ seat, triplet, first, second }: Takes, now: Cells, after: Cells, view: View): Scene {
  const from = `triplet-${triplet}`;
  const leaving = now.with([["triplets", NONE, triplet - 1, 0], ["triplets", NONE, triplet - 1, 1]]);
  const number = (colour: string): number => coloursOf(view).indexOf(colour);
  const holds = leaving.with([["took", number(first), 0], ["took", number(second), 1], ["secrets", after.one("secrets", seat), seat]]);
  return {
    travels: [
      { from, to: `hidden-${seat}`, piece: "back" },
      { from, to: `pair-${seat}`, piece: first, delay: DEAL_MS },
      { from, to: `pair-${seat}`, piece: second, delay: 2 * DEAL_MS },
    ],
    leaving: leaving.all, cells: holds.all, sound: "card",
  };
}

/** One stays, the other makes somebody happy. */
function given({ seat, keep, give, to }: Gives, now: Cells, view: View): Scene {
  const leaving = now.with([["took", NONE, 0], ["took", NONE, 1]]);
  const more = (cells: Cells, whose: number, colour: string): Cells => {
    const number = coloursOf(view).indexOf(colour);
    return cells.with([["opened", cells.one("opened", whose, number) + 1, whose, number]]);
  };
  return {
    travels: [
      { from: `pair-${seat}`, to: `display-${seat}-${keep}`, piece: keep },
      { from: `pair-${seat}`, to: `display-${to}-${give}`, piece: give, delay: 2 * DEAL_MS },
    ],
    leaving: leaving.all, cells: more(more(leaving, seat, keep), to, give).all, sound: "card",
    says: { seat: to, text: w("gracias") },
  };
}

function fromPile(to: string, piece: string, nth: number): Travel {
  return { from: "pile", to, piece, delay: nth * DEAL_MS };
}

function withoutTriplets(cells: Cells, seats: number): Cells {
  return cells.with(Array.from({ length: seats }, (_, triplet) => [["triplets", NONE, triplet, 0], ["triplets", NONE, triplet, 1]] as const).flat());
}

/** Before a pass: all cards are in the pile. */
function cleared(cells: Cells, seats: number, view: View): Cells {
  const kinds = coloursOf(view).length;
  const displays = Array.from({ length: seats * kinds }, (_, at) => ["opened", 0, Math.floor(at / kinds), at % kinds] as const);
  return withoutTriplets(cells, seats).with(displays);
}
