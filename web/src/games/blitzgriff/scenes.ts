/** One message of a match as things that travel; in a race, at once. */

import type { Event, Row, Scene, View } from "../module";
import { upToLastScoring, type BlitzEvent } from "./events";
import { t } from "./texts";

export function scenes(rows: readonly Row[], view: View): Scene[] {
  const live = view.options.pace === "blitz" && !view.past;
  const all = rows.flatMap(eventsIn);
  const over = all.some((event) => event.kind === "wins");
  const list = rows.flatMap((row) => acted(row, all, view));
  list.push({
    travels: [],
    cells: rows.at(-1)!.after,
    sound: over ? "win" : all.some((event) => event.kind === "throws") ? "die" : undefined,
  });
  return live ? list.map((scene) => (scene.report ? scene : { ...scene, travels: [], quick: true })) : list;
}

const eventsIn = (row: Row): readonly BlitzEvent[] => row.events as readonly BlitzEvent[];

/** The scoring of a pass is shown over the table as it lay. */
function acted(row: Row, all: readonly BlitzEvent[], view: View): Scene[] {
  const events = eventsIn(row);
  const ends = events.some((event) => event.kind === "ends");
  const cells = ends ? row.before : row.after;
  return events.flatMap((event): Scene[] => {
    if (event.kind !== "ends") return sceneOf(event, view, cells);
    const story = (view.story as readonly BlitzEvent[]).concat(all);
    return [{ travels: [], cells, report: upToLastScoring(story) as readonly Event[] }];
  });
}

function sceneOf(event: BlitzEvent, view: View, cells: readonly number[]): Scene[] {
  switch (event.kind) {
    case "takes":
      return moved(event, view, cells, `die-${event.die}`, `seat-${event.seat}`);
    case "puts":
      return moved(
        event,
        view,
        cells,
        `seat-${event.seat}`,
        placeOf(event, view, `field-${event.card}-${event.field}`),
      );
    case "beside":
    case "late":
      return moved(event, view, cells, `seat-${event.seat}`, placeOf(event, view, `beside-${event.card}`));
    case "parks":
      return moved(event, view, cells, `seat-${event.seat}`, placeOf(event, view, `park-${event.card}`));
    case "moves":
      return moved(
        event,
        view,
        cells,
        placeOf(event, view, `park-${event.card}`),
        placeOf(event, view, `field-${event.card}-${event.field}`),
      );
    case "stops":
      return [{ travels: [], cells, sound: "bell", shout: t("shout_stop"), seat: event.seat }];
    case "idle":
      return [{ travels: [], cells, sound: "bell", shout: t("shout_idle") }];
    default:
      return [];
  }
}

/** One's own dice are where one has put them; those of the others are seen to go there. */
function moved(
  event: { seat: number; colour: string; value: number },
  view: View,
  cells: readonly number[],
  from: string,
  to: string,
): Scene[] {
  if (event.seat === view.you && !view.past) return [{ travels: [], cells, sound: "tap" }];
  return [{ travels: [{ from, to, piece: `${event.colour} ${event.value}` }], cells, sound: "tap" }];
}

const placeOf = ({ seat, card }: { seat: number; card: number }, view: View, own: string): string =>
  seat === view.you ? own : `card-${seat}-${card - 1}`;
