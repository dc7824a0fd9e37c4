/** The log of a match in words, with those who were away: what a bot played for somebody says so. */

import type { Event, GameModule, Told, Viewer } from "../games/module";
import type { Placed } from "../net/match";
import type { Chair, SeatChange } from "../protocol";
import { t } from "./texts";

/** Somebody for whom a bot plays is called "Emil (Bot)". */
export function named(chair: Chair): Chair {
  return chair.away ? { ...chair, name: t("play.by_bot", { name: chair.name }) } : chair;
}

export function chronicle(
  module: GameModule,
  story: readonly Event[],
  viewer: Viewer,
  changes: readonly Placed[],
  names: readonly string[] = [], // of those who sat there when the match began, where we know
): Told[] {
  const seen = changes.filter(
    ({ before, change }) => before <= story.length && change.seat >= 0 && change.what in WORDS,
  );
  if (seen.length === 0) return module.tell(story, viewer);
  const away = new Set<number>();
  const called = viewer.chairs.map((chair, seat) => names[seat] ?? firstName(seen, seat) ?? plain(chair));
  const told: Told[] = [];
  let from = 0;
  const tellUntil = (to: number): void => {
    told.push(...linesBetween(module, story, from, to, withBots(viewer, away, called)));
    from = to;
  };
  for (const { before, change } of seen) {
    tellUntil(before);
    if (change.what === "stood_in") away.add(change.seat);
    else away.delete(change.seat);
    called[change.seat] = change.name;
    told.push({ seat: change.seat, kind: "chair", text: wordsOf(change, viewer.you) });
  }
  tellUntil(story.length);
  return told;
}

/** The lines of a bot's moves for this seat, from when it last stood in to when he came back; null: he was not away. */
export function playedFor(
  module: GameModule,
  story: readonly Event[],
  viewer: Viewer,
  changes: readonly Placed[],
  seat: number,
): { lines: Told[]; back: SeatChange } | null {
  const own = changes.filter(({ change }) => change.seat === seat);
  const end = own.findLastIndex(({ change }) => change.what === "back");
  if (end < 1 || own[end - 1]!.change.what !== "stood_in") return null;
  const lines = linesBetween(module, story, own[end - 1]!.before, own[end]!.before, withBots(viewer, new Set([seat])));
  return { lines: lines.filter((line) => line.seat === seat), back: own[end]!.change };
}

/** Told as a part of the whole: a game may word a line by what came later. */
function linesBetween(module: GameModule, story: readonly Event[], from: number, to: number, viewer: Viewer): Told[] {
  const upTo = (end: number): number => module.tell(story.slice(0, end), viewer).length;
  return from === to ? [] : module.tell(story, viewer).slice(upTo(from), upTo(to));
}

/** Whoever goes away and comes back had that name before, too. */
function firstName(changes: readonly Placed[], seat: number): string | undefined {
  const first = changes.find(({ change }) => change.seat === seat)?.change;
  return first?.what === "stood_in" || first?.what === "back" ? first.name : undefined;
}

/** As they are called at that time: whoever sits down later has not played what was played before. */
function withBots(viewer: Viewer, away: ReadonlySet<number>, called: readonly string[] = []): Viewer {
  const chairs = viewer.chairs.map((chair, seat) =>
    named({ ...chair, name: called[seat] ?? plain(chair), away: away.has(seat) }),
  );
  return { ...viewer, chairs, you: viewer.you !== null && away.has(viewer.you) ? null : viewer.you };
}

/** Without the addition of `named`. */
function plain(chair: Chair): string {
  const addition = t("play.by_bot", { name: "" });
  return chair.away && chair.name.endsWith(addition) ? chair.name.slice(0, -addition.length) : chair.name;
}

const WORDS = { stood_in: "play.stood_in", back: "play.back", stood: "play.stood", sat: "play.sat" } as const;
const YOURS = {
  stood_in: "play.stood_in_you",
  back: "play.back_you",
  stood: "play.stood",
  sat: "play.sat_you",
} as const;

function wordsOf({ what, seat, name }: SeatChange, you: number | null): string {
  if (what === "paused" || what === "resumed") return "";
  return t((seat === you ? YOURS : WORDS)[what], { name });
}
