import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blocksOf, inlinesOf, plain, type Block } from "./markdown";
import { find, marked } from "./search";

const book = (language: string) => readFileSync(`../src/spieltisch/games/lobo77/rulebook.${language}.md`, "utf8");
const rulesOf = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.kind === "paragraph" && block.rule ? [block.rule] : []));

describe.each(["de", "en"])("our rulebook (%s)", (language) => {
  const blocks = blocksOf(book(language));

  test("has an anchor for every rule, each once", () => {
    const begun = [...book(language).matchAll(/^\*\*([A-Z]{2}-\w+)\*\*/gm)].map((match) => match[1]);
    expect(rulesOf(blocks)).toEqual(begun);
    expect(new Set(begun).size).toBe(begun.length);
    expect(begun).toContain("LO-T5");
  });
  test("loses no word", () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
    const shown = blocks.map((block) => {
      if (block.kind === "list") return block.items.map(plain).join(" ");
      if (block.kind === "table") return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join(" ");
      return (block.kind === "paragraph" ? (block.rule ?? "") : "") + plain(block.inside);
    });
    expect(letters(shown.join(" "))).toBe(letters(book(language).replace(/^\d+\. /gm, "")));
  });
  test("shows no mark of Markdown", () => {
    const texts = JSON.stringify(blocks, (key, value: unknown) => (key === "kind" ? undefined : value));
    expect(texts).not.toMatch(/\*\*|`|\|/);
  });
  test("has tables, a numbered list, and headings with ids of their own", () => {
    expect(blocks.filter((block) => block.kind === "table").length).toBe(2);
    expect(blocks.find((block) => block.kind === "list")).toMatchObject({ ordered: true });
    const ids = blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
  test("a search finds rules by their ids and words", () => {
    expect(rulesOf(find(blocks, "lo-t5a").blocks)).toEqual(["LO-T5a"]);
    expect(find(blocks, "x2 turn").hits).toBeGreaterThan(2);
    expect(find(blocks, "giraffe").blocks.map((block) => block.kind)).toEqual(["heading"]);
    expect(find(blocks, " ").blocks).toEqual(blocks);
  });
});

test("inline: bold, italic, code, rules named in passing", () => {
  expect(inlinesOf("a **b `c`** *d* `e*f*` (LO-T7)")).toEqual([
    { kind: "text", text: "a " },
    { kind: "bold", inside: [{ kind: "text", text: "b " }, { kind: "code", text: "c" }] },
    { kind: "text", text: " " },
    { kind: "italic", inside: [{ kind: "text", text: "d" }] },
    { kind: "text", text: " " },
    { kind: "code", text: "e*f*" },
    { kind: "text", text: " (" },
    { kind: "rule", id: "LO-T7" },
    { kind: "text", text: ")" },
  ]);
  expect(plain(inlinesOf("2 * 3 * 4"))).toBe("2 * 3 * 4");
});

test("HTML is text", () => {
  expect(blocksOf("<img src=x onerror=alert(1)>")).toEqual([
    { kind: "paragraph", rule: null, inside: [{ kind: "text", text: "<img src=x onerror=alert(1)>" }] },
  ]);
});

test("a heading needs no empty line around it", () => {
  expect(blocksOf("# A\ntext\n## B\n- one\n- two\n  more").map((block) => block.kind)).toEqual([
    "heading", "paragraph", "heading", "list",
  ]);
});

test("hits are marked, whatever their case", () => {
  expect(marked("Chip, chips (x2)", "CHIP (x")).toEqual([
    { text: "Chip", hit: true },
    { text: ", ", hit: false },
    { text: "chip", hit: true },
    { text: "s ", hit: false },
    { text: "(x", hit: true },
    { text: "2)", hit: false },
  ]);
});
