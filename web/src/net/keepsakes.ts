/** What this device keeps of a table: the tokens of its seats, and for each match what it needs to check the dice. */

import { bytesToHex } from "@noble/hashes/utils.js";

export interface SeatKey {
  token: string; // opens the seat
  next?: string; // asked to take its place; the answer may still be on its way
  dice?: { entropy: string; commitment: string }; // our part of the next match's dice, and what the server committed to
}

/** What we noted before match `number` began: nobody can change it afterwards. */
export interface Noted {
  number: number;
  seat: number;
  commitment: string;
  entropy: string; // our own part of the dice, hexadecimal
}

interface Kept {
  seats: SeatKey[];
  noted: Noted[];
  at: number; // when last used
  game?: string; // what is played there
}

const PREFIX = "spieltisch.table.";
const MOST_TABLES = 30;
const MOST_MATCHES = 40;
const memory = new Map<string, string>(); // where the browser keeps nothing

export function randomHex(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function seatKeys(table: string): SeatKey[] {
  return read(table).seats;
}

export function keepSeatKeys(table: string, seats: SeatKey[]): void {
  write(table, { ...read(table), seats });
}

/** The tokens with which this device may ask for the matches of a table. */
export function tokensOf(table: string): string[] {
  return seatKeys(table).flatMap((key) => (key.next ? [key.token, key.next] : [key.token]));
}

export function note(table: string, noted: Noted): void {
  const kept = read(table);
  const others = kept.noted.filter((old) => old.number !== noted.number || old.seat !== noted.seat);
  write(table, { ...kept, noted: [...others, noted].slice(-MOST_MATCHES) });
}

export function notedOf(table: string, number: number): Noted[] {
  return read(table).noted.filter((noted) => noted.number === number);
}

/** Tables where this device has a seat, the latest first. */
export function recentTables(): { table: string; game: string | undefined; at: number }[] {
  return keys()
    .map((table) => ({ table, kept: read(table) }))
    .filter(({ kept }) => kept.seats.length > 0)
    .sort((a, b) => b.kept.at - a.kept.at)
    .map(({ table, kept }) => ({ table, game: kept.game, at: kept.at }));
}

export function keepGame(table: string, game: string): void {
  const kept = read(table);
  if (kept.game !== game) write(table, { ...kept, game });
}

/** The table is gone for good. */
export function forget(table: string): void {
  memory.delete(PREFIX + table);
  try {
    localStorage.removeItem(PREFIX + table);
  } catch {
    // a private window kept nothing
  }
}

function read(table: string): Kept {
  try {
    const kept = JSON.parse(load(PREFIX + table) ?? "{}") as Partial<Kept>;
    return { seats: kept.seats ?? [], noted: kept.noted ?? [], at: kept.at ?? 0, ...(kept.game && { game: kept.game }) };
  } catch {
    return { seats: [], noted: [], at: 0 };
  }
}

function write(table: string, kept: Kept): void {
  const text = JSON.stringify({ ...kept, at: Date.now() });
  memory.set(PREFIX + table, text);
  try {
    localStorage.setItem(PREFIX + table, text);
    for (const old of keys().sort((a, b) => read(b).at - read(a).at).slice(MOST_TABLES)) {
      localStorage.removeItem(PREFIX + old);
    }
  } catch {
    // a private window: this page remembers, the next one does not
  }
}

function load(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
