/** Blöder Sack's cells by name: what is drawn. */

import type { Chair } from "../../protocol";
import { Cells } from "../cells";
import type { View } from "../module";
import type { Die } from "./events";

export const FIELDS = 9;
export const MUST_SCORE = 1;
export const CHOOSING = 3;
export const OVER = 5;
export const CLOSED = -1; // in `card`
export const TO_COME = -2;
const ASIDE = 3; // in `lies`

export interface Tray {
  number: number; // from 1: its double, too
  card: string | null;
  closed: boolean;
  symbols: number;
  dice: (Die | null)[]; // field by field
  laid: number;
  leader: number; // who would get the card now; −1: nobody
  counting: number; // the fields that count for him, as bits
  deciding: number; // the field that decides a tie; 0: none
  amounts: number[];
}

export interface Sack {
  cells: Cells;
  seats: number;
  stage: number;
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
  const cells = new Cells(view.game, view.cells);
  const seats = cells.one("seats");
  return {
    cells,
    seats,
    stage: cells.one("stage"),
    start: cells.one("start"),
    turn: cells.one("turn"),
    pile: cells.one("pile_size"),
    aside: cells.row("lies").filter((where) => where === ASIDE).length,
    hand: cells.row("hand").filter((value) => value > 0),
    supply: cells.row("supply"),
    won: cells.row("won"),
    symbols: cells.row("symbols"),
    trays: cells.row("card").map((card, tray) => trayOf(view, cells, tray, card)),
    last: seats === 2 ? 6 : FIELDS,
  };
}

function trayOf(view: Pick<View, "game">, cells: Cells, tray: number, card: number): Tray {
  const owners = cells.row("owner", tray);
  return {
    number: tray + 1,
    card: card >= 0 ? (view.game.ids.card?.[card] ?? null) : null,
    closed: card === CLOSED,
    symbols: card >= 0 ? cells.one("deck", card) : 0,
    dice: cells.row("value", tray).map((value, field) => (value > 0 ? { seat: owners[field]!, value } : null)),
    laid: cells.one("laid", tray),
    leader: cells.one("leader", tray),
    counting: cells.one("counting", tray),
    deciding: cells.one("deciding", tray),
    amounts: cells.row("amount", tray),
  };
}

/** On his dice: his letter, and where two share one, a number too. */
export function markOf(chairs: readonly Chair[], seat: number): string {
  const letters = chairs.map(({ name }) => [...name][0]?.toUpperCase() ?? "?");
  const same = letters.slice(0, seat).filter((letter) => letter === letters[seat]).length;
  const shared = letters.filter((letter) => letter === letters[seat]).length > 1;
  return `${letters[seat] ?? "?"}${shared ? same + 1 : ""}`;
}

/** The move that a tap on this tray is: to score it, or to put the held die there. */
export function moveOn(tray: number, held: number | null, scoring: boolean): string | null {
  if (scoring) return `score ${tray}`;
  return held === null ? null : `place ${held} on ${tray}`;
}

/** Is he to choose a tray that is scored? */
export function isScoring(view: Pick<View, "moves">): boolean {
  return view.moves.some((move) => move.startsWith("score "));
}

/** The value of the die that is held; of two equal ones (or a single one) it need not be taken up first. */
export function heldOf(view: Pick<View, "game" | "cells" | "moves">, picked: string | null | undefined): number | null {
  const values = [...new Set(sackOf(view).hand)];
  const taken = picked?.startsWith("die ") ? Number(picked.split(" ")[1]) : null;
  if (taken !== null && values.includes(taken)) return taken;
  return values.length === 1 && view.moves.some((move) => move.startsWith("place ")) ? values[0]! : null;
}

/** What is done when a die is let go over a place of the board. */
export function dropOn(place: string, value: number): string | null {
  const [what, tray, field] = place.split("-");
  if (what === "tray") return `place ${value} on ${tray}`;
  if (what === "die") return `replace ${value} on ${tray}.${field}`;
  return null;
}

export const hasField = (fields: number, field: number): boolean => ((fields >> (field - 1)) & 1) === 1;
