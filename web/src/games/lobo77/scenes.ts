/** One message of a match as things that travel. */

import type { Row } from "../../protocol";
import type { Scene, Step, Travel, View } from "../module";
import { DRAW, loboOf, OUT, printed } from "./state";
import { w } from "./texts";

const CHANCE = -1;
const DEAL_MS = 70; // between two cards of a deal

export function scenes(step: Step, view: View): Scene[] {
  const list: Scene[] = [];
  let cells = step.before;
  const show = (scene: Omit<Scene, "cells">, after: readonly number[]): void => {
    cells = after;
    list.push({ ...scene, cells });
  };
  for (const [seat, move] of step.rows) {
    if (seat >= 0 && move !== DRAW && view.game.moves.includes(move)) {
      const travels = [{ from: handAnchor(seat, move, view), to: "discard", piece: move }];
      show({ travels, leaving: inTheAir(cells, view, seat, move), sound: "card" }, laid(step, cells, view, seat, move));
      const loss = chipLost(step, cells, view, seat);
      if (loss) show(loss, loss.cells);
    }
  }
  const travels = drawn(step.rows, view);
  const over = loboOf({ ...view, cells: step.after }).over;
  list.push({ travels, cells: step.after, sound: over ? "win" : travels.length > 0 ? "card" : undefined });
  return list;
}

function handAnchor(seat: number, card: string, view: View): string {
  return seat === view.you ? `hand-${card}` : `seat-${seat}`;
}

/** The card has left the hand. */
function inTheAir(cells: readonly number[], view: View, seat: number, move: string): readonly number[] {
  const lobo = loboOf({ ...view, cells });
  const card = view.game.moves.indexOf(move);
  return lobo.cells.with([
    ["hand_size", (lobo.handSizes[seat] ?? 1) - 1, seat],
    ["hand", Math.max(lobo.cells.one("hand", seat, card) - 1, 0), seat, card],
  ]).all;
}

/** The card lies on the pile, and the new total is announced. */
function laid(step: Step, cells: readonly number[], view: View, seat: number, move: string): readonly number[] {
  const lobo = loboOf({ ...view, cells });
  const after = loboOf({ ...view, cells: step.after });
  const card = view.game.moves.indexOf(move);
  const held = lobo.cells.one("hand", seat, card);
  return lobo.cells.with([
    ["top", card],
    ["total", lobo.total + printed(move)],
    ["discards", lobo.cells.one("discards", card) + 1, card],
    ["hand_size", (lobo.handSizes[seat] ?? 1) - 1, seat],
    ["hand", Math.max(held - 1, 0), seat, card],
    ["direction", after.total === lobo.total + printed(move) ? after.direction : lobo.direction],
  ]).all;
}

function chipLost(step: Step, cells: readonly number[], view: View, seat: number): Scene | null {
  const now = loboOf({ ...view, cells });
  const after = loboOf({ ...view, cells: step.after });
  const left = after.chips[seat] ?? 0;
  if (left >= (now.chips[seat] ?? 0)) return null;
  const shout = left === OUT ? w("shout_out") : now.total > 77 ? w("shout_over") : w("shout_double");
  const travels: Travel[] = left === OUT ? [] : [{ from: `chips-${seat}`, to: "total", piece: "chip" }];
  return { travels, cells: now.cells.with([["chips", left, seat]]).all, sound: left === OUT ? "bell" : "chip", shout: `${now.total}: ${shout}`, seat };
}

/** Cards from the pile: a few, or a whole deal, card by card around the table. */
function drawn(rows: readonly Row[], view: View): Travel[] {
  const got = new Map<number, number>();
  return rows.flatMap(([seat, move, to]): Travel[] => {
    if (seat !== CHANCE || to === undefined || to < 0) return [];
    const nth = got.get(to) ?? 0;
    got.set(to, nth + 1);
    const mine = to === view.you;
    return [{ from: "pile", to: mine ? "hand" : `seat-${to}`, piece: mine ? move : "back", delay: DEAL_MS * (nth * 3 + got.size - 1) }];
  });
}
