/** A match as a file: reading one, saving one. */

import { notesOf } from "../net/storage";
import type { MatchDocument } from "../protocol";

/** The match in a file's text, alone or as the server wraps it; null: it is something else. */
export function documentIn(text: string): MatchDocument | null {
  try {
    const content = JSON.parse(text) as { match?: unknown } | null;
    const inner = (content?.match ?? content) as MatchDocument | null;
    return inner?.kind === "spieltisch match" ? inner : null;
  } catch {
    return null;
  }
}

export function fileNameOf({ game, table, number }: MatchDocument): string {
  return `${game}-${table.slice(0, 8)}-${number}.json`;
}

export function save(match: MatchDocument): void {
  saveAs(fileNameOf(match), match);
}

/** What this device wrote down before and during the matches of a table, for `spieltisch verify … --noted`. */
export function saveNotes(table: string): void {
  const notes = notesOf(table).map(({ at: _, ...note }) => ({ ...note, table }));
  saveAs(`notes-${table.slice(0, 8)}.json`, { kind: "spieltisch notes", notes });
}

function saveAs(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
