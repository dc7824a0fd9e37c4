/** Checks the dice of a finished match here in the browser, trusting nobody: docs/fairness.md, in a few lines.
 *
 *  It needs no rules: each draw of Chance comes with its weights. That the weights are those of the rules is checked by
 *  the server, or by `spieltisch verify` on one's own machine. */

import type { Noted } from "../net/keepsakes";
import type { MatchDocument } from "../protocol";
import { bytesOf, commitmentOf, context, Stream } from "./stream";

const CHANCE = -1;

/** What is checked, in this order. */
export type Check = "commitment" | "ownCommitment" | "entropy" | "ownEntropy" | "draws";

/** good; wrong: it does not fit; none: there is nothing to hold it against. */
export type Verdict = "good" | "wrong" | "none";

export interface Finding {
  check: Check;
  verdict: Verdict;
  /** What is wrong, as a key of texts `verify.why`, and what to fill in. */
  why?: Why;
  values?: Record<string, string | number>;
}

export type Why = "garbled" | "secret" | "noted" | "hash" | "twice" | "mine" | "weights" | "drawn";

export interface Report {
  findings: Finding[];
  good: boolean;
  people: number; // who added to the dice; 0: server's dice
  draws: number;
}

/** `noted` is what this device itself wrote down before the match, one for each of its seats. */
export function verify(match: MatchDocument, noted: readonly Noted[] = []): Report {
  const people = listOf(match.people);
  const findings = [
    checkCommitment(match),
    checkOwnCommitment(match, noted),
    checkEntropies(match),
    checkOwnEntropy(match, noted),
    checkDraws(match),
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
    if (commitmentOf(entropy) !== person.hash) return wrong("entropy", "hash", { name });
    if (people.filter((other) => other?.seat === person.seat).length > 1) return wrong("entropy", "twice", { name });
  }
  return good("entropy");
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
  const stream = new Stream(secret, context(match.table, entropies));
  for (const [index, line] of listOf(match.log).entries()) {
    if (line?.seat !== CHANCE) continue;
    const weights = listOf(line.weights ?? []);
    if (!areWeights(weights, outcomes.length)) return wrong("draws", "weights", { n: index + 1 });
    const drawn = outcomes[stream.next(weights)]!;
    if (line.move !== drawn) return wrong("draws", "drawn", { n: index + 1, drawn, shown: String(line.move) });
  }
  return good("draws");
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
