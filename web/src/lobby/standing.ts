/** How a table of ours stands, in a few words; and which come first. */

import { listed } from "../i18n/words";
import { moment } from "../i18n/times";
import type { MyStanding } from "../protocol";
import { t } from "./texts";

export interface Standing {
  words: string;
  button: string;
  calls: boolean; // it is our turn
}

type Known = Omit<MyStanding, "seat" | "number" | "game">;

export function standing(known: Known, mine: readonly number[], now = Date.now()): Standing {
  const { stage, paused, chairs, turn, places = [] } = known;
  const nameOf = (seat: number): string => (mine.includes(seat) ? t("recent.you") : (chairs[seat]?.name ?? "?"));
  const inOrder = (seats: number[]): string =>
    listed([...seats].sort((a, b) => Number(mine.includes(b)) - Number(mine.includes(a))).map(nameOf));
  if (stage === "over") {
    const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
    return { words: t("recent.won", { names: inOrder(first) }), button: t("recent.see"), calls: false };
  }
  const calls = turn.some((seat) => mine.includes(seat));
  if (stage === "open") {
    const free = chairs.filter((chair) => chair.kind === "empty").length;
    const words = free > 0 ? t("recent.gathering", { n: free }) : t("recent.full");
    return { words, button: t("recent.go"), calls: false };
  }
  if (stage !== "playing")
    return { words: t(calls ? "recent.open_once" : "recent.starting"), button: t("recent.go"), calls };
  if (paused) return { words: t("recent.paused"), button: t("recent.back"), calls: false };
  return { words: calls ? yours(known, now) : others(turn, nameOf), button: t("recent.back"), calls };
}

function yours({ until, holiday }: Known, now: number): string {
  if (holiday !== undefined) return t("recent.holiday", { until: moment(holiday, now) });
  return until === undefined ? t("recent.your_turn") : t("recent.your_turn_until", { until: moment(until, now) });
}

const others = (turn: readonly number[], nameOf: (seat: number) => string): string =>
  turn.length === 1 ? t("recent.turn", { name: nameOf(turn[0]!) }) : t("recent.playing");

/** A table as its row is drawn. */
export interface Row {
  table: string;
  game: string | undefined;
  mine: readonly number[];
  at: number; // when last used here
  known?: Known;
  gone?: boolean;
}

export const waits = ({ known, mine }: Row): boolean => known !== undefined && standing(known, mine).calls;

/** By days, and it is our turn: what a badge counts. (A table of now is waited for only by those who sit at it.) */
export const awaited = (row: Row): boolean => row.known?.pace_h !== undefined && waits(row) && !row.known.holiday;

/** Those that wait for us first, of these the most urgent; then as they were used. */
export function inOrder(rows: readonly Row[]): Row[] {
  const rank = (row: Row): number => (awaited(row) ? 0 : waits(row) ? 1 : 2);
  const urgent = ({ known }: Row): number => known?.until ?? Infinity;
  return [...rows].sort((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? urgent(a) - urgent(b) : b.at - a.at));
}
