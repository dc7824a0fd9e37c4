/** Blitzgriff's cells by name: what is drawn. Dice, cards and fields count from 0 here, from 1 in moves and events. */

import { Cells } from "../cells";
import { CHOICES } from "../choices";
import type { View } from "../module";
import cards from "@games/blitzgriff/cards.json";
import { overlayOf } from "./overlay";

export const { other: COLOURS, kind: KINDS } = CHOICES.blitzgriff;
export type Colour = (typeof COLOURS)[number];
export type Kind = (typeof KINDS)[number];
export type Asked = (typeof CHOICES.blitzgriff.colour)[number]; // "any": a joker; "no_field": the centre of a Zielwert card

export const HELD = [0, 1, 2] as const; // cards of a player
export const FIELDS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** What a field asks for. */
export interface Ask {
  colour: Asked; // Türme: of the die below
  values: readonly number[];
  other: Colour; // Türme: the colour above; Verwirrmix: the word
  style: (typeof CHOICES.blitzgriff.style)[number]; // Pasch: how it is written; Verwirrmix: the word's language
}
export interface Task {
  id: string | null;
  kind: Kind;
  target: number;
  asks: readonly Ask[];
}
/** Where a die of one's own can go. */
export type Spot = { card: number; field: number } | { card: number; beside: true } | { card: number; park: true };

/** What is on its way (`sending`) is shown where it will be. */
export type Seen = Pick<View, "game" | "cells"> & Partial<Pick<View, "you" | "actors" | "sending">>;

export interface Blitz {
  cells: Cells<"blitzgriff">;
  seats: number;
  calm: boolean;
  trial: boolean; // BG-X4 this round is for practice
  on: boolean; // dice may be taken
  hands: boolean; // STOPP was called: hands are emptied
  over: boolean;
  round: number;
  pass: number;
  mix: number; // what was rolled for Verwirrmix cards; 0: nothing yet
  paint: boolean; // on them the painted colour counts, not the word
  turn: number;
  points: number[];
  hand: (number | null)[]; // the die that each one holds
}

export const cellsOf = (view: Seen): Cells<"blitzgriff"> => new Cells(view.game, view.cells);

export function blitzOf(view: Seen): Blitz {
  const cells = cellsOf(view);
  const stage = cells.choice("stage");
  const { hand } = overlayOf(view);
  return {
    cells,
    seats: cells.one("seats"),
    calm: cells.choice("pace") === "calm",
    trial: cells.one("trial") === 1,
    on: stage === "grabbing",
    hands: stage === "hands",
    over: stage === "over",
    round: cells.one("round_now"),
    pass: cells.one("pass_now"),
    mix: cells.one("mix"),
    paint: cells.choice("mix_asks") === "paint",
    turn: cells.one("turn"),
    points: cells.row("points"),
    hand: cells.row("hand").map((number, seat) => (seat === view.you && hand !== undefined ? hand : dieOf(number))),
  };
}

export const dieOf = (number: number): number | null => (number > 0 ? number - 1 : null);

export interface Die {
  die: number;
  colour: Colour;
  value: number;
}

export function diceInMiddle(view: Seen): Die[] {
  const cells = cellsOf(view);
  const { moved } = overlayOf(view);
  const [values, where] = [cells.row("value"), cells.choices("where")];
  return where.flatMap((place, die) =>
    place === "middle" && values[die]! > 0 && !moved.has(die) ? [dieNumbered(view, die)] : [],
  );
}

export function dieNumbered(view: Seen, die: number): Die {
  const cells = cellsOf(view);
  return sameDie(die, cells.choice("dyed", die)!, cells.one("value", die));
}

// In a race everything is asked anew with every move; what is the same as before is the same object, and not drawn again.
const seenDice = new Map<string, Die>();
const seenLists = new Map<string, readonly unknown[]>();

function sameDie(die: number, colour: Colour, value: number): Die {
  const key = `${die} ${colour} ${value}`;
  if (!seenDice.has(key)) seenDice.set(key, { die, colour, value });
  return seenDice.get(key)!;
}

function same<T>(list: readonly T[]): readonly T[] {
  const key = JSON.stringify(list);
  if (!seenLists.has(key)) seenLists.set(key, list);
  return seenLists.get(key) as readonly T[];
}

