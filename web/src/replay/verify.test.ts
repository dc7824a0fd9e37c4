import { readFileSync } from "node:fs";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { entropyHash, parts, startHash, streamContext } from "../net/fairness";
import type { Noted } from "../net/storage";
import { Tally } from "../net/tally";
import type { Frame, Game, Line, MatchDocument, SeatChange } from "../protocol";
import fixture from "./fixture.json";
import { oldContext, Stream } from "./stream";
import { verify, type Check } from "./verify";
import version1 from "./version1.json";

const PAGE = readFileSync("../docs/fairness.md", "utf8");
const MATCH = fixture.finished.match as MatchDocument;
const NOTED: Noted = {
  version: 2,
  number: 1,
  seat: 1,
  commitment: MATCH.commitment,
  entropy: MATCH.people[1]!.entropy,
  start: MATCH.start!,
};
const OLD = version1 as MatchDocument;

/** The rows of the table on docs/fairness.md whose head begins so. */
function tableOf(head: string): string[][] {
  const lines = PAGE.split("\n");
  const first = lines.findIndex((line) => line.startsWith(head)) + 2;
  const last = lines.findIndex((line, index) => index >= first && !line.startsWith("|"));
  return lines.slice(first, last).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const bytes = (cell: string): Uint8Array => (cell === "(empty)" ? new Uint8Array() : hexToBytes(cell));

describe("the vectors of docs/fairness.md", () => {
  const words = tableOf("| key (hex) | context (hex) | word 0");
  const numbers = tableOf("| key (hex) | context (hex) | n | the first");
  const rejections = tableOf("| key (hex) | context (hex) | n | number");
  const contexts = tableOf("| table id |");

  test("are all there", () => {
    expect([words.length, numbers.length, rejections.length, contexts.length]).toEqual([3, 6, 3, 3]);
  });
  test.each(words)("words of %s, %s", (key, bound, ...shown) => {
    const stream = new Stream(bytes(key!), bytes(bound!));
    const first = Array.from({ length: 5 }, () => stream.word().toString(16).padStart(16, "0"));
    expect([first[0], first[1], first[4]]).toEqual(shown);
  });
  test.each(numbers)("numbers of %s, %s below %s", (key, bound, n, shown) => {
    const stream = new Stream(bytes(key!), bytes(bound!));
    expect(Array.from({ length: 10 }, () => stream.below(BigInt(n!))).join(" ")).toBe(shown);
  });
  test.each(rejections)("words thrown away by %s, %s below %s", (key, bound, n, shown, used) => {
    const stream = new Stream(bytes(key!), bytes(bound!));
    expect([stream.below(BigInt(n!)).toString(), String(stream.used)]).toEqual([shown, used]);
  });
  test.each(contexts)("context of %s, %s", (table, entropies, shown) => {
    const given: Record<string, Uint8Array[]> = { "(none)": [], "(one, empty)": [new Uint8Array()] };
    expect(bytesToHex(oldContext(table!, given[entropies!] ?? entropies!.split(", ").map(hexToBytes)))).toBe(shown);
  });
});

describe("version 2 of docs/fairness.md", () => {
  const shown = Object.fromEntries(tableOf("| what | hex |").map(([what, hex]) => [what, hex]));
  const commitment = shown["C"]!;
  const entropies = { 0: "11".repeat(32), 2: "22".repeat(32) };
  const hashes = { 2: entropyHash(commitment, 2, entropies[2]), 0: entropyHash(commitment, 0, entropies[0]) };
  const start = startHash({
    table: "kitchen-table",
    number: 3,
    game: "lobo77",
    rules: 1,
    options: { edition: "55", draw: "automatic", announce: "automatic" },
    chairs: [
      { kind: "human", name: "Hanna", level: null },
      { kind: "bot", name: "Robo", level: "master" },
      { kind: "human", name: "Jürgen", level: null },
    ],
    commitment,
    hashes,
  });

  test("parts, hashes, start, context, and the stream that follows", () => {
    expect(bytesToHex(parts("t7", 12, new Uint8Array([1, 2]), ""))).toBe(shown['`parts("t7", 12, 0x0102, "")`']);
    expect([hashes[0], hashes[2]]).toEqual([shown["hash of seat 0"], shown["hash of seat 2"]]);
    expect(start).toBe(shown["start"]);
    expect(bytesToHex(streamContext(start, entropies))).toBe(shown["context"]);
    const secret = new Uint8Array(32).map((_, index) => index);
    expect(new Stream(secret, streamContext(start, entropies)).word().toString(16)).toBe(shown["word 0 of the stream"]);
  });
});

/** The match with something changed in it, and which checks find it. */
function found(change: (match: MatchDocument) => void, noted: Noted[] = []): Check[] {
  const match = structuredClone(MATCH);
  change(match);
  const report = verify(match, noted);
  expect(report.good).toBe(false);
  return report.findings.filter((finding) => finding.verdict === "wrong").map((finding) => finding.check);
}
const draws = (match: MatchDocument) => match.log.filter((line) => line.seat === -1);

describe("a finished match", () => {
  test("is in order", () => {
    const report = verify(MATCH, [NOTED]);
    expect(report.findings.map((finding) => finding.verdict)).toEqual([
      "good",
      "good",
      "good",
      "good",
      "good",
      "good",
      "good",
      "none",
    ]);
    expect([report.good, report.people, report.draws]).toEqual([true, 2, draws(MATCH).length]);
  });
  test("without notes of our own, says so", () => {
    const report = verify(MATCH);
    expect(report.findings.filter((finding) => finding.verdict === "none").map((finding) => finding.check)).toEqual([
      "ownCommitment",
      "ownEntropy",
      "ownStart",
      "ownLog",
    ]);
    expect(report.good).toBe(true);
  });
  test("of version 1 is checked as what it was", () => {
    const note: Noted = { version: 1, number: 1, seat: 1, commitment: OLD.commitment, entropy: OLD.people[1]!.entropy };
    const report = verify(OLD, [note]);
    expect(report.findings.map((finding) => finding.verdict)).toEqual([
      "good",
      "good",
      "good",
      "good",
      "none",
      "none",
      "good",
      "none",
    ]);
    expect(report.good).toBe(true);
  });
  test("that claims to be of version 1, where we noted a start of version 2", () => {
    const note: Noted = {
      version: 2,
      number: 1,
      seat: 1,
      commitment: OLD.commitment,
      entropy: OLD.people[1]!.entropy,
      start: "00".repeat(32),
    };
    expect(verify(OLD, [note]).findings.find(({ verdict }) => verdict === "wrong")).toMatchObject({
      check: "ownStart",
      why: "older",
    });
  });
  test("of a newer version is not called good", () => {
    expect(found((match) => (match.version = 3))).toEqual(["start"]);
  });
  test("another start than the one we were shown", () => {
    expect(found(() => undefined, [{ ...NOTED, start: "44".repeat(32) }])).toEqual(["ownStart"]);
  });
  test("a ghost: a person on a bot's chair, start and all", () => {
    const haunt = (match: MatchDocument) => {
      const entropy = "55".repeat(32);
      match.people.push({ seat: 2, entropy, hash: entropyHash(match.commitment, 2, entropy) });
      match.names.push("Ghost");
      match.chairs!.push({ kind: "human", level: null });
      const { table, number, game, rules, options, commitment, people } = match;
      const chairs = match.chairs!.map(({ kind }, seat) => ({ kind, name: match.names[seat]!, level: null }));
      match.start = startHash({
        table,
        number,
        game,
        rules,
        options,
        chairs,
        commitment,
        hashes: Object.fromEntries(people.map((p) => [p.seat, p.hash])),
      });
    };
    expect(found(haunt, [NOTED])).toEqual(["ownStart", "draws"]);
  });
  test("other players, options, rules or another number than at the start", () => {
    expect(found((match) => (match.names[0] = "Eve"))).toEqual(["start", "draws"]);
    expect(found((match) => (match.chairs![0] = { kind: "bot", level: "club" }))).toEqual(["start", "draws"]);
    expect(found((match) => (match.options = { ...match.options, edition: "56" }))).toEqual(["start", "draws"]);
    expect(found((match) => (match.rules = 2))).toEqual(["start", "draws"]);
    expect(found((match) => (match.number = 2))).toEqual(["start", "draws"]);
    expect(found((match) => (match.start = "66".repeat(32)))).toEqual(["start"]);
  });
  test("another card was dealt", () => {
    expect(found((match) => (draws(match)[5]!.move = draws(match)[5]!.move === "10" ? "9" : "10"))).toEqual(["draws"]);
  });
  test("the finding names the entry and both cards", () => {
    const match = structuredClone(MATCH);
    match.log[3]!.move = "76";
    const finding = verify(match).findings.find(({ check }) => check === "draws")!;
    expect(finding.values).toEqual({ n: 4, drawn: MATCH.log[3]!.move, shown: "76" });
  });
  test("two draws changed places", () => {
    const swap = (match: MatchDocument) => {
      const at = match.log.findIndex((line, index) => line.seat === -1 && match.log[index + 1]?.move !== line.move);
      [match.log[at], match.log[at + 1]] = [match.log[at + 1]!, match.log[at]!];
    };
    expect(found(swap)).toEqual(["draws"]);
  });
  test("a draw is missing", () => {
    expect(found((match) => match.log.splice(2, 1))).toEqual(["draws"]);
  });
  test("the order of the outcomes was changed", () => {
    expect(found((match) => match.outcomes.reverse())).toEqual(["draws"]);
  });
  test("weights were changed, or are none", () => {
    expect(found((match) => (draws(match)[1]!.weights = draws(match)[1]!.weights!.toReversed()))).toEqual(["draws"]);
    expect(found((match) => (draws(match)[1]!.weights = []))).toEqual(["draws"]);
    expect(found((match) => (draws(match)[1]!.weights![0] = -1))).toEqual(["draws"]);
    expect(found((match) => (draws(match)[1]!.weights = draws(match)[1]!.weights!.map(() => 0)))).toEqual(["draws"]);
  });
  test("somebody's entropy was exchanged", () => {
    expect(found((match) => (match.people[0]!.entropy = "00".repeat(32)))).toEqual(["entropy", "draws"]);
    expect(found((match) => (match.people[0]!.entropy = "no entropy"))).toEqual(["entropy", "draws"]);
  });
  test("our own entropy was exchanged, hash and all", () => {
    const other = MATCH.people[0]!;
    const exchange = (match: MatchDocument) =>
      (match.people[1] = { seat: 1, entropy: other.entropy, hash: entropyHash(match.commitment, 1, other.entropy) });
    expect(found(exchange, [NOTED])).toEqual(["ownEntropy", "start", "draws"]);
  });
  test("a person was left out", () => {
    expect(found((match) => match.people.pop(), [NOTED])).toEqual(["ownEntropy", "start", "draws"]);
  });
  test("two people changed seats, or share one", () => {
    const swap = (match: MatchDocument) => match.people.forEach((person) => (person.seat = 1 - person.seat));
    expect(found(swap)).toEqual(["entropy", "start", "draws"]);
    expect(found((match) => match.people.push(match.people[0]!))).toContain("entropy");
  });
  test("another secret, or another commitment", () => {
    expect(found((match) => (match.secret = "11".repeat(32)))).toEqual(["commitment", "draws"]);
    expect(found((match) => (match.secret = "x"))).toEqual(["commitment", "draws"]);
    expect(found((match) => (match.commitment = "22".repeat(32)))).toEqual(["commitment", "entropy", "start", "draws"]);
  });
  test("a commitment that is not the one we saw before the match", () => {
    expect(found(() => undefined, [{ ...NOTED, commitment: "33".repeat(32) }])).toEqual(["ownCommitment"]);
  });
  test("another table", () => {
    expect(found((match) => (match.table = "another"))).toEqual(["start", "draws"]);
  });
  test("people are taken by their seats, however they are listed", () => {
    expect(verify({ ...MATCH, people: MATCH.people.toReversed() }).good).toBe(true);
  });
  test("a file that is no match is found wrong, not fatal", () => {
    expect(verify({} as MatchDocument).good).toBe(false);
    expect(verify({ log: [null], people: [null] } as unknown as MatchDocument).good).toBe(false);
  });
  test("no person: server's dice", () => {
    const report = verify({ ...MATCH, people: [], log: [] });
    expect([report.people, report.findings[2]!.verdict]).toEqual([0, "none"]);
  });
});

describe("what this device was told while it was played", () => {
  const { unseen } = fixture.game as unknown as Game;
  const frames = fixture.finished.replay.frames as unknown as Frame[];
  const stood: SeatChange = { row: 12, seat: 0, what: "stood_in", name: "Hanna", level: "club" };
  const CHANGED: MatchDocument = { ...MATCH, changes: [stood] };

  /** Its note, after so many rows: others' cards only as such. */
  function noteAfter(rows: number, changes = [stood]): Noted {
    const tally = new Tally(MATCH.start!);
    tally.add(
      frames
        .slice(0, rows)
        .map((frame): Frame => (frame[0] === -1 && frame[2] === 0 ? (frame.with(1, "?") as Frame) : frame)),
    );
    tally.change(changes);
    return { ...NOTED, ...tally.head };
  }
  const verdict = (match: MatchDocument, note: Noted) => verify(match, [note], unseen).findings.at(-1)!;

  test("is what the document says, however far we were there", () => {
    for (const rows of [0, 11, 12, frames.length])
      expect(verdict(CHANGED, noteAfter(rows, rows < 12 ? [] : [stood]))).toEqual({ check: "ownLog", verdict: "good" });
  });
  test("another move, another who stood in, fewer moves", () => {
    const note = noteAfter(frames.length);
    const log = structuredClone(MATCH.log);
    const mine = log.find((line) => line.seat === 1)!;
    mine.move = mine.move === "4" ? "5" : "4";
    for (const match of [
      { ...CHANGED, log },
      { ...CHANGED, changes: [{ ...stood, level: "master" }] },
      { ...CHANGED, log: MATCH.log.slice(0, -1) },
      MATCH,
    ]) {
      expect(verdict(match, note)).toMatchObject({ verdict: "wrong", why: "told" });
    }
  });
  test("a card that went to another seat than we were told; which card it was we could not know", () => {
    const note = noteAfter(frames.length);
    const dealt = (change: (line: Line) => void): MatchDocument => {
      const log = structuredClone(MATCH.log);
      change(log.find((line) => line.seat === -1 && line.to === 0)!);
      return { ...CHANGED, log };
    };
    expect(
      verdict(
        dealt((line) => (line.to = 1)),
        note,
      ).verdict,
    ).toBe("wrong");
    expect(
      verdict(
        dealt((line) => (line.move = "44")),
        note,
      ).verdict,
    ).toBe("good");
  });
  test("a note of before, without a hash of it, says nothing", () => {
    expect(verdict(MATCH, NOTED)).toEqual({ check: "ownLog", verdict: "none" });
  });
});
