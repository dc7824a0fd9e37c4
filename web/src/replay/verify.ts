/** Checks the dice of a finished match here in the browser, trusting nobody: docs/fairness.md, in a few lines.
 *
 *  It needs no rules: each draw of Chance comes with its weights. That the weights are those of the rules is checked by
 *  the server, or by `spieltisch verify` on one's own machine. */

import { entropyHash, isOfThePeople, startHash, streamContext, VERSION, type Start } from "../net/fairness";
import type { Noted } from "../net/storage";
import { headOf, type ToldRow } from "../net/tally";
import type { Line, MatchDocument, Unseen } from "../protocol";
import { bytesOf, commitmentOf, oldContext, Stream } from "./stream";

const CHANCE = -1;

/** What is checked, in this order. */
export type Check =
  "commitment" | "ownCommitment" | "entropy" | "ownEntropy" | "start" | "ownStart" | "draws" | "ownLog";

/** good; wrong: it does not fit; none: there is nothing to hold it against. */
export type Verdict = "good" | "wrong" | "none";

export interface Finding {
  check: Check;
  verdict: Verdict;
  /** What is wrong, as a key of texts `verify.why`, and what to fill in. */
  why?: Why;
  values?: Record<string, string | number>;
}

export type Why =
  | "garbled"
  | "secret"
  | "noted"
  | "hash"
  | "twice"
  | "mine"
  | "people"
  | "start"
  | "shown"
  | "older"
  | "newer"
  | "not_asked"
  | "weights"
  | "drawn"
  | "told";

export interface Report {
  findings: Finding[];
  good: boolean;
  people: number; // who added to the dice; 0: server's dice
  draws: number;
}

/** `noted` is what this device itself wrote down before and during the match, one for each of its seats; `unseen` is how the
 *  log calls what a seat may not see. */
export function verify(match: MatchDocument, noted: readonly Noted[] = [], unseen: Unseen | null = null): Report {
  const people = listOf(match.people);
  const findings = [
    checkCommitment(match),
    checkOwnCommitment(match, noted),
    checkEntropies(match),
    checkOwnEntropy(match, noted),
    checkStart(match),
    checkOwnStart(match, noted),
    checkDraws(match),
    checkOwnLog(match, noted, unseen),
  ];
  return {
    findings,
    good: findings.every((finding) => finding.verdict !== "wrong"),
    people: people.length,
    draws: listOf(match.log).filter((line) => line?.seat === CHANCE).length,
  };
}

const good = (check: Check): Finding => ({ check, verdict: "good" });
const none = (check: Check): Finding => ({ check, verdict: "none" });
const wrong = (check: Check, why: Why, values: Finding["values"] = {}): Finding => ({
  check,
  verdict: "wrong",
  why,
  values,
});

/** The secret is the one whose hash was published before anybody sat down. */
function checkCommitment(match: MatchDocument): Finding {
  const secret = bytesOf(match.secret);
  if (secret === null) return wrong("commitment", "garbled");
  return commitmentOf(secret) === match.commitment ? good("commitment") : wrong("commitment", "secret");
}

/** … and the hash is the one this device saw then. */
function checkOwnCommitment(match: MatchDocument, noted: readonly Noted[]): Finding {
  if (noted.length === 0) return none("ownCommitment");
  const same = noted.every((note) => note.commitment === match.commitment);
  return same ? good("ownCommitment") : wrong("ownCommitment", "noted");
}

/** What each person added is what that person's hash promised. */
function checkEntropies(match: MatchDocument): Finding {
  const people = listOf(match.people);
  if (people.length === 0) return none("entropy");
  for (const person of people) {
    const entropy = bytesOf(person?.entropy);
    if (entropy === null || !Number.isInteger(person.seat)) return wrong("entropy", "garbled");
    const name = nameOf(match, person.seat);
    if (hashIn(match, person.seat, entropy, person.entropy) !== person.hash) return wrong("entropy", "hash", { name });
    if (people.filter((other) => other?.seat === person.seat).length > 1) return wrong("entropy", "twice", { name });
  }
  return good("entropy");
}

function hashIn(match: MatchDocument, seat: number, entropy: Uint8Array, hex: string): string {
  if (versionOf(match) === 1) return commitmentOf(entropy);
  return bytesOf(match.commitment) === null ? "" : entropyHash(match.commitment, seat, hex);
}

function versionOf(match: MatchDocument): number {
  return match.version ?? 1;
}

/** Who played, by which rules, with which hashes: all that was shown before anybody revealed. */
function checkStart(match: MatchDocument): Finding {
  if (versionOf(match) === 1) return none("start");
  if (versionOf(match) !== VERSION) return wrong("start", "newer");
  const start = startIn(match);
  if (start === null) return wrong("start", "garbled");
  if (!isOfThePeople(start)) return wrong("start", "people");
  return startHash(start) === match.start ? good("start") : wrong("start", "start");
}

