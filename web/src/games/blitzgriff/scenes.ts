/** One message of a match as things that travel; in a race, at once. */

import type { Event, Scene, Step, View } from "../module";
import { upToLastScoring, type BlitzEvent } from "./events";
import { after } from "./state";
import { w } from "./texts";

export function scenes(step: Step, view: View): Scene[] {
  const events = step.events as unknown as readonly BlitzEvent[];
  const live = view.options.pace === "blitz" && !view.past;
  const list: Scene[] = [];
  const now = (): readonly number[] => list.at(-1)?.cells ?? step.before;
  for (const event of events) {
    if (event.kind === "ends") {
      const story = (view.story as unknown as readonly BlitzEvent[]).concat(events);
      list.push({ travels: [], cells: now(), report: upToLastScoring(story) as unknown as readonly Event[] });
      continue;
    }
    const scene = sceneOf(event, { ...view, cells: now() });
    if (scene) list.push(live ? { ...scene, travels: [], leaving: undefined, quick: true } : scene);
  }
  const thrown = events.some((event) => event.kind === "throws");
  const over = events.some((event) => event.kind === "wins");
  list.push({ travels: [], cells: step.after, sound: over ? "win" : thrown ? "die" : undefined, quick: live });
  return list;
}

function sceneOf(event: BlitzEvent, view: View): Scene | null {
  const cells = after(view, event);
  switch (event.kind) {
    case "takes":
      return moved(event, view, cells, `die-${event.die}`, `seat-${event.seat}`);
    case "puts":
      return moved(event, view, cells, `seat-${event.seat}`, placeOf(event, view, `field-${event.card}-${event.field}`));
    case "beside":
    case "late":
      return moved(event, view, cells, `seat-${event.seat}`, placeOf(event, view, `beside-${event.card}`));
    case "parks":
      return moved(event, view, cells, `seat-${event.seat}`, placeOf(event, view, `park-${event.card}`));
    case "moves":
      return moved(event, view, cells, placeOf(event, view, `park-${event.card}`), placeOf(event, view, `field-${event.card}-${event.field}`));
    case "stops":
      return { travels: [], cells, sound: "bell", shout: w("shout_stop"), seat: event.seat };
    case "idle":
      return { travels: [], cells, sound: "bell", shout: w("shout_idle") };
    default:
      return null;
  }
}

/** One's own dice are where one has put them; those of the others are seen to go there. */
function moved(event: { seat: number; colour: string; value: number }, view: View, cells: readonly number[], from: string, to: string): Scene {
  if (event.seat === view.you && !view.past) return { travels: [], cells, sound: "tap" };
  return { travels: [{ from, to, piece: `${event.colour} ${event.value}` }], cells, sound: "tap" };
}

const placeOf = ({ seat, card }: { seat: number; card: number }, view: View, own: string): string =>
  seat === view.you ? own : `card-${seat}-${card - 1}`;
