/** Chance's stream, byte by byte as docs/fairness.md says it. No crypto.subtle: it is missing on plain-http addresses. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { bigEndian, parts } from "../net/fairness";

const WORDS_IN_BLOCK = 4; // of 8 bytes
const ALL_WORDS = 2n ** 64n;

export class Stream {
  used = 0; // words taken
  private block: DataView = new DataView(new ArrayBuffer(0));

  constructor(
    private readonly key: Uint8Array,
    private readonly context: Uint8Array,
  ) {}

  /** The next 64-bit word, as it lies in the blocks, big-endian. */
  word(): bigint {
    const place = this.used % WORDS_IN_BLOCK;
    if (place === 0) this.block = this.makeBlock(this.used / WORDS_IN_BLOCK);
    this.used += 1;
    return this.block.getBigUint64(8 * place);
  }

  /** A number 0 … n − 1: the first word below the largest multiple of n, modulo n. */
  below(n: bigint): bigint {
    const limit = (ALL_WORDS / n) * n;
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  /** The outcome at which the number drawn falls below zero. */
  next(weights: readonly number[]): number {
    let left = this.below(weights.reduce((sum, weight) => sum + BigInt(weight), 0n));
    return weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
  }

  private makeBlock(number: number): DataView {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setBigUint64(0, BigInt(number));
    const block = hmac(sha256, this.key, concatBytes(this.context, counter));
    return new DataView(block.buffer, block.byteOffset, block.byteLength);
  }
}

/** What the stream was bound to in version 1: the table's id and all entropies. */
export function oldContext(table: string, entropies: readonly Uint8Array[]): Uint8Array {
  return concatBytes(bigEndian(1 + entropies.length), parts(table, ...entropies));
}

/** SHA-256, both in hexadecimal. */
export function commitmentOf(secret: Uint8Array): string {
  return bytesToHex(sha256(secret));
}

/** 32 bytes; null: it is something else. */
export function bytesOf(hex: unknown): Uint8Array | null {
  return typeof hex === "string" && /^[0-9a-f]{64}$/i.test(hex) ? hexToBytes(hex) : null;
}
