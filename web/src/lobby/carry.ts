/** "My tables on my phone too": tables and the keys of our seats in a link, behind the # that no server is sent. */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { keepSeatKeys, recentTables, seatKeys, shareSeats } from "../net/storage";

export interface Carried {
  table: string;
  tokens: string[];
}

export const MARK = "#tables=";
export const MOST = 20; // or the QR code would be too fine for a camera
const KEY = /^[0-9a-f]{32}$/;
const TABLE = /^[\w-]{4,64}$/;

/** The tables of this device that were used last. From now on another device may answer for these seats, too. */
export function packOwn(): string {
  const tables = recentTables().slice(0, MOST);
  for (const { table } of tables) shareSeats(table);
  return pack(tables.map(({ table }) => ({ table, tokens: seatKeys(table).map((key) => key.token) })));
}

/** `table.key.key,table.key`: a key is 16 bytes, in the letters that a link may have. */
export function pack(tables: readonly Carried[]): string {
  return MARK + tables.map(({ table, tokens }) => [table, ...tokens.map(short)].join(".")).join(",");
}

/** Null: it is something else, or its end is missing. */
export function unpack(hash: string): Carried[] | null {
  if (!hash.startsWith(MARK)) return null;
  const tables = hash
    .slice(MARK.length)
    .split(",")
    .map((part) => part.split("."))
    .map(([table, ...keys]) => ({ table: table!, tokens: keys.map(long) }));
  const whole = tables.every(
    ({ table, tokens }) => TABLE.test(table) && tokens.length > 0 && tokens.every((token) => KEY.test(token)),
  );
  return whole && tables.length <= MOST ? tables : null;
}

/** What this device has already stays as it is. */
export function takeIn(tables: readonly Carried[]): void {
  for (const { table, tokens } of tables.toReversed()) {
    const own = seatKeys(table);
    const fresh = tokens.filter((token) => own.every((key) => key.token !== token && key.next !== token));
    keepSeatKeys(table, [...own, ...fresh.map((token) => ({ token, shared: true }))]);
  }
}

const short = (token: string): string =>
  btoa(String.fromCharCode(...hexToBytes(token)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function long(text: string): string {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return bytesToHex(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return "";
  }
}
