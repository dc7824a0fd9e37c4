import { beforeEach, expect, test } from "vitest";
import de from "@games/gracias/texts/de.json";
import en from "@games/gracias/texts/en.json";
import { Guide } from "../../learn/guide";
import { playFrames } from "../../net/match";
import type { Chair, Frame, Game } from "../../protocol";
import { settings } from "../../settings.svelte";
import { Cells } from "../cells";
import { eventsOf, rowsOf } from "../events";
import type { Event, Row, Scene, View } from "../module";
import { gracias } from ".";
import { lastScoring, reckoned, type GraciasEvent } from "./events";
import fixture from "./fixture.json";
import { lesson } from "./lesson";
import { scenes } from "./scenes";
import { coloursOf, displayOf, giftMove, graciasOf, hiddenOf, scoresOf, type Colour } from "./state";

const game = { ...fixture.game, texts: { de, en } } as unknown as Game;
const chairs = ["Anna", "Ben", "Cem"].map((name, colour): Chair => ({
  kind: "human",
  name,
  colour,
  picture: colour,
  level: null,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
}));
const YOU = fixture.you;

/** The fixture's match, step by step, as seat 0 was told of it. */
interface Step {
  rows: readonly Row[];
  events: readonly Event[];
  before: readonly number[];
  after: readonly number[];
}
function stepOf(rows: readonly Row[]): Step {
  return { rows, events: rows.flatMap(({ events }) => events), before: rows[0]!.before, after: rows.at(-1)!.after };
}
const steps: (Step & { seat: number; moves: string[] })[] = [];
{
  let cells: readonly number[] = fixture.start;
  for (const { frames, seat, moves } of fixture.steps) {
    steps.push({ ...stepOf(rowsOf(game, playFrames(cells, frames as unknown as Frame[]))), seat, moves });
    cells = steps.at(-1)!.after;
  }
}
const story = steps.flatMap((step) => step.events);
const viewOf = (cells: readonly number[], more: Partial<View> = {}): View => ({
  game,
  options: {},
  cells,
  story: [],
  chairs,
  you: YOU,
  moves: [],
  actors: 0,
  ...more,
});
const acted = (step: Step, you: number | null = YOU): Scene[] => scenes(step.rows, viewOf(step.before, { you }));
const has = (step: Step, kind: string): boolean => step.events.some((event) => event.kind === kind);
const find = <K extends GraciasEvent["kind"]>(step: Step, kind: K) =>
  (step.events as GraciasEvent[]).find((event) => event.kind === kind) as
    Extract<GraciasEvent, { kind: K }> | undefined;

beforeEach(() => {
  settings.language = "de";
});

test("every scene of a match ends as the server says", () => {
  for (const you of [YOU, 1, null])
    for (const step of steps) expect(acted(step, you).at(-1)!.cells).toEqual(step.after);
});

test("GR-K1 a hidden card travels face down, whoever looks", () => {
  for (const step of steps.filter((step) => has(step, "takes"))) {
    const [scene] = acted(step);
    const { seat, triplet, first, second } = find(step, "takes")!;
    expect(scene!.travels.map(({ from, to, piece }) => [from, to, piece])).toEqual([
      [`triplet-${triplet}`, `hidden-${seat}`, "back"],
      [`triplet-${triplet}`, `pair-${seat}`, first],
      [`triplet-${triplet}`, `pair-${seat}`, second],
    ]);
    expect(graciasOf(viewOf(scene!.leaving!)).triplets[triplet - 1]).toEqual([]);
  }
});

test("GR-T2, GR-T3 the pair goes two ways, and who gets a card says so", () => {
  for (const step of steps.filter((step) => has(step, "gives"))) {
    const [scene] = acted(step);
    const { seat, keep, give, to } = find(step, "gives")!;
    expect(scene!.says).toEqual({ seat: to, text: "Gracias!" });
    expect(scene!.travels.map((travel) => travel.to)).toEqual([`display-${seat}-${keep}`, `display-${to}-${give}`]);
    const [before, after] = [step.before, scene!.cells].map(
      (cells) => displayOf(viewOf(cells), to).find(({ colour }) => colour === give)!.count,
    );
    if (!has(step, "scoring")) expect(after).toBe(before! + 1); // then what was hidden is turned up, too
  }
});

test("a pass is reported when its last present lies there; then the next one is dealt", () => {
  const scored = steps.filter((step) => has(step, "scoring"));
  expect(scored.length).toBe(3);
  scored.forEach((step, number) => {
    const list = acted(step);
    const at = list.findIndex((scene) => scene.report);
    const report = list[at]!.report!;
    expect([report[0], report.at(-1)!.kind, report.filter((event) => event.kind === "turns_up").length]).toEqual([
      { kind: "scoring", pass: number + 1 },
      "scored",
      3,
    ]);
    const cards = (cells: readonly number[]): number =>
      [0, 1, 2].flatMap((seat) => displayOf(viewOf(cells), seat)).reduce((sum, pile) => sum + pile.count, 0);
    expect(cards(list[at]!.cells)).toBe(3 * 14); // 2 dealt, 4 kept, 12 presents among three, and 4 that were hidden
    if (number === 2) return expect(list.at(-1)!.sound).toBe("win");
    const deal = list.find((scene) =>
      scene.travels.some((travel) => travel.from === "pile" && travel.to.startsWith("display")),
    )!;
    expect([cards(deal.leaving!), deal.travels.length, cards(deal.cells)]).toEqual([0, 6, 6]);
    expect(graciasOf(viewOf(deal.cells)).triplets).toEqual([[], [], []]);
  });
});

