/** How Blöder Sack is learned: six pictures, and the end of a first match with fixed dice (made by the real rules, see guided.py). */

import { words } from "../../../i18n/words";
import type { Lesson, Scene } from "../../../learn/lesson";
import guided from "@games/bloeder_sack/guided.json";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";
import de from "./texts/de.json";
import en from "./texts/en.json";

const t = words(de, en) as Lesson["t"];

export const lesson: Lesson = {
  steps: ["place", "condition", "full", "double", "replace", "end"],
  names: ["Mia"],
  Picture,
  Teacher,
  script: { ...guided, scenes: guided.scenes as unknown as Scene[] },
  reply: (scene) => t(`guided.instead.${scene.hint}`),
  t,
};
