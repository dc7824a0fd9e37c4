/** How Blöder Sack is learned: six pictures, and the end of a first match with fixed dice (made by the real rules, see guided.py). */

import { gameWords } from "../../../i18n/games";
import type { Lesson, Scene } from "../../../learn/lesson";
import guided from "@games/bloeder_sack/guided.json";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";

const t = gameWords("bloeder-sack", "lesson") as Lesson["t"];

export const lesson: Lesson = {
  steps: ["place", "condition", "full", "double", "replace", "end"],
  names: ["Mia"],
  Picture,
  Teacher,
  script: { ...guided, scenes: guided.scenes as unknown as Scene[] },
  reply: (scene) => t(`guided.instead.${scene.hint}`),
  t,
};
