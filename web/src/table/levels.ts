/** How strong a bot plays: the same names in all games. */
import type { Chair } from "../protocol";
import { t } from "./texts";
import { warming } from "./warming.svelte";

export const LEVELS = ["beginner", "family", "club", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** 1 to 4; 0: no bot, or one that merely stands in. */
export const strength = (chair: Chair): number => (chair.kind === "bot" ? LEVELS.indexOf(chair.level as Level) + 1 : 0);

export const levelName = (level: Level): string => t(`levels.${level}`);

/** "Bot, Verein" */
export function botWords(chair: Chair): string {
  const level = LEVELS[strength(chair) - 1];
  return [t("play.bot"), level && levelName(level), warming.concerns(chair) && t("levels.warming")]
    .filter(Boolean)
    .join(", ");
}