function startIn({
  table,
  number,
  game,
  rules,
  options,
  names,
  chairs,
  commitment,
  people,
}: MatchDocument): Start | null {
  const seated = listOf(chairs ?? []).map((chair, seat) => ({
    kind: chair?.kind,
    name: listOf(names)[seat] ?? "",
    level: chair?.level ?? null,
  }));
  const hashes = Object.fromEntries(listOf(people).map((person) => [person?.seat, person?.hash]));
  const readable =
    bytesOf(commitment) &&
    Object.values(hashes).every((hash) => bytesOf(hash)) &&
    typeof options === "object" &&
    options !== null;
  if (!readable || seated.length !== listOf(names).length) return null;
  return { table, number, game, rules, options, chairs: seated, commitment, hashes };
}

/** … and it is what this device was shown then. */
function checkOwnStart(match: MatchDocument, noted: readonly Noted[]): Finding {
  const mine = noted.filter((note) => note.version > 1);
  if (mine.length === 0) return none("ownStart");
  if (versionOf(match) === 1) return wrong("ownStart", "older");
  if (mine.some((note) => !note.start)) return wrong("ownStart", "not_asked");
  return mine.every((note) => note.start === match.start) ? good("ownStart") : wrong("ownStart", "shown");
}

/** What this device added is in it, unchanged. */
function checkOwnEntropy(match: MatchDocument, noted: readonly Noted[]): Finding {
  if (noted.length === 0) return none("ownEntropy");
  for (const note of noted) {
    const mine = listOf(match.people).find((person) => person?.seat === note.seat);
    if (mine?.entropy !== note.entropy) return wrong("ownEntropy", "mine", { name: nameOf(match, note.seat) });
  }
  return good("ownEntropy");
}

/** Every draw follows from the secret, all entropies and its weights. */
function checkDraws(match: MatchDocument): Finding {
  const secret = bytesOf(match.secret);
  const people = listOf(match.people).toSorted((a, b) => a?.seat - b?.seat);
  const entropies = people.map((person) => bytesOf(person?.entropy));
  const outcomes = listOf(match.outcomes);
  if (secret === null || typeof match.table !== "string" || !entropies.every((entropy) => entropy !== null)) {
    return wrong("draws", "garbled");
  }
  const stream = new Stream(secret, contextIn(match, entropies));
  for (const [index, line] of listOf(match.log).entries()) {
    if (line?.seat !== CHANCE) continue;
    const weights = listOf(line.weights ?? []);
    if (!areWeights(weights, outcomes.length)) return wrong("draws", "weights", { n: index + 1 });
    const drawn = outcomes[stream.next(weights)]!;
    if (line.move !== drawn) return wrong("draws", "drawn", { n: index + 1, drawn, shown: String(line.move) });
  }
  return good("draws");
}

/** Every move, and who sat where, is what this device was told while it was played. */
function checkOwnLog(match: MatchDocument, noted: readonly Noted[], unseen: Unseen | null): Finding {
  const mine = noted.filter(({ start, head }) => start && head);
  if (mine.length === 0 || unseen === null) return none("ownLog");
  const log = listOf(match.log);
  const changes = listOf(match.changes ?? []);
  const told = ({ start, seat, rows = 0, changes: seats = 0, head }: Noted): boolean =>
    rows <= log.length &&
    headOf(
      start!,
      log.slice(0, rows).map((line) => rowTold(line, seat, unseen)),
      changes.slice(0, seats),
    ) === head;
  return mine.every(told) ? good("ownLog") : wrong("ownLog", "told");
}

/** A line of the log as this seat was told it: what others did in secret only by its kind. */
function rowTold(line: Line, seat: number, unseen: Unseen): ToldRow {
  const to = line?.to ?? -1;
  const mine = line.seat === CHANCE ? to === -1 || to === seat : line.seat === seat;
  const hidden = (line.seat === CHANCE ? unseen.outcomes : unseen.moves)[line.move];
  const [made, came] = line.claimed ?? [-1, -1];
  return [line.seat, mine ? line.move : (hidden ?? line.move), to, line.at ?? -1, made, came];
}

function contextIn(match: MatchDocument, bySeat: readonly Uint8Array[]): Uint8Array {
  if (versionOf(match) === 1) return oldContext(match.table, bySeat);
  const start = startIn(match);
  const entropies = Object.fromEntries(listOf(match.people).map(({ seat, entropy }) => [seat, entropy]));
  return start === null ? new Uint8Array() : streamContext(startHash(start), entropies);
}

function areWeights(weights: readonly number[], outcomes: number): boolean {
  return (
    weights.length === outcomes &&
    weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0) &&
    weights.some((weight) => weight > 0)
  );
}

/** A file may hold anything. */
function listOf<T>(value: readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(match: MatchDocument, seat: number): string {
  return listOf(match.names)[seat] ?? String(seat + 1);
}
