/** Events in words: by the templates `log` and `log_you` of the game's own texts, as the terminal does it too. */

import { fill, listed, type Values } from "../i18n/words";
import { settings } from "../settings.svelte";
import { t } from "../texts";
import type { EventKind } from "../protocol";
import type { Event, Value } from "./events";
import { UNDONE } from "./events";
import type { Told, Viewer } from "./module";

const MINUS = /(?<!\w)-(?=\d)/g; // a hyphen, as numbers come with it
const NOTHING = "–";

interface Book {
  log?: Record<string, string>;
  log_you?: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  cards?: Record<string, string>;
}

/** What a game words otherwise, by kind: a text ("" = no line), or what to fill in besides or instead. */
export type Own<E extends Event = Event> = {
  [kind in E["kind"]]?: (event: Extract<E, { kind: kind }>) => string | Record<string, string>;
};

/** One line for each event that has words; those of a kind in `loud` stand out. */
export function tellEvents<E extends Event>(
  events: readonly E[],
  view: Viewer,
  loud: readonly E["kind"][] = [],
  own: Own<E> = {},
): Told[] {
  return events.flatMap((event): Told[] => {
    const text = wordsOf(
      event,
      view,
      own[event.kind as E["kind"]] as ((event: Event) => string | Record<string, string>) | undefined,
    );
    if (text === "") return [];
    const seat = typeof event.seat === "number" && event.seat >= 0 ? event.seat : null;
    return [{ seat, kind: event.kind, text, loud: loud.includes(event.kind) }];
  });
}

type Tell = (events: readonly Event[], view: Viewer) => Told[];

/** For a story that grows quickly: events keep their words, and the log its lines. Only where nothing that comes later
 *  changes an event's words. */
export function wordedOnce(tell: Tell): Tell {
  const worded = new WeakMap<Event, { by: readonly unknown[]; told: Told[] }>();
  return (events, view) => {
    const by = [settings.language, view.game, view.chairs, view.you, view.past];
    return events.flatMap((event) => {
      const before = worded.get(event);
      if (before?.by.every((part, i) => part === by[i])) return before.told;
      const told = tell([event], view);
      worded.set(event, { by, told });
      return told;
    });
  };
}

function wordsOf(event: Event, view: Viewer, own?: (event: Event) => string | Record<string, string>): string {
  if (event.kind === UNDONE)
    return t(event.seat === view.you ? "undone_you" : "undone", { name: nameOf(view, event.seat) });
  const kind = view.game.events.find(({ name }) => name === event.kind);
  if (kind?.later && !view.past) return "";
  const special = own?.(event) ?? {};
  if (typeof special === "string") return special;
  const book = view.game.texts[settings.language] as Book;
  const template = (event.seat === view.you ? book.log_you?.[event.kind] : undefined) ?? book.log?.[event.kind] ?? "";
  return fill(template, { ...detailsOf(event, kind, view), ...special }).replaceAll(MINUS, "−");
}

/** A number stays one: it chooses between singular and plural. */
function detailsOf(event: Event, kind: EventKind | undefined, view: Viewer): Values {
  const worded = (type: string, value: Value) =>
    type === "number" && typeof value === "number" ? value : wordOf(type, value, view);
  return Object.fromEntries((kind?.details ?? []).map(({ name, type }) => [name, worded(type, event[name]!)]));
}

/** Seats by their names, ids by the words of the game's texts, numbers with a true minus. */
export function wordOf(type: string, value: Value, view: Viewer): string {
  if (type === "seat") return nameOf(view, value);
  if (typeof value === "number") return String(value).replace("-", "−");
  if (typeof value === "object") return countsOf(type, value, view);
  const book = view.game.texts[settings.language] as Book;
  return book.values?.[type]?.[value] ?? book.cards?.[value] ?? value;
}

function countsOf(type: string, counts: Readonly<Record<string, number>>, view: Viewer): string {
  const some = Object.entries(counts).filter(([, n]) => n > 0);
  return listed(some.map(([id, n]) => `${n} × ${wordOf(type, id, view)}`)) || NOTHING;
}

export function nameOf(view: Viewer, seat: Value | undefined): string {
  return view.chairs[Number(seat)]?.name ?? "?";
}