const bits = (mask: number): number[] => [1, 2, 3, 4, 5, 6].filter((value) => (mask >> value) & 1);

/** A card before a seat; null: none has been dealt. */
export function taskAt(view: Seen, seat: number, card: number): Task | null {
  const cells = cellsOf(view);
  const known = BY_ID.get(view.game.ids.task?.[cells.one("card", seat, card)] ?? "");
  if (known) return known;
  const masks = cells.row("values", seat, card);
  if (masks.every((mask) => mask === 0)) return null;
  const [colours, others, styles] = [
    cells.choices("colour", seat, card),
    cells.choices("other", seat, card),
    cells.choices("style", seat, card),
  ];
  return {
    id: null,
    kind: cells.choice("kind", seat, card)!,
    target: cells.one("target", seat, card),
    asks: FIELDS.map((field) => ({
      colour: colours[field]!,
      values: bits(masks[field]!),
      other: others[field]!,
      style: styles[field]!,
    })),
  };
}

/** All 84, as the server's rules know them (made by tools/blitzgriff/gallery.py). */
export const PACK: readonly Task[] = (
  cards as unknown as (Omit<Task, "asks"> & { asks: [Asked, number[], Colour, Ask["style"]][] })[]
).map((card) => ({
  ...card,
  asks: card.asks.map(([colour, values, other, style]) => ({ colour, values, other, style })),
}));
const BY_ID = new Map(PACK.map((task) => [task.id!, task]));
export const taskNamed = (id: string): Task => BY_ID.get(id) ?? PACK[0]!;

/** The dice on each field of a card, from below. */
export function diceOn(view: Seen, seat: number, card: number): readonly (readonly Die[])[] {
  const cells = cellsOf(view);
  const { moved, laid } = overlayOf(view);
  const on = (field: number): Die[] => [
    ...cells
      .row("lies", seat, card, field)
      .flatMap((number) => (number > 0 && !moved.has(number - 1) ? [dieNumbered(view, number - 1)] : [])),
    ...laid
      .filter(({ spot }) => seat === view.you && "field" in spot && spot.card === card && spot.field === field)
      .map(({ die }) => dieNumbered(view, die)),
  ];
  return same(FIELDS.map(on));
}

export function parkedAt(view: Seen, seat: number, card: number): number | null {
  const { moved, laid } = overlayOf(view);
  const coming = laid.find(({ spot }) => seat === view.you && "park" in spot && spot.card === card);
  const parked = dieOf(cellsOf(view).one("parked", seat, card));
  return coming?.die ?? (parked !== null && moved.has(parked) ? null : parked);
}

export function diceBeside(view: Seen, seat: number, card: number): readonly Die[] {
  const cells = cellsOf(view);
  const [where, whose, at, orders] = [
    cells.choices("where"),
    cells.row("whose"),
    cells.row("at_card"),
    cells.row("order"),
  ];
  const dice = where
    .flatMap((place, die) => (place === "beside" && whose[die] === seat && at[die] === card ? [die] : []))
    .sort((a, b) => orders[a]! - orders[b]!);
  const coming = overlayOf(view)
    .laid.filter(({ spot }) => seat === view.you && "beside" in spot && spot.card === card)
    .map(({ die }) => die);
  return same([...dice, ...coming].map((die) => dieNumbered(view, die)));
}

/** Is there still room for a die? (Right or wrong is the player's business: BG-G2.) */
export function isFree(view: Seen, seat: number, card: number, field: number): boolean {
  const task = taskAt(view, seat, card);
  return task !== null && hasRoom(task, field, diceOn(view, seat, card)[field]!, roomAt(view, seat, card));
}

/** Dice that a field of this card takes. */
export const roomAt = (view: Seen, seat: number, card: number): number => cellsOf(view).one("room", seat, card);

export function hasRoom(task: Task, field: number, dice: readonly Die[], room: number): boolean {
  return task.asks[field]!.colour !== "no_field" && dice.length < room;
}

/** The moves that are wanted, in guided matches: else always the same empty list. */
export const wantedIn = (view: View): readonly string[] => (view.moves.length > 0 ? view.moves : NONE);
const NONE: readonly string[] = [];

export const parkedPiece = (card: number): string => `parked ${card + 1}`; // picked: the waiting die of a card
