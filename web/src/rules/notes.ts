/** What a rulebook says about its rules in other places: which have examples, which are our own rulings. */

import type { Block, Inline } from "./markdown";

/** By rule: the numbers of the examples that name it. */
export function examplesOf(blocks: readonly Block[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { number, inside } of blocks.flatMap((block) => (isExamples(block) ? block.items : []))) {
    for (const rule of rulesIn(inside)) found.set(rule, [...(found.get(rule) ?? []), number]);
  }
  return found;
}

/** The numbered list whose every item names the rules that it shows. */
export function isExamples(block: Block): block is Extract<Block, { kind: "list" }> {
  return block.kind === "list" && block.ordered && block.items.every(({ inside }) => rulesIn(inside).length > 0);
}

/** The rules that the table of rulings names in its first column. */
export function ruledIn(blocks: readonly Block[]): ReadonlySet<string> {
  return new Set(
    blocks.flatMap((block) => (block.kind === "table" ? block.rows.flatMap((row) => ruledBy(row) ?? []) : [])),
  );
}

/** The rule that a row of that table is about. */
export function ruledBy([first]: readonly Inline[][]): string | undefined {
  return first?.length === 1 ? rulesIn(first)[0] : undefined;
}

const rulesIn = (inside: readonly Inline[]): string[] =>
  inside.flatMap((part) => (part.kind === "rule" ? [part.id] : []));
