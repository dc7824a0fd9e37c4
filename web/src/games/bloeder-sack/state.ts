/** Blöder Sack's cells by name: what is drawn. */

import { Cells } from "../cells";
import type { View } from "../module";
import { build, isA } from "../moves";
import type { Die } from "./events";

export interface Tray {
  number: number; // from 1: its double, too
  card: string | null;
  closed: boolean;
  symbols: number;
  dice: (Die | null)[]; // field by field
  leader: number | null; // who would get the card now; null: nobody
  counting: number; // the fields that count for him, as bits
  deciding: number; // the field that decides a tie; 0: none
  amounts: number[];
}

export interface Sack {
  cells: Cells<"bloeder-sack">;
  seats: number;
  stage: ReturnType<typeof stageIn>;
  start: number;
  turn: number;
  pile: number;
  aside: number;
  hand: number[]; // what was rolled and is not placed yet
  supply: number[];
  won: number[];
  symbols: number[];
  trays: Tray[];
  last: number; // the field with which a tray is full, as it is marked on it
}

export function sackOf(view: Pick<View, "game" | "cells">): Sack {
  const cells = new Cells<"bloeder-sack">(view.game, view.cells);
  return {
    cells,
    seats: cells.one("seats"),
    stage: stageIn(cells),
    start: cells.one("start"),
    turn: cells.one("turn"),
    pile: cells.one("pile_size"),
    aside: cells.one("aside"),
    hand: cells.row("hand").filter((value) => value > 0),
    supply: cells.row("supply"),
    won: cells.row("won"),
    symbols: cells.row("symbols"),
    trays: cells.row("card").map((card, tray) => trayOf(view, cells, tray, card)),
    last: cells.one("full"),
  };
}

const stageIn = (cells: Cells<"bloeder-sack">) => cells.choice("stage");

function trayOf(view: Pick<View, "game">, cells: Cells<"bloeder-sack">, tray: number, card: number): Tray {
  const owners = cells.row("owner", tray);
  const none = cells.choice("card", tray);
  return {
    number: tray + 1,
    card: none ? null : (view.game.ids.card?.[card] ?? null),
    closed: none === "closed",
    symbols: none ? 0 : cells.one("deck", card),
    dice: cells.row("value", tray).map((value, field) => (value > 0 ? { seat: owners[field]!, value } : null)),
    leader: cells.choice("leader", tray) === "no_seat" ? null : cells.one("leader", tray),
    counting: cells.one("counting", tray),
    deciding: cells.one("deciding", tray),
    amounts: cells.row("amount", tray),
  };
}

/** The move that a tap on this tray is: to score it, or to put the held die there. */
export function moveOn(game: View["game"], tray: number, held: number | null, scoring: boolean): string | null {
  if (scoring) return build(game, "score", { tray });
  return held === null ? null : build(game, "place", { value: held, tray });
}

/** A die of somebody is replaced. */
export const replaceOf = (game: View["game"], value: number, tray: number, field: number): string =>
  build(game, "replace", { value, tray, field });

/** Is he to choose a tray that is scored? */
export function isScoring(view: Pick<View, "game" | "moves">): boolean {
  return view.moves.some((move) => isA(view.game, move, "score"));
}

/** The value of the die that is held; of two equal ones (or a single one) it need not be taken up first. */
export function heldOf(view: Pick<View, "game" | "cells" | "moves">, picked: string | null | undefined): number | null {
  const values = [...new Set(sackOf(view).hand)];
  const taken = picked?.startsWith("die ") ? Number(picked.split(" ")[1]) : null;
  if (taken !== null && values.includes(taken)) return taken;
  return values.length === 1 && view.moves.some((move) => isA(view.game, move, "place")) ? values[0]! : null;
}

/** What is done when a die is let go over a place of the board. */
export function dropOn(game: View["game"], place: string, value: number): string | null {
  const [what, tray, field] = place.split("-");
  if (what === "tray") return moveOn(game, Number(tray), value, false);
  if (what === "die") return replaceOf(game, value, Number(tray), Number(field));
  return null;
}

export const hasField = (fields: number, field: number): boolean => ((fields >> (field - 1)) & 1) === 1;
