/** Somebody whose turn it is, is gone: from when a bot plays for him. */

import { moment } from "../i18n/times";
import type { Chair, TableView } from "../protocol";
import { t } from "./texts";

export class Absent {
  private since = new Map<number, number>(); // by seat: when we first saw that he is gone

  /** Instead of the hint; null: there is nothing to say. `now` in ms. */
  words(table: TableView, actors: number, mine: readonly number[], now: number): string | null {
    const gone = table.chairs.map((chair) => chair.kind === "human" && !chair.here && !chair.away);
    for (const [seat, isGone] of gone.entries()) {
      if (!isGone) this.since.delete(seat);
      else if (!this.since.has(seat)) this.since.set(seat, now);
    }
    const seat = gone.findIndex((isGone, at) => isGone && actors & (1 << at) && !mine.includes(at));
    if (seat < 0 || table.stage !== "playing" || table.paused || mine.some((at) => actors & (1 << at))) return null;
    if (table.pace_h !== undefined) return byDays(table.chairs[seat]!);
    const left = Math.max(0, Math.ceil(table.grace_s - (now - this.since.get(seat)!) / 1000));
    return t(left > 0 ? "play.gone_until" : "play.gone_soon", { name: table.chairs[seat]!.name, s: left });
  }
}

/** Nobody need be there, and no bot plays for that. */
function byDays({ name, until, holiday }: Chair): string | null {
  if (holiday !== undefined) return t("days.turn_holiday", { name, until: moment(holiday) });
  return until === undefined ? null : t("days.turn", { name, until: moment(until) });
}
