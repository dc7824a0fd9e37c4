/** The pictures of the rulebooks, game by game: `![what it shows](scheme:parts "title")` in Markdown, drawn with the page's own pieces. */

import type { Component } from "svelte";

export interface Drawing {
  scheme: string;
  parts: string;
  title: string;
}
export type Draw = Component<Drawing>;

const DRAWN: Record<string, () => Promise<{ default: Draw }>> = {
  lobo77: () => import("./Lobo.svelte"),
  blitzgriff: () => import("./Blitzgriff.svelte"),
  "bloeder-sack": () => import("./Sack.svelte"),
  gracias: () => import("./Gracias.svelte"),
};

/** Null: a game without pictures; their words are shown. */
export const picturesOf = async (game: string): Promise<Draw | null> => (await DRAWN[game]?.())?.default ?? null;

/** `a,b*3/c` → [[a, b, b, b], [c]] */
export function groupsOf(parts: string): string[][] {
  return parts.split("/").map((group) =>
    group.split(",").flatMap((part) => {
      const [piece, times] = part.split("*");
      return Array.from({ length: Number(times ?? 1) }, () => piece!);
    }),
  );
}
