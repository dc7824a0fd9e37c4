/** How Gracias is learned: six pictures, and the end of a match with fixed cards (made by the real rules, see guided.py). */

import { gameWords } from "../../../i18n/games";
import { eventsIn } from "../../../net/match";
import { eventsOf } from "../../events";
import type { Lesson, Scene } from "../../../learn/lesson";
import type { Gives, GraciasEvent, Takes } from "../events";
import guided from "@games/gracias/guided.json";
import { cardName } from "../texts";
import Picture from "./Picture.svelte";
import Teacher from "./Teacher.svelte";

const t = gameWords("gracias", "lesson") as Lesson["t"];
const NAMES = ["Mia", "Ole"];

export const lesson: Lesson = {
  steps: ["collect", "take", "share", "most", "stack", "passes"],
  names: NAMES,
  Picture,
  Teacher,
  script: { ...guided, scenes: guided.scenes as unknown as Scene[] },
  reply(scene, _move, game) {
    const events = eventsOf(game, eventsIn(scene.frames)) as unknown as GraciasEvent[];
    const gives = events.find((event): event is Gives => event.kind === "gives");
    if (gives) return t("guided.give", { card: cardName(game, gives.give), name: NAMES[gives.to - 1] ?? "?" });
    const takes = events.find((event): event is Takes => event.kind === "takes")!;
    return t("guided.take", { first: cardName(game, takes.first), second: cardName(game, takes.second) });
  },
  t,
};
