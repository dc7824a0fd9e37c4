/** A game of another package as one of ours: its module is fetched from there when somebody plays, watches or learns it. */

import type { Component } from "svelte";
import Die from "../components/Die.svelte";
import { gameWords } from "../i18n/games";
import { fill } from "../i18n/words";
import type { Lesson, Script } from "../learn/lesson";
import type { Game, GamePage } from "../protocol";
import type { Draw } from "../rules/pictures";
import { moves } from "../settings.svelte";
import { Cells } from "./cells";
import EmblemFile from "./EmblemFile.svelte";
import type { Entry } from "./entry";
import { acts, type GameModule } from "./module";
import { build } from "./moves";
import { asComponent, asMount } from "./mounting.svelte";
import type { DieProps, Kit, Mount, Plugin, PluginGame, PluginLesson } from "./plugin";
import { nameOf, tellEvents, wordOf } from "./tell";

type Paged = Game & { page: GamePage };

const entries = new Map<string, Entry>(); // by address: another version is another one

/** Null: it brings nothing for this page. */
export function pluggedIn(game: Game): Entry | null {
  if (!game.page) return null;
  const known = entries.get(game.page.module);
  if (known) return known;
  const entry = entryOf({ ...game, page: game.page });
  entries.set(game.page.module, entry);
  return entry;
}

interface Fetched {
  module: GameModule;
  lesson: Lesson;
  picture: { default: Draw } | null;
}

function entryOf(game: Paged): Entry {
  const accent = `--game-${game.name}`;
  document.documentElement.style.setProperty(accent, game.page.accent);
  let asked: Promise<Fetched> | null = null;
  const fetched = (): Promise<Fetched> =>
    (asked ??= fetchAll(game).catch((error: unknown) => {
      asked = null; // and again
      throw error;
    }));
  return {
    name: game.name,
    accent,
    minutes: game.page.minutes,
    depth: game.page.depth as Entry["depth"],
    plays: game.page.plays,
    Emblem: emblemOf(game.page.emblem),
    module: async () => (await fetched()).module,
    lesson: async () => (await fetched()).lesson,
    RulebookPicture: async () => (await fetched()).picture,
  };
}

async function fetchAll(game: Paged): Promise<Fetched> {
  const [{ default: plugin }, script] = await Promise.all([
    import(/* @vite-ignore */ game.page.module) as Promise<{ default: Plugin }>,
    scriptOf(game),
    game.page.style === null ? undefined : styled(game.page.style),
  ]);
  const brought = plugin(kitOf(game));
  const picture = brought.RulebookPicture ? { default: asComponent(brought.RulebookPicture) } : null;
  return { module: moduleOf(game, brought), lesson: lessonOf(game, brought.lesson, script), picture };
}

function styled(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} cannot be fetched`));
    };
    document.head.append(link);
  });
}

export function kitOf(game: Game): Kit {
  return {
    game,
    t: gameWords(game.name, "page") as Lesson["t"],
    cells: ({ cells }) => new Cells(game, cells),
    move: (kind, values) => build(game, kind, values),
    word: (type, value, view) => fill("{word}", { word: wordOf(type, value, view) }),
    nameOf,
    acts,
    tell: tellEvents,
    moves,
    Die: asMount<DieProps & Record<string, unknown>>(Die) as Mount<DieProps>,
  };
}

const emblemOf =
  (file: string | null): Component =>
  (internals) =>
    file === null ? {} : EmblemFile(internals, { file });

export function moduleOf(game: Game, plugin: PluginGame): GameModule {
  return {
    name: game.name,
    seating: plugin.seating,
    Board: asComponent(plugin.Board),
    SeatMarks: asComponent(plugin.SeatMarks),
    Hand: asComponent(plugin.Hand),
    Piece: asComponent(plugin.Piece),
    hint: (view, picked) => plugin.hint(view, picked),
    scenes: (rows, view) => plugin.scenes(rows, view),
    tell: (events, view) => plugin.tell?.(events, view) ?? tellEvents(events, view),
  };
}

function lessonOf(game: Game, lesson: PluginLesson, script: Script): Lesson {
  const t = gameWords(game.name, "lesson") as Lesson["t"];
  return {
    steps: lesson.steps,
    names: lesson.names,
    Picture: asComponent(lesson.Picture),
    Teacher: asComponent(lesson.Teacher),
    script,
    reply: (scene, move) => t(lesson.reply(scene, move)),
    t,
  };
}

async function scriptOf({ name, page: { guided } }: Paged): Promise<Script> {
  if (guided === null) return { game: name, you: 0, start: [], scenes: [] };
  const answer = await fetch(guided);
  if (!answer.ok) throw new Error(`${guided} cannot be fetched`);
  return (await answer.json()) as Script;
}
