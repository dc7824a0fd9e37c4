/** How Blitzgriff is learned: eight pictures, a short pass for each kind of card, and all cards to look at. */

import { words } from "../../../i18n/words";
import type { Lesson, Script } from "../../../learn/lesson";
import guided from "../guided.json";
import { KINDS } from "../state";
import Gallery from "../Gallery.svelte";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";
import de from "./texts/de.json";
import en from "./texts/en.json";

const w = words(de, en) as Lesson["w"];

export const lesson: Lesson = {
  steps: ["grab", "right", "zielwert", "tuerme", "reihen", "kette", "pasch", "mix", "stop"],
  names: ["Mia"],
  Picture,
  Teacher,
  script: { game: "blitzgriff", you: 0, start: [], scenes: [] },
  passes: KINDS.map((name) => ({ name, script: guided[name] as Script })),
  Cards: Gallery,
  reply: () => w("guided.other"),
  w,
};
