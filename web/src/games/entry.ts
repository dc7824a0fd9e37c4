/** How a game is found and offered: the default export of its folder's entry.ts. The rest is fetched when somebody plays,
 *  watches, learns or reads. */

import type { Component } from "svelte";
import type { Lesson } from "../learn/lesson";
import type { Draw } from "../rules/pictures";
import type { GameModule } from "./module";

export interface Entry {
  name: string;
  accent: string; // a token
  minutes: number; // of a match among four, about
  depth: 1 | 2 | 3; // how much there is to think about
  plays?: Readonly<Record<string, string>>; // options with which a table opens here, if not the game's own
  Emblem: Component; // its picture in the lobby: about 2.4 × --emblem wide and 1.6 × --emblem high
  alwaysNamed?: string; // an option, also when it is the usual one
  races?: (options: Readonly<Record<string, string>>) => boolean; // do all play at the same time?
  module: () => Promise<GameModule>;
  lesson: () => Promise<Lesson>;
  RulebookPicture?: () => Promise<{ default: Draw } | null>;
}
