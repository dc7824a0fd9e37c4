/** A notice as it is pushed, and as it is shown: in words of the language that the device asked for. */

import { notice as de } from "../texts/de.json";
import { notice as en } from "../texts/en.json";
import { notice as fr } from "../texts/fr.json";

/** Made by src/spieltisch/server/push/payload.py. */
export interface Notice {
  table: string;
  kind: string; // "turn", "reminder", "start", "over"
  game: string;
  tag: string; // one for each turn
  name?: string; // of the game, in this language
  language?: string;
  who?: string; // has just moved
}

export interface Shown {
  title: string;
  body: string;
  tag: string;
  again: boolean; // make a sound even if it takes the place of one that is shown
  path: string; // what a tap opens
}

const WORDS: Record<string, typeof de> = { de, en, fr };

export function shownAs(notice: Notice): Shown {
  const words = WORDS[notice.language ?? ""] ?? en;
  const kind = notice.kind === "turn" && notice.who ? "turn_by" : notice.kind in words ? notice.kind : "turn";
  const title = words[kind as keyof typeof words]
    .replace("{game}", () => notice.name ?? notice.game)
    .replace("{name}", () => notice.who ?? "");
  return {
    title,
    body: words.body,
    tag: notice.tag,
    again: notice.kind === "reminder",
    path: `/t/${encodeURIComponent(notice.table)}`,
  };
}
