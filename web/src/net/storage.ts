/** What this device keeps of a table: the tokens of its seats, and for each match what it needs to check the dice. */

import { forgetReplays } from "../app/kept";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Head } from "./tally";

export interface SeatKey {
  token: string; // opens the seat
  next?: string; // asked to take its place; the answer may still be on its way
  shared?: boolean; // another device of ours has it, too, and may have answered for us
}

/** What we noted before match `number` began, and of what we were told of it: nobody can change it afterwards. */
export interface Noted extends Partial<Head> {
  version: number; // of the dice's protocol
  number: number;
  seat: number;
  commitment: string;
  entropy: string; // our own part of the dice, hexadecimal; empty: we were asked for none
  start?: string; // the hash of all that we were shown: we revealed for it; version 1 had none
  at?: number; // when we revealed
  begun?: boolean; // the start was not cancelled
}

interface Kept {
  seats: SeatKey[];
  noted: Noted[];
  at: number; // when last used
  game?: string; // what is played there
  mine?: number[]; // our seats, as of then
  heard?: string; // the last news of a bot that played for us
  notices?: string; // where this device is told of its turn there: a push service's address
}

const PREFIX = "spieltisch.table.";
const REVEALED = "spieltisch.revealed"; // commitment → the one start we revealed for, of all tables, for ever
const MOST_TABLES = 30;
const MOST_MATCHES = 100;
const memory = new Map<string, string>(); // what the browser did not keep

export function randomHex(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function seatKeys(table: string): SeatKey[] {
  return read(table).seats;
}

export function keepSeatKeys(table: string, seats: SeatKey[]): void {
  write(table, { ...read(table), seats });
}

/** From now on another device of ours has them, too. */
export function shareSeats(table: string): void {
  const kept = read(table);
  store(PREFIX + table, JSON.stringify({ ...kept, seats: kept.seats.map((key) => ({ ...key, shared: true })) }));
}

/** The tokens with which this device may ask for the matches of a table. */
export function tokensOf(table: string): string[] {
  return seatKeys(table).flatMap((key) => (key.next ? [key.token, key.next] : [key.token]));
}

/** A note is completed, never replaced by one of another commitment. */
export function note(table: string, noted: Noted): void {
  const kept = read(table);
  const others = kept.noted.filter((old) => old.commitment !== noted.commitment || old.seat !== noted.seat);
  write(table, { ...kept, noted: [...others, noted].slice(-MOST_MATCHES) });
}

/** Starts before match `number` for which we revealed, and which came to nothing. */
export function unplayedOf(table: string, number: number): Noted[] {
  return notesOf(table).filter((noted) => noted.number < number && noted.start && !noted.begun);
}

export function notedOf(table: string, number: number): Noted[] {
  return notesOf(table).filter((noted) => noted.number === number);
}

/** Of all matches of a table; those of version 1 did not name it, and were noted when the match had begun. */
export function notesOf(table: string): Noted[] {
  return read(table).noted.map((noted) => (noted.version ? noted : { ...noted, version: 1, begun: true }));
}

export function wasRevealed(commitment: string): boolean {
  return commitment in revealed();
}

/** May we reveal for this start? We may for one of each commitment, and for that one again after a broken line. */
export function revealOnce(commitment: string, start: string): boolean {
  const all = revealed();
  if (commitment in all) return all[commitment] === start;
  store(REVEALED, JSON.stringify({ ...all, [commitment]: start }));
  return true;
}

function revealed(): Record<string, string> {
  try {
    return JSON.parse(load(REVEALED) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Tables where this device has a seat, the latest first. */
export function recentTables(): { table: string; game: string | undefined; mine: number[]; at: number }[] {
  return keys()
    .map((table) => ({ table, kept: read(table) }))
    .filter(({ kept }) => kept.seats.length > 0)
    .sort((a, b) => b.kept.at - a.kept.at)
    .map(({ table, kept }) => ({ table, game: kept.game, mine: kept.mine ?? [], at: kept.at }));
}

export function keepGame(table: string, game: string, mine: number[]): void {
  const kept = read(table);
  if (kept.game !== game || String(kept.mine) !== String(mine)) write(table, { ...kept, game, mine });
}

export function hasHeard(table: string, news: string): boolean {
  return read(table).heard === news;
}

export function heard(table: string, news: string): void {
  write(table, { ...read(table), heard: news });
}

export const noticesOf = (table: string): string | null => read(table).notices ?? null;

export function keepNotices(table: string, notices: string | undefined): void {
  write(table, { ...read(table), notices });
}

/** The table is gone for good. Our notes stay: no server may take from us what we checked it by. */
export function forget(table: string): void {
  store(PREFIX + table, JSON.stringify({ seats: [], noted: read(table).noted, at: 0 }));
  void forgetReplays(table);
}

function read(table: string): Kept {
  try {
    const kept = JSON.parse(load(PREFIX + table) ?? "{}") as Partial<Kept>;
    return { ...kept, seats: kept.seats ?? [], noted: kept.noted ?? [], at: kept.at ?? 0 };
  } catch {
    return { seats: [], noted: [], at: 0 };
  }
}

function write(table: string, kept: Kept): void {
  store(PREFIX + table, JSON.stringify({ ...kept, at: Date.now() }));
  for (const old of keys()
    .sort((a, b) => read(b).at - read(a).at)
    .slice(MOST_TABLES)) {
    localStorage.removeItem(PREFIX + old);
  }
}

/** Where the browser keeps nothing more (full, or a private window) this page remembers, and the next one does not. */
function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

function load(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
