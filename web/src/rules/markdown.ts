/** The part of Markdown our rulebooks use, as a tree. No HTML is ever made of text: the page draws the tree. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "rule"; id: string } // a rule named in passing
  | { kind: "picture"; scheme: string; parts: string; title: string; text: string } // `text` says what is on it
  | { kind: "bold" | "italic"; inside: Inline[] };

export interface Item {
  number: number; // in its list, from 1 on
  inside: Inline[];
}

export type Block =
  | { kind: "heading"; level: number; id: string; inside: Inline[] }
  | { kind: "paragraph"; rule: string | null; inside: Inline[] } // rule: the id it begins with
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const RULE = /[A-Z]{2}-[A-Z]\d+[a-z]?/;
const RULE_FIRST = new RegExp(`^\\*\\*(${RULE.source})\\*\\*\\s*`);
const PICTURE = /!\[([^\]]*)\]\(([a-z]+):([^\s)]*)(?:\s+"([^"]*)")?\)/;
const INLINE = new RegExp(
  `${PICTURE.source}|\`([^\`]+)\`|\\*\\*(.+?)\\*\\*|\\*([^*\\s](?:[^*]*[^*\\s])?)\\*|\\b(${RULE.source})\\b`,
);
const ITEM = /^(?:[-*]|\d+\.)\s+/;

export function blocksOf(markdown: string): Block[] {
  return markdown
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .flatMap((chunk) => headingsApart(chunk.trim()))
    .filter(Boolean)
    .map(blockOf);
}

/** A heading is a block of its own, also without an empty line after it. */
function headingsApart(chunk: string): string[] {
  return chunk.split(/\n(?=#{1,6} )|(?<=^#{1,6} .*)\n/m);
}

function blockOf(chunk: string): Block {
  const heading = /^(#{1,6}) (.*)$/.exec(chunk);
  if (heading) {
    const inside = inlinesOf(heading[2]!);
    return { kind: "heading", level: heading[1]!.length, id: slug(plain(inside)), inside };
  }
  if (/^\|.*\|\n\|[-: |]+\|/.test(chunk)) return tableOf(chunk.split("\n"));
  if (ITEM.test(chunk)) return listOf(chunk);
  const rule = RULE_FIRST.exec(chunk);
  const text = (rule ? chunk.slice(rule[0].length) : chunk).replaceAll("\n", " ");
  return { kind: "paragraph", rule: rule?.[1] ?? null, inside: inlinesOf(text) };
}

function tableOf([head, , ...rows]: string[]): Block {
  return { kind: "table", head: cellsOf(head!), rows: rows.map(cellsOf) };
}

function cellsOf(line: string): Inline[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inlinesOf(cell.trim()));
}

function listOf(chunk: string): Block {
  const items = chunk.split(/\n(?=(?:[-*]|\d+\.)\s)/).map((item) => item.replace(ITEM, "").replace(/\n\s*/g, " "));
  return {
    kind: "list",
    ordered: /^\d/.test(chunk),
    items: items.map((item, i) => ({ number: i + 1, inside: inlinesOf(item) })),
  };
}

export function inlinesOf(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (!found) return text ? [{ kind: "text", text }] : [];
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return [...(before ? [{ kind: "text" as const, text: before }] : []), inlineOf(found), ...inlinesOf(after)];
}

function inlineOf([, text, scheme, parts, title, code, bold, italic, rule]: RegExpExecArray): Inline {
  if (scheme !== undefined) return { kind: "picture", scheme, parts: parts!, title: title ?? "", text: text! };
  if (code !== undefined) return { kind: "code", text: code };
  if (bold !== undefined) return { kind: "bold", inside: inlinesOf(bold) };
  if (italic !== undefined) return { kind: "italic", inside: inlinesOf(italic) };
  return { kind: "rule", id: rule! };
}

/** Its words alone. */
export function plain(inside: readonly Inline[]): string {
  return inside
    .map((part) => (part.kind === "rule" ? part.id : "text" in part ? part.text : plain(part.inside)))
    .join("");
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
