/** How Lobo 77 is learned: six pictures, and a first match with fixed cards (made by the real rules, see guided.py). */

import { gameWords } from "../../../i18n/games";
import type { Lesson, Scene } from "../../../learn/lesson";
import guided from "@games/lobo77/guided.json";
import { cardName } from "../texts";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";

/** A turn of yours also says what each card of your hand would lead to. */
interface LoboScene extends Scene {
  total: number; // what is announced
  choices?: Record<string, { total: number; chip: boolean }>;
}

const t = gameWords("lobo77", "lesson") as Lesson["t"];

/** Where only one card is safe, the pupil is to find it. */
function lit(scene: LoboScene): Scene {
  const safe = Object.values(scene.choices ?? {}).filter((said) => !said.chip);
  return safe.length === 1 ? { ...scene, lit: Object.keys(scene.choices!) } : scene;
}

export const lesson: Lesson = {
  steps: ["add", "twins", "help", "double", "turn", "swim"],
  names: ["Mia", "Ole"],
  Picture,
  Teacher,
  script: { ...guided, scenes: (guided.scenes as unknown as LoboScene[]).map(lit) },
  reply(scene, move, game) {
    const said = (scene as LoboScene).choices?.[move];
    const card = cardName(game, scene.move);
    return t(said?.chip ? "guided.costs" : "guided.other", { total: said?.total ?? (scene as LoboScene).total, card });
  },
  t,
};
