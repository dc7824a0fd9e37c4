/** Looking for words in a rulebook: what has them all stays, its headings too. */

import { plain, type Block } from "./markdown";

export function find(blocks: readonly Block[], query: string): { blocks: Block[]; hits: number } {
  const sought = wordsOf(query);
  if (sought.length === 0) return { blocks: [...blocks], hits: 0 };
  let hits = 0;
  const has = (text: string) => {
    const found = sought.every((word) => text.toLowerCase().includes(word));
    hits += Number(found);
    return found;
  };
  const kept = blocks.flatMap((block): Block[] => {
    switch (block.kind) {
      case "heading":
        return [block];
      case "paragraph":
        return has(`${block.rule ?? ""} ${plain(block.inside)}`) ? [block] : [];
      case "list": {
        const items = block.items.filter((item) => has(plain(item.inside)));
        return items.length ? [{ ...block, items }] : [];
      }
      case "table": {
        const rows = block.rows.filter((row) => has(row.map(plain).join(" ")));
        return rows.length ? [{ ...block, rows }] : [];
      }
    }
  });
  return { blocks: withoutEmptySections(kept), hits };
}

function withoutEmptySections(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, index) => {
    const next = blocks[index + 1];
    return block.kind !== "heading" || block.level === 1 || (next !== undefined && next.kind !== "heading");
  });
}

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** A text cut where a sought word begins and ends. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const sought = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (sought.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${sought.join("|")})`, "i"))
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text);
}
