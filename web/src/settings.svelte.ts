/** What this person likes, kept on this device. */

export const LANGUAGES = ["de", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "auto" | "light" | "dark";

interface Likes {
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

function usual(): Likes {
  const english = typeof navigator !== "undefined" && /^en\b/i.test(navigator.language ?? "");
  return { language: english ? "en" : "de", theme: "auto", motion: true, sound: true, name: "", colour: null, level: "family", outlook: true };
}

function kept(): Likes {
  try {
    return { ...usual(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Likes>) };
  } catch {
    return usual();
  }
}

export const likes = $state<Likes>(kept());

export function keepLikes(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(likes));
  } catch {
    // a private window keeps nothing
  }
}

const calm = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

/** Things travel: wanted here, and not turned off in the system. */
export function moves(): boolean {
  return likes.motion && !calm?.matches;
}
