/** How Lobo 77 is learned: six pictures, and a first match with fixed cards (made by the real rules, see guided.py). */

import { words } from "../../../i18n/words";
import type { Lesson, Script } from "../../../learn/lesson";
import guided from "../guided.json";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";
import de from "./texts/de.json";
import en from "./texts/en.json";

export const lesson: Lesson = {
  steps: ["add", "twins", "help", "double", "turn", "swim"],
  names: ["Mia", "Ole"],
  Picture,
  Teacher,
  script: guided as unknown as Script,
  w: words(de, en) as Lesson["w"],
};
