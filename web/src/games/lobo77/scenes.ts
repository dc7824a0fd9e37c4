/** One message of a match as things that travel. */

import type { Scene, Step, Travel, View } from "../module";
import type { LoboEvent, Plays } from "./events";
import { handOf, loboOf, reckons } from "./state";
import { w } from "./texts";

const DEAL_MS = 70; // between two cards of a deal

export function scenes(step: Step, view: View): Scene[] {
  const events = step.events as readonly LoboEvent[];
  const list: Scene[] = [];
  const now = (): readonly number[] => list.at(-1)?.cells ?? step.before;
  for (const event of events) {
    if (event.kind === "plays") list.push(laid(event, { ...view, cells: now() }));
    else if (event.kind === "turned") turn(list.at(-1), step, view);
    else if (event.kind === "chip") list.push(chipLost(event, events, { ...view, cells: now() }));
  }
  const travels = cardsDrawn(events, { ...view, cells: now() }, step.after);
  const over = events.some((event) => event.kind === "wins");
  list.push({ travels, cells: step.after, sound: over ? "win" : travels.length > 0 ? "card" : undefined });
  return list;
}

/** The card leaves the hand, lies on the pile, and the new total is announced. */
function laid({ seat, card, total }: Plays, view: View): Scene {
  const { cells, handSizes } = loboOf(view);
  const number = view.game.moves.indexOf(card);
  const leaving = cells.with([
    ["hand_size", (handSizes[seat] ?? 1) - 1, seat],
    ["hand", Math.max(cells.one("hand", seat, number) - 1, 0), seat, number],
  ]);
  const lies = leaving.with([["top", number], ["total", total], ["discards", cells.one("discards", number) + 1, number]]);
  const from = seat === view.you ? `hand-${card}` : `seat-${seat}`;
  return { travels: [{ from, to: "discard", piece: card }], leaving: leaving.all, cells: lies.all, sound: "card" };
}

/** The card just laid turns the direction. */
function turn(scene: Scene | undefined, step: Step, view: View): void {
  if (!scene) return;
  const { direction } = loboOf({ ...view, cells: step.after });
  scene.cells = loboOf({ ...view, cells: scene.cells }).cells.with([["direction", direction]]).all;
}

function chipLost({ seat, total, left }: Extract<LoboEvent, { kind: "chip" }>, events: readonly LoboEvent[], view: View): Scene {
  const out = events.some((event) => event.kind === "out");
  const ended = events.some((event) => event.kind === "round" || event.kind === "wins");
  const words = w(out ? "shout_out" : ended ? "shout_round" : "shout_twins");
  return {
    travels: out ? [] : [{ from: `chips-${seat}`, to: "total", piece: "chip" }],
    cells: loboOf(view).cells.with([["chips", left, seat]]).all,
    sound: out ? "bell" : "chip",
    shout: reckons(view) && !ended ? words : `${total}: ${words}`,
    seat,
  };
}

/** Cards from the pile: a few, or a whole deal, card by card around the table. The faces are for the own seat alone. */
function cardsDrawn(events: readonly LoboEvent[], view: View, after: readonly number[]): Travel[] {
  const got = new Map<number, number>();
  const dealt = events.some((event) => event.kind === "round");
  const mine = view.you === null ? [] : newCards(dealt ? [] : handOf(view, view.you), handOf({ ...view, cells: after }, view.you));
  return events.flatMap((event): Travel[] => {
    if (event.kind !== "gets") return [];
    const { seat } = event;
    const nth = got.get(seat) ?? 0;
    got.set(seat, nth + 1);
    const own = seat === view.you;
    return [{ from: "pile", to: own ? "hand" : `seat-${seat}`, piece: own ? (mine[nth] ?? "back") : "back", delay: DEAL_MS * (nth * 3 + got.size - 1) }];
  });
}

/** Cards that were not in the hand before. */
function newCards(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
