/** What a chip was lost for, in a sentence. */

import type { Viewer } from "../module";
import { wayOf, type Chip } from "./events";
import { t } from "./texts";

export function chipInWords(chip: Omit<Chip, "kind">, view: Pick<Viewer, "chairs" | "you">): string {
  const way = wayOf(chip);
  const total = String(chip.total).replace("-", "−");
  return t(chip.seat === view.you ? `lost.${way}_you` : `lost.${way}`, {
    total,
    name: view.chairs[chip.seat]?.name ?? "?",
  });
}
