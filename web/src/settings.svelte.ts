/** What this person has chosen, kept on this device. */

import { LANGUAGES, languageOf, type Language } from "./i18n/languages";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  language: Language;
  theme: Theme;
  motion: boolean;
  sound: boolean;
  volume: number; // 0 to 1
  vibration: boolean;
  name: string;
  colour: number | null;
  picture: number | null;
  level: "beginner" | "family" | "club" | "master"; // of bots that sit down
  outlook: boolean; // where a game can say it: who would win this if it were scored now
}

const KEY = "spieltisch.likes";

function usual(): Settings {
  return {
    language: languageOf(typeof navigator === "undefined" ? [] : navigator.languages),
    theme: "auto",
    motion: true,
    sound: true,
    volume: 0.8,
    vibration: true,
    name: "",
    colour: null,
    picture: null,
    level: "family",
    outlook: true,
  };
}

function kept(): Settings {
  try {
    const all = { ...usual(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    return LANGUAGES.includes(all.language) ? all : { ...all, language: usual().language };
  } catch {
    return usual();
  }
}

export const settings = $state<Settings>(kept());

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a private window keeps nothing
  }
}

const calm = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

/** Things travel: wanted here, and not turned off in the system. */
export function moves(): boolean {
  return settings.motion && !calm?.matches;
}
