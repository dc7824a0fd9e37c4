/** What this person has chosen, kept on this device. */

export const LANGUAGES = ["de", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "auto" | "light" | "dark";

interface Settings {
  language: Language;
  theme: Theme;
  motion: boolean;
  sound: boolean;
  name: string;
  colour: number | null;
  level: "beginner" | "family" | "club" | "master"; // of bots that sit down
  outlook: boolean; // where a game can say it: who would win this if it were scored now
}

const KEY = "spieltisch.likes";

function usual(): Settings {
  const english = typeof navigator !== "undefined" && /^en\b/i.test(navigator.language ?? "");
  return { language: english ? "en" : "de", theme: "auto", motion: true, sound: true, name: "", colour: null, level: "family", outlook: true };
}

function kept(): Settings {
  try {
    return { ...usual(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
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
