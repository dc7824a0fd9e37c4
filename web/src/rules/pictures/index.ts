/** The pictures of the rulebooks: `![what it shows](scheme:parts "title")` in Markdown, drawn by the
 *  game's RulebookPicture with the page's own pieces. */

import type { Component } from "svelte";

export interface Drawing {
  scheme: string;
  parts: string;
  title: string;
}
export type Draw = Component<Drawing>;

/** `a,b*3/c` → [[a, b, b, b], [c]] */
export function groupsOf(parts: string): string[][] {
  return parts.split("/").map((group) =>
    group.split(",").flatMap((part) => {
      const [piece, times] = part.split("*");
      return Array.from({ length: Number(times ?? 1) }, () => piece!);
    }),
  );
}
