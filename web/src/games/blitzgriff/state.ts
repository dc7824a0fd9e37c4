/** Blitzgriff's cells by name: what is drawn. Dice, cards and fields count from 0 here, from 1 in moves and events. */

import { Cells } from "../cells";
import { acts, type Foreseeing, type View } from "../module";
import cards from "./cards.json";
import type { BlitzEvent } from "./events";

export const COLOURS = ["rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss"] as const;
export const KINDS = ["zielwert", "tuerme", "reihen", "kette", "pasch", "mix"] as const;
export const LANGUAGES = ["de", "en", "fr"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = (typeof KINDS)[number];

export const DICE = 40;
export const OF_COLOUR = 4;
export const HELD = [0, 1, 2] as const; // cards of a player
export const FIELDS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const ANY = -1; // in place of a colour: a joker
export const NO_FIELD = -2; // the centre of a Zielwert card
const GRABBING = 4;
const HANDS = 5;
const OVER = 6;
const MIDDLE = 0;
const FIRST_HAND = 1;
const FIRST_SPOT = 5;
const SPOTS = 11;
const BESIDE = 9;
const PARKED = 10;

/** What a field asks for. */
export interface Ask {
  colour: number; // Türme: of the die below
  values: readonly number[];
  other: number; // Türme: the colour above; Verwirrmix: the word
  style: number; // Pasch: how it is written; Verwirrmix: the word's language
}
export interface Task {
  id: string | null;
  kind: Kind;
  target: number;
  asks: readonly Ask[];
}
/** Where a die of one's own can go. */
export type Spot = { card: number; field: number } | { card: number; beside: true } | { card: number; park: true };

type Seen = Pick<View, "game" | "cells">;

export interface Blitz {
  cells: Cells;
  seats: number;
  calm: boolean;
  on: boolean; // dice may be taken
  hands: boolean; // STOPP was called: hands are emptied
  over: boolean;
  round: number;
  pass: number;
  mix: number;
  turn: number;
  caller: number;
  left: number;
  points: number[];
  hand: (number | null)[]; // the die that each one holds
}

export function blitzOf(view: Seen): Blitz {
  const cells = new Cells(view.game, view.cells);
  const stage = cells.one("stage");
  return {
    cells,
    seats: cells.one("seats"),
    calm: cells.one("pace") === 0,
    on: stage === GRABBING,
    hands: stage === HANDS,
    over: stage === OVER,
    round: cells.one("round_now"),
    pass: cells.one("pass_now"),
    mix: cells.one("mix"),
    turn: cells.one("turn"),
    caller: cells.one("caller"),
    left: cells.one("left"),
    points: cells.row("points"),
    hand: cells.row("hand").map(dieOf),
  };
}

const dieOf = (number: number): number | null => (number > 0 ? number - 1 : null);

export const colourOf = (die: number): Colour => COLOURS[Math.floor(die / OF_COLOUR)]!;

export interface Die {
  die: number;
  colour: Colour;
  value: number;
}

export function diceInMiddle(view: Seen): Die[] {
  const cells = new Cells(view.game, view.cells);
  const [values, places] = [cells.row("value"), cells.row("place")];
  return places.flatMap((place, die) => (place === MIDDLE && values[die]! > 0 ? [ALL_DICE[die]![values[die]!]!] : []));
}

export function dieNumbered(view: Seen, die: number): Die {
  return ALL_DICE[die]![new Cells(view.game, view.cells).one("value", die)]!;
}

// In a race everything is asked anew with every move; what is the same as before is the same object, and not drawn again.
const ALL_DICE: readonly (readonly Die[])[] = Array.from({ length: DICE }, (_, die) => Array.from({ length: 7 }, (_, value) => ({ die, colour: colourOf(die), value })));
const seenLists = new Map<string, readonly unknown[]>();

function same<T>(list: readonly T[]): readonly T[] {
  const key = JSON.stringify(list);
  if (!seenLists.has(key)) seenLists.set(key, list);
  return seenLists.get(key) as readonly T[];
}

const bits = (mask: number): number[] => [1, 2, 3, 4, 5, 6].filter((value) => (mask >> value) & 1);

/** A card before a seat; null: none has been dealt. */
export function taskAt(view: Seen, seat: number, card: number): Task | null {
  const cells = new Cells(view.game, view.cells);
  const known = BY_ID.get(view.game.ids.task?.[cells.one("card", seat, card)] ?? "");
  if (known) return known;
  const masks = cells.row("values", seat, card);
  if (masks.every((mask) => mask === 0)) return null;
  const [colours, others, styles] = [cells.row("colour", seat, card), cells.row("other", seat, card), cells.row("style", seat, card)];
  return {
    id: null,
    kind: KINDS[cells.one("kind", seat, card)]!,
    target: cells.one("target", seat, card),
    asks: FIELDS.map((field) => ({ colour: colours[field]!, values: bits(masks[field]!), other: others[field]!, style: styles[field]! })),
  };
}

/** All 84, as the server's rules know them (made by gallery.py). */
export const PACK: readonly Task[] = cards.map(({ id, kind, target, asks }) => ({
  id,
  kind: kind as Kind,
  target,
  asks: asks.map(([colour, mask, other, style]) => ({ colour: colour!, values: bits(mask!), other: other!, style: style! })),
}));
const BY_ID = new Map(PACK.map((task) => [task.id!, task]));
export const taskNamed = (id: string): Task => BY_ID.get(id) ?? PACK[0]!;

/** The dice on each field of a card, from below. */
export function diceOn(view: Seen, seat: number, card: number): readonly (readonly Die[])[] {
  const cells = new Cells(view.game, view.cells);
  const on = (field: number) => cells.row("lies", seat, card, field).flatMap((number) => (number > 0 ? [dieNumbered(view, number - 1)] : []));
  return same(FIELDS.map(on));
}

export function parkedAt(view: Seen, seat: number, card: number): number | null {
  return dieOf(new Cells(view.game, view.cells).one("parked", seat, card));
}

export function diceBeside(view: Seen, seat: number, card: number): readonly Die[] {
  const cells = new Cells(view.game, view.cells);
  const [places, orders] = [cells.row("place"), cells.row("order")];
  const here = spotOf(seat, card, BESIDE);
  const dice = places.flatMap((place, die) => (place === here ? [dieNumbered(view, die)] : []));
  return same(dice.sort((a, b) => orders[a.die]! - orders[b.die]!));
}

const spotOf = (seat: number, card: number, spot: number): number => FIRST_SPOT + (seat * HELD.length + card) * SPOTS + spot;

/** Is there still room for a die? (Right or wrong is the player's business: BG-G2.) */
export function isFree(view: Seen, seat: number, card: number, field: number): boolean {
  const task = taskAt(view, seat, card);
  return task !== null && hasRoom(task, field, diceOn(view, seat, card)[field]!);
}

export function hasRoom(task: Task, field: number, dice: readonly Die[]): boolean {
  return task.asks[field]!.colour !== NO_FIELD && dice.length < (task.kind === "tuerme" ? 2 : 1);
}

/** The moves that are wanted, in guided matches: else always the same empty list. */
export const wantedIn = (view: View): readonly string[] => (view.moves.length > 0 ? view.moves : NONE);
const NONE: readonly string[] = [];

// Moves as texts

export const takeOf = (die: number): string => `take ${die + 1}`;
export const parkedPiece = (card: number): string => `parked ${card + 1}`; // picked: the waiting die of a card
export function putOf(spot: Spot): string {
  if ("field" in spot) return `put ${spot.card + 1}.${spot.field + 1}`;
  return "park" in spot ? `park ${spot.card + 1}` : `beside ${spot.card + 1}`;
}
export const moveOf = (card: number, field: number): string => `move ${card + 1}.${field + 1}`;

/** `take 17` → 16; anything else is no die. */
export function dieOfPiece(piece: string | null): number | null {
  const found = /^take (\d+)$/.exec(piece ?? "");
  return found ? Number(found[1]) - 1 : null;
}

// How cells look when something has been done

function taken(cells: Cells, seat: number, die: number): Cells {
  return cells.with([["place", FIRST_HAND + seat, die], ["hand", die + 1, seat], ["left", cells.one("left") - 1]]);
}

function laid(cells: Cells, seat: number, die: number, card: number, spot: number): Cells {
  const puts = cells.one("puts") + 1;
  const down = cells.with([["place", spotOf(seat, card, spot), die], ["order", puts, die], ["puts", puts]]);
  if (spot === PARKED) return down.with([["parked", die + 1, seat, card]]);
  if (spot === BESIDE) return down;
  return down.with([["lies", die + 1, seat, card, spot, cells.one("lies", seat, card, spot, 0) > 0 ? 1 : 0]]);
}

function laidFromHand(cells: Cells, seat: number, card: number, spot: number): Cells {
  const die = dieOf(cells.one("hand", seat));
  return die === null ? cells : laid(cells, seat, die, card, spot).with([["hand", 0, seat]]);
}

/** What a move of ours will come to, if the server takes it; as it is, if it has been carried out already. */
export function foresee(view: Foreseeing, move: string): readonly number[] {
  const { you } = view;
  const cells = new Cells(view.game, view.cells);
  const [deed, where = ""] = move.split(" ");
  if (you === null || !acts(view, you)) return view.cells;
  const [card, field] = where.split(".").map((part) => Number(part) - 1) as [number, number];
  if (deed === "take") {
    const free = cells.one("place", card) === MIDDLE && cells.one("hand", you) === 0;
    return free ? taken(cells, you, card).all : view.cells;
  }
  if (deed === "put") return isFree(view, you, card, field) ? laidFromHand(cells, you, card, field).all : view.cells;
  if (deed === "beside") return laidFromHand(cells, you, card, BESIDE).all;
  if (deed === "park") return cells.one("parked", you, card) === 0 ? laidFromHand(cells, you, card, PARKED).all : view.cells;
  if (deed === "move") return movedOn(cells, you, card, field).all;
  return view.cells;
}

function movedOn(cells: Cells, seat: number, card: number, field: number): Cells {
  const die = dieOf(cells.one("parked", seat, card));
  if (die === null || cells.one("lies", seat, card, field, 1) > 0) return cells;
  return laid(cells.with([["parked", 0, seat, card]]), seat, die, card, field);
}

/** The cells after one event of a pass that is going on. */
export function after(view: Seen, event: BlitzEvent): readonly number[] {
  const cells = new Cells(view.game, view.cells);
  switch (event.kind) {
    case "takes":
      return taken(cells, event.seat, event.die - 1).all;
    case "puts":
      return laidFromHand(cells, event.seat, event.card - 1, event.field - 1).all;
    case "beside":
    case "late":
      return laidFromHand(cells, event.seat, event.card - 1, BESIDE).all;
    case "parks":
      return laidFromHand(cells, event.seat, event.card - 1, PARKED).all;
    case "moves":
      return movedOn(cells, event.seat, event.card - 1, event.field - 1).all;
    default:
      return view.cells;
  }
}

