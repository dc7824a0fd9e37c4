import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../i18n/languages";
import { blocksOf, inlinesOf, plain, type Block, type Inline } from "./markdown";
import { examplesOf, isExamples, ruledIn } from "./notes";
import { find, marked } from "./search";

const FOLDER: Record<string, string> = {
  lobo77: "lobo77",
  blitzgriff: "blitzgriff",
  "bloeder-sack": "bloeder_sack",
  gracias: "gracias",
};
const book = (game: string, language: string) =>
  readFileSync(`../src/spieltisch/games/${FOLDER[game]}/rulebook.${language}.md`, "utf8");
const rulesOf = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.kind === "paragraph" && block.rule ? [block.rule] : []));
const inlinesIn = (blocks: Block[]): Inline[] =>
  blocks.flatMap((block) => {
    if (block.kind === "list") return block.items.flatMap((item) => item.inside);
    return block.kind === "table" ? block.rows.flat(2) : block.inside;
  });

describe.each(Object.keys(FOLDER).flatMap((game) => LANGUAGES.map((language) => [game, language] as const)))(
  "the rulebook of %s (%s)",
  (game, language) => {
    const text = book(game, language);
    const blocks = blocksOf(text);

    test("has an anchor for every rule, each once", () => {
      const begun = [...text.matchAll(/^\*\*([A-Z]{2}-\w+)\*\*/gm)].map((match) => match[1]);
      expect(rulesOf(blocks)).toEqual(begun);
      expect(new Set(begun).size).toBe(begun.length);
      expect(begun.length).toBeGreaterThan(10);
    });
    test("loses no word", () => {
      const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
      const shown = blocks.map((block) => {
        if (block.kind === "list") return block.items.map((item) => plain(item.inside)).join(" ");
        if (block.kind === "table") return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join(" ");
        return (block.kind === "paragraph" ? (block.rule ?? "") : "") + plain(block.inside);
      });
      const said = text.replace(/^\d+\. /gm, "").replace(/\]\([a-z]+:[^)]*\)/g, "]");
      expect(letters(shown.join(" "))).toBe(letters(said));
    });
    test("shows no mark of Markdown", () => {
      const texts = JSON.stringify(blocks, (key, value: unknown) => (key === "kind" ? undefined : value));
      expect(texts).not.toMatch(/\*\*|`|\||!\[|\]\(/);
    });
    test("has steps, examples, rulings, and headings with ids of their own", () => {
      expect(blocks.filter((block) => block.kind === "list" && block.ordered).length).toBe(2);
      expect(blocks.filter(isExamples).length).toBe(1);
      expect(ruledIn(blocks).size).toBeGreaterThan(4);
      const ids = blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
    });
    test("names only rules that it has", () => {
      const named = inlinesIn(blocks).flatMap((part) => (part.kind === "rule" ? [part.id] : []));
      expect(rulesOf(blocks)).toEqual(expect.arrayContaining([...new Set([...named, ...ruledIn(blocks)])]));
    });
    test("has pictures that say what is on them, and speaks no code", () => {
      const parts = inlinesIn(blocks);
      const pictures = parts.filter((part) => part.kind === "picture");
      expect(pictures.length).toBeGreaterThan(6);
      expect(pictures.every((picture) => picture.text.length > 8)).toBe(true);
      const cards = parts.flatMap((part) => (part.kind === "code" ? [part.text] : []));
      expect(cards.filter((card) => !/^(−?\d+|×2|⇄)$/.test(card))).toEqual([]);
      expect(text).not.toMatch(/ = "|Platz 0|seat 0/);
    });
  },
);

describe.each(LANGUAGES)("in the rulebook of lobo77 (%s)", (language) => {
  const blocks = blocksOf(book("lobo77", language));

  test("a search finds rules by their ids and words", () => {
    expect(rulesOf(find(blocks, "lo-t5a").blocks)).toEqual(["LO-T5a"]);
    expect(find(blocks, "×2 ⇄").hits).toBeGreaterThan(2);
    expect(find(blocks, "giraffe").blocks.map((block) => block.kind)).toEqual(["heading"]);
    expect(find(blocks, " ").blocks).toEqual(blocks);
  });
  test("examples are known by the rules they show, and keep their numbers in a search", () => {
    expect(examplesOf(blocks).get("LO-T7a")).toEqual([13]);
    const found = find(blocks, "lo-t7a").blocks.find(isExamples);
    expect(found?.items.map((item) => item.number)).toEqual([13]);
  });
});

test("inline: bold, italic, code, rules named in passing", () => {
  expect(inlinesOf("a **b `c`** *d* `e*f*` (LO-T7)")).toEqual([
    { kind: "text", text: "a " },
    {
      kind: "bold",
      inside: [
        { kind: "text", text: "b " },
        { kind: "code", text: "c" },
      ],
    },
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

test("a picture is an image with a scheme of ours", () => {
  expect(inlinesOf('a ![two dice](dice:4a,2b) ![a tray](tray:1a "Most 4s")')).toEqual([
    { kind: "text", text: "a " },
    { kind: "picture", scheme: "dice", parts: "4a,2b", title: "", text: "two dice" },
    { kind: "text", text: " " },
    { kind: "picture", scheme: "tray", parts: "1a", title: "Most 4s", text: "a tray" },
  ]);
  expect(plain(inlinesOf("![two dice](dice:4a,2b)"))).toBe("two dice");
});

test("HTML is text", () => {
  expect(blocksOf("<img src=x onerror=alert(1)>")).toEqual([
    { kind: "paragraph", rule: null, inside: [{ kind: "text", text: "<img src=x onerror=alert(1)>" }] },
  ]);
});

test("a heading needs no empty line around it", () => {
  expect(blocksOf("# A\ntext\n## B\n- one\n- two\n  more").map((block) => block.kind)).toEqual([
    "heading",
    "paragraph",
    "heading",
    "list",
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
