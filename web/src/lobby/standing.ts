/** How a table of ours stands, in a few words. */

import type { TableGlance } from "../protocol";
import { listed } from "../i18n/words";
import { t } from "./texts";

export interface Standing {
  words: string;
  button: string;
  calls: boolean; // it is our turn
}

export function standing({ stage, paused, chairs, actors, places }: TableGlance, mine: readonly number[]): Standing {
  const nameOf = (seat: number): string => (mine.includes(seat) ? t("recent.you") : (chairs[seat]?.name ?? "?"));
  const inOrder = (seats: number[]): string =>
    listed([...seats].sort((a, b) => Number(mine.includes(b)) - Number(mine.includes(a))).map(nameOf));
  if (stage === "over") {
    const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
    return { words: t("recent.won", { names: inOrder(first) }), button: t("recent.see"), calls: false };
  }
  if (stage !== "playing") {
    const free = chairs.filter((chair) => chair.kind === "empty").length;
    return {
      words: free > 0 ? t("recent.gathering", { n: free }) : t("recent.full"),
      button: t("recent.go"),
      calls: false,
    };
  }
  if (paused) return { words: t("recent.paused"), button: t("recent.back"), calls: false };
  const due = chairs.flatMap((_, seat) => (actors & (1 << seat) ? [seat] : []));
  const calls = due.some((seat) => mine.includes(seat));
  const words = calls
    ? t("recent.your_turn")
    : due.length === 1
      ? t("recent.turn", { name: nameOf(due[0]!) })
      : t("recent.playing");
  return { words, button: t("recent.back"), calls };
}
