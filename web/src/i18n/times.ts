/** Moments as people say them, in the language that is read and this device's time zone. */

import { settings } from "../settings.svelte";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UNITS = [
  ["day", DAY],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
] as const;

/** "gestern", "vor 3 Stunden"; null: just now. */
export function ago(at: number, now = Date.now()): string | null {
  const found = UNITS.find(([, ms]) => now - at >= ms);
  if (!found) return null;
  const [unit, ms] = found;
  return relative(-Math.floor((now - at) / ms), unit);
}

const relative = (n: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" }).format(n, unit);

/** "heute, 18:30", "Donnerstag, 18:30", "3. Mai, 18:30" */
export function moment(at: number, now = Date.now()): string {
  const time = format(at, { timeStyle: "short" });
  return `${day(at, now)}, ${time}`;
}

/** "heute", "morgen", "Donnerstag", "3. Mai" */
export function day(at: number, now = Date.now()): string {
  const days = daysBetween(now, at);
  if (days === 0 || days === 1) return relative(days, "day");
  return days > 1 && days < 7 ? format(at, { weekday: "long" }) : format(at, { day: "numeric", month: "long" });
}

const format = (at: number, wanted: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(settings.language, wanted).format(at);

/** Midnights between them; a day of 23 or 25 hours is one, too. */
function daysBetween(from: number, to: number): number {
  const [a, b] = [from, to].map((at) => new Date(at).setHours(0, 0, 0, 0)) as [number, number];
  return Math.round((b - a) / DAY);
}