test("what is read out of a scoring adds up", () => {
  const report = lastScoring(story as GraciasEvent[])!;
  const players = reckoned(report, coloursOf({ game }));
  expect(players.map((player) => player.seat)).toEqual([0, 1, 2]);
  for (const player of players) {
    expect(player.hidden.length).toBe(4);
    expect(player.colours.reduce((sum, one) => sum + (one?.points ?? 0), 0)).toBe(player.points);
    for (const one of player.colours) if (one) expect(one.cards - one.stacked).toBe(one.open);
  }
  const end = viewOf(steps.at(-1)!.after);
  expect(scoresOf(end).map((row) => row.length)).toEqual([3, 3, 3]);
  expect(players.map((player) => player.total)).toEqual(
    [0, 1, 2].map((seat) => scoresOf(end).reduce((sum, row) => sum + row[seat]!, 0)),
  );
  expect(gracias.lastReport!(story)).toEqual(report);
  expect(gracias.lastReport!([])).toBeNull();
});

test("the own hidden cards are known, and nobody else's", () => {
  for (const { after } of steps) {
    const { secrets } = graciasOf(viewOf(after));
    expect(hiddenOf(viewOf(after), YOU).length).toBe(secrets[YOU]);
    expect([hiddenOf(viewOf(after), 1), hiddenOf(viewOf(after), 2)]).toEqual([[], []]);
  }
});

test("every present that may be given is a move of the server's list, for either card", () => {
  for (const { before, seat, moves } of steps.filter((step) => step.seat === YOU && has(step, "gives"))) {
    const { took } = graciasOf(viewOf(before));
    const mine = [0, 1].flatMap((given) => [1, 2].map((to) => giftMove(game, took, given, to)));
    expect(seat).toBe(YOU);
    expect(new Set(mine)).toEqual(new Set(moves));
  }
});

test("who would discard a colour is what the rules say, and marked in the table", () => {
  const cells = new Cells(game, steps[20]!.after);
  const bits = coloursOf({ game }).map((_, colour) =>
    [0, 1, 2].reduce((sum, seat) => sum | (displayOf(viewOf(cells.all), seat)[colour]!.most ? 1 << seat : 0), 0),
  );
  expect(bits).toEqual(cells.row("most"));
});

test("what one can do now, in a sentence", () => {
  const mine = steps.find((step) => step.seat === YOU && has(step, "takes"))!;
  const other = steps.find((step) => step.seat === 1 && has(step, "gives"))!;
  expect(gracias.hint(viewOf(mine.before, { moves: mine.moves }))).toBe(de.page.hint.take);
  expect(gracias.hint(viewOf(mine.after, { moves: ["keep red give 1"] }))).toBe(de.page.hint.give);
  expect(gracias.hint(viewOf(mine.before))).toBe("");
  expect(gracias.hint(viewOf(other.before))).toContain("Ben");
  expect(gracias.hint(viewOf(steps.at(-1)!.after))).toBe(de.page.hint.over);
});

test("the log tells only the colours that were hidden", () => {
  const event: Event = {
    kind: "turns_up",
    seat: 1,
    cards: { red: 2, yellow: 0, green: 0, blue: 1, purple: 0, orange: 1 },
  };
  expect(gracias.tell([event], viewOf(fixture.start))[0]!.text).toBe(
    "Ben deckt auf: 2 × Rot, 1 × Blau und 1 × Orange.",
  );
  const told = gracias.tell(story, viewOf(fixture.start));
  expect(told.every((line) => !/\{\w+\}/.test(line.text))).toBe(true);
  expect(told.at(-1)!.loud).toBe(true);
});

test("the guided match has words for every hint and step, and for another move", () => {
  const guide = new Guide(lesson.script);
  const mine = lesson.script.scenes.filter((scene) => scene.hint);
  for (const book of [de.lesson, en.lesson]) {
    expect(Object.keys(book.guided.hints)).toEqual(mine.map((scene) => scene.hint));
    expect(Object.keys(book.steps)).toEqual([...lesson.steps]);
  }
  expect(lesson.reply(mine[0]!, "take 2", game)).toMatch(/Rot.*Orange/);
  expect(lesson.reply(mine[1]!, "keep red give 2", game)).toMatch(/Rot.*Mia/);
  for (const [at, played] of guide.played.entries())
    expect(acted(stepOf(rowsOf(game, played))).at(-1)!.cells).toEqual(guide.states[at + 1]!.cells);
});

test("the fifth open card of a colour is a great moment, where it lies", () => {
  const fives = steps.flatMap((step) => {
    const scored = step.events.some(({ kind }) => kind === "scoring");
    const joys = scenes(step.rows, viewOf(step.before)).flatMap(({ joy }) => joy ?? []);
    for (const { at } of joys) {
      const [, seat, colour] = at.split("-");
      const lie = new Cells<"gracias">(game, step.after).one(
        "opened",
        Number(seat),
        coloursOf({ game }).indexOf(colour as Colour),
      );
      expect([scored, lie]).toEqual([false, 5]);
    }
    return joys;
  });
  expect(fives.length).toBeGreaterThan(0);
});
