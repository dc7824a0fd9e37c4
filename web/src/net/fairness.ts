/** Version 2 of the dice's protocol, byte by byte as docs/fairness.md says it. Everything but lengths is hexadecimal
 *  outside. No crypto.subtle: it is missing on plain-http addresses. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { TableView } from "../protocol";

export const VERSION = 2;

/** All that was shown to everybody before anybody revealed. */
export interface Start {
  table: string;
  number: number;
  game: string;
  rules: number;
  options: Record<string, string>;
  chairs: readonly { kind: string; name: string; level: string | null }[];
  commitment: string;
  hashes: Record<number, string>;
}

/** Each behind its length, so that nothing can be shifted between them; numbers as decimal text. */
export function parts(...values: readonly (string | number | Uint8Array)[]): Uint8Array {
  const every = values.map((value) => (value instanceof Uint8Array ? value : utf8ToBytes(String(value))));
  return concatBytes(...every.flatMap((part) => [bigEndian(part.length), part]));
}

export function bigEndian(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** What a client publishes of its entropy: good for this commitment and this seat alone. */
export function entropyHash(commitment: string, seat: number, entropy: string): string {
  return hashOf("spieltisch entropy 2", parts(hexToBytes(commitment), seat, hexToBytes(entropy)));
}

export function startHash(start: Start): string {
  const options = Object.keys(start.options)
    .sort()
    .flatMap((name) => [name, start.options[name]!]);
  const chairs = start.chairs.flatMap(({ kind, name, level }) => [kind, name, level ?? ""]);
  const hashes = bySeat(start.hashes).flatMap(([seat, hash]) => [seat, hexToBytes(hash)]);
  const { table, number, game, rules } = start;
  const lists = [parts(...options), parts(...chairs), hexToBytes(start.commitment), parts(...hashes)];
  return hashOf("spieltisch start 2", parts(table, number, game, rules, ...lists));
}

/** What Chance's stream is bound to. */
export function streamContext(start: string, entropies: Record<number, string>): Uint8Array {
  const people = bySeat(entropies).flatMap(([seat, entropy]) => [seat, hexToBytes(entropy)]);
  return parts("spieltisch 2", hexToBytes(start), ...people);
}

/** The start as this client was shown it. */
export function startShown(id: string, { number, game, rules, options, chairs, commitment, hashes }: TableView): Start {
  return { table: id, number, game, rules, options, chairs, commitment, hashes };
}

/** 32 bytes, in the one form in which they are written. */
export function isHash(hex: unknown): hex is string {
  return typeof hex === "string" && /^[0-9a-f]{64}$/.test(hex);
}

/** Exactly the people have added to the dice, one each. */
export function isOfThePeople({ chairs, hashes }: Pick<Start, "chairs" | "hashes">): boolean {
  return (
    chairs.every(({ kind }, seat) => (kind === "human") === seat in hashes) &&
    Object.keys(hashes).every((seat) => Number(seat) in chairs)
  );
}

function bySeat<T>(values: Record<number, T>): [number, T][] {
  return Object.entries(values)
    .map(([seat, value]): [number, T] => [Number(seat), value])
    .sort(([a], [b]) => a - b);
}

function hashOf(what: string, content: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(what), content)));
}
