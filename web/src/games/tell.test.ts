import { beforeEach, describe, expect, test } from "vitest";
import { textsOf } from "../i18n/games";
import { LANGUAGES } from "../i18n/languages";
import { eventsIn } from "../net/match";
import type { Shown } from "../replay/film";
import fixture from "../replay/fixture.json";
import type { Chair, Game } from "../protocol";
import { settings } from "../settings.svelte";
import { eventOf, eventsOf } from "./events";
import { lobo77 } from "./lobo77";
import { costly, type LoboEvent } from "./lobo77/events";
import type { Viewer } from "./module";
import { tellEvents } from "./tell";

const game = { ...fixture.game, texts: textsOf("lobo77", {}) } as unknown as Game;
const { match, replay } = fixture.finished as unknown as Shown;
const chairs = ["Hanna", "Ben"].map((name, colour): Chair => ({
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
const viewer = (you: number | null, options = {}, past = false): Viewer => ({ game, options, chairs, you, past });
const kind = (name: string) => game.events.findIndex((event) => event.name === name);
const story = eventsOf(game, eventsIn(replay.frames));

beforeEach(() => void (settings.language = "de"));

describe("events have names", () => {
  test("details by name, ids as texts", () => {
    expect(eventOf(game, [kind("plays"), 1, game.ids.card!.indexOf("x2"), 44])).toEqual({
      kind: "plays",
      seat: 1,
      card: "x2",
      total: 44,
    });
    expect(eventOf(game, [kind("turned")])).toEqual({ kind: "turned" });
  });
  test("a move taken back, in every game", () => {
    expect(eventOf(game, [-1, 1])).toEqual({ kind: "undone", seat: 1 });
    expect(tellEvents([{ kind: "undone", seat: 1 }], viewer(0))[0]!.text).toBe("Ben nimmt den Zug zurück.");
  });
  test("what the game does not know is an error", () => {
    expect(() => eventOf(game, [99])).toThrow("event 99");
  });
});

describe("events have words", () => {
  test("of the game's texts, with names, cards and a true minus", () => {
    const event = { kind: "plays", seat: 1, card: "-10", total: -10 };
    expect(tellEvents([event], viewer(0))).toEqual([
      { seat: 1, kind: "plays", text: "Ben spielt −10 und sagt „−10“.", loud: false },
    ]);
    expect(tellEvents([event], viewer(1), ["plays"])).toMatchObject([
      { text: "Du spielst −10 und sagst „−10“.", loud: true },
    ]);
    settings.language = "en";
    expect(tellEvents([event], viewer(1))[0]!.text).toBe("You play −10 and say “−10”.");
  });
  test("or of the game's page; no words are no line", () => {
    expect(tellEvents([{ kind: "gets", seat: 1 }], viewer(0))).toEqual([]);
    expect(tellEvents([{ kind: "swims", seat: 1 }], viewer(0), [], { swims: () => "Platsch!" })[0]!.text).toBe(
      "Platsch!",
    );
    expect(
      tellEvents([{ kind: "swims", seat: 1 }], viewer(0), [], { swims: () => ({ seat: "Jemand" }) })[0]!.text,
    ).toBe("Jemand schwimmt.");
  });
  test("a detail is what it is declared to be, whatever it is called", () => {
    const detail = (name: string, type: string, each = false) => ({ name, type, each });
    const details = [
      detail("who", "seat"),
      detail("seat_no", "number"),
      detail("hue", "colour"),
      detail("up", "colour", true),
    ];
    const texts = {
      de: { log: { shows: "{who}: {seat_no}, {hue}, {up}" }, values: { colour: { r: "Rot" } }, cards: { b: "Blau" } },
    };
    const events = ["shows", "hides"].map((name) => ({ name, details, later: name === "hides" }));
    const own = { ...game, events, ids: { colour: ["r", "b"] }, texts } as unknown as Game;
    const event = eventOf(own, [0, 1, -1, 1, 2, 0]);
    expect(event).toEqual({ kind: "shows", who: 1, seat_no: -1, hue: "b", up: { r: 2, b: 0 } });
    expect(tellEvents([event], { ...viewer(0), game: own })[0]!.text).toBe("Ben: −1, Blau, 2 × Rot");
    const none = eventOf(own, [0, 1, 0, 0, 0, 0]);
    expect(tellEvents([none], { ...viewer(0), game: own })[0]!.text).toBe("Ben: 0, Rot, –");
  });
  test("what everybody sees at the table has a line afterwards", () => {
    const later = { ...game, events: game.events.map((one) => ({ ...one, later: one.name === "swims" })) };
    const event = { kind: "swims", seat: 1 };
    expect(tellEvents([event], { ...viewer(0), game: later })).toEqual([]);
    expect(tellEvents([event], { ...viewer(0, {}, true), game: later })[0]!.text).toBe("Ben schwimmt.");
  });
  test("every kind has a template in every language", () => {
    for (const language of LANGUAGES) {
      const { log } = game.texts[language] as { log: Record<string, string> };
      expect(Object.keys(log).sort()).toEqual(game.events.map((event) => event.name).sort());
    }
  });
});

describe("the story of a real match", () => {
  test("ends with the winner, and nothing is left to fill in", () => {
    const told = lobo77.tell(story, viewer(null));
    expect(told.at(-1)!.text).toBe(`${match.names[match.places.indexOf(1)]} gewinnt!`);
    expect(told.every((line) => !/[{}?]/.test(line.text))).toBe(true);
  });
  test("LO-T9 by head: no number of the running round, all those of the rounds before", () => {
    const round = story.findLastIndex((event) => event.kind === "round");
    const running = lobo77.tell(story.slice(0, round + 18), viewer(0, { announce: "by head" }));
    const then = lobo77.tell(story.slice(0, round), viewer(0, { announce: "by head" }));
    const line = running.findLastIndex((told) => told.kind === "round");
    expect(running.length).toBeGreaterThan(line + 2);
    expect(running.slice(line + 1).some((told) => /sag|\d!/.test(told.text))).toBe(false);
    expect(
      running
        .slice(0, line)
        .filter((told) => told.kind === "plays")
        .every((told) => /sag.*\d/.test(told.text)),
    ).toBe(true);
    expect(then.some((told) => told.kind === "plays" && !told.text.includes("sag"))).toBe(true);
    expect(lobo77.tell(story, viewer(0, { announce: "by head" }, true))).toEqual(lobo77.tell(story, viewer(0)));
  });
  test("a total is hot while it has just cost a chip", () => {
    const chip = story.findIndex((event) => event.kind === "chip");
    const lobo = story as LoboEvent[];
    expect([costly(lobo.slice(0, chip)), costly(lobo.slice(0, chip + 1))]).toEqual([false, true]);
  });
});
