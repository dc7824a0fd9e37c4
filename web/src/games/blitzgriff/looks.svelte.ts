/** How colours are told apart: by colour alone, by letters too, or by letters and patterns. Kept on this device. */

import { COLOURS, type Colour } from "./state";
import { t } from "./texts";

export const LOOKS = ["colours", "letters", "patterns"] as const;
export type Look = (typeof LOOKS)[number];

const KEY = "spieltisch.blitzgriff.look";

function kept(): Look {
  try {
    const found = localStorage.getItem(KEY) as Look | null;
    return found && LOOKS.includes(found) ? found : "letters";
  } catch {
    return "letters";
  }
}

let look = $state<Look>(kept());

export const looks = {
  get look(): Look {
    return look;
  },
  set look(next: Look) {
    look = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // a private window keeps nothing
    }
  },
};

/** One letter for each colour, in the person's language; they are typed too. */
export const letterOf = (colour: Colour): string => t(`letters.${colour}`);

export function colourOfLetter(letter: string): Colour | null {
  return COLOURS.find((colour) => letterOf(colour) === letter.toUpperCase()) ?? null;
}

export const nameOfColour = (colour: Colour): string => t(`colours.${colour}`);

const DARK_INK: readonly Colour[] = ["gruen", "gelb", "orange", "rosa", "weiss"];
export const inkOf = (colour: Colour): string =>
  DARK_INK.includes(colour) ? "var(--blitz-dark)" : "var(--blitz-light)";

/** Ten patterns on a square of 40, as strokes. */
export const PATTERNS: Record<Colour, string> = {
  rot: "",
  blau: "M4 9H36M4 16H36M4 23H36M4 30H36",
  gruen: "M4 14L14 4M4 25L25 4M6 34L34 6M15 36L36 15M26 36L36 26",
  gelb: "M9 9h.01M20 9h.01M31 9h.01M14 20h.01M26 20h.01M9 31h.01M20 31h.01M31 31h.01",
  orange: "M9 4V36M16 4V36M24 4V36M31 4V36",
  lila: "M26 4L36 14M15 4L36 25M6 6L34 34M4 15L25 36M4 26L14 36",
  rosa: "M4 12q4-6 8 0t8 0 8 0 8 0M4 21q4-6 8 0t8 0 8 0 8 0M4 30q4-6 8 0t8 0 8 0 8 0",
  braun: "M4 12H36M4 20H36M4 28H36M12 4V36M20 4V36M28 4V36",
  schwarz: "M12 4L36 28M4 12L28 36M28 4L4 28M36 12L12 36",
  weiss: "M20 8a12 12 0 1 0 .01 0M20 14a6 6 0 1 0 .01 0",
};
