/** Why a card goes where it goes, in words. */

import type { Viewer } from "../module";
import type { Award } from "./events";
import { t } from "./texts";

export function explained(
  award: Award,
  view: Pick<Viewer, "chairs" | "you">,
): { why: string; counts: string; result: string } {
  const name = (seat: number): string => view.chairs[seat]?.name ?? "?";
  const mine = award.by !== null && award.by === view.you;
  const why = t(`why.${award.cause}${mine ? "_you" : ""}` as "why.full", {
    tray: award.tray,
    name: award.by === null ? "" : name(award.by),
  });
  const counts = award.counts.map(({ seat, amount }) => `${name(seat)} ${amount > 0 ? amount : "–"}`).join(" · ");
  if (!award.gets) return { why, counts, result: t("unmet") };
  const { seat, tie } = award.gets;
  const you = seat === view.you;
  const result =
    tie > 0 ? t(you ? "tie_you" : "tie", { name: name(seat) }) : t(you ? "gets_you" : "gets", { name: name(seat) });
  return { why, counts, result };
}
