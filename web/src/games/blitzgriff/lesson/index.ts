/** How Blitzgriff is learned: nine pictures, a short pass for each kind of card (made by the real rules, see guided.py), and
 *  all cards to look at. */

import { gameWords } from "../../../i18n/games";
import type { Lesson, Scene, Script } from "../../../learn/lesson";
import guided from "@games/blitzgriff/guided.json";
import Gallery from "../Gallery.svelte";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";

const t = gameWords("blitzgriff", "lesson") as Lesson["t"];

/** With the die its place is lit, too. */
function lit(scenes: readonly Scene[]): Scene[] {
  return scenes.map((scene, i) =>
    scene.move.startsWith("take ") ? { ...scene, lit: [scene.move, scenes[i + 1]!.move] } : scene,
  );
}

export const lesson: Lesson = {
  steps: ["grab", "right", "zielwert", "tuerme", "reihen", "kette", "pasch", "mix", "stop"],
  names: ["Mia"],
  Picture,
  Teacher,
  script: { game: "blitzgriff", you: 0, start: [], scenes: [] },
  passes: (guided as unknown as { name: string; script: Script }[]).map(({ name, script }) => ({
    name,
    script: { ...script, scenes: lit(script.scenes) },
  })),
  Cards: Gallery,
  reply: () => t("guided.other"),
  t,
};
