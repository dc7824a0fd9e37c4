import { words } from "../../../i18n/words";
import type { Game } from "../../../protocol";
import { settings } from "../../../settings.svelte";
import de from "./de.json";
import en from "./en.json";

export const t = words(de, en);
type Present = keyof typeof de.presents;

/** The colour and what is on it: "Rot (Chilis)". */
export function cardName(game: Game, colour: string): string {
  return `${colourName(game, colour)} (${presentName(colour)})`;
}

export function colourName(game: Game, colour: string): string {
  const cards = game.texts[settings.language]!.cards as Record<string, string>;
  return cards[colour] ?? colour;
}

export function presentName(colour: string): string {
  return t(`presents.${colour as Present}`);
}
