/** One message of a match as things that travel, dice that roll, and cards that are scored. */

import { moves as mayMove } from "../../settings.svelte";
import { Cells } from "../cells";
import type { Event, Scene, Step, Travel, View } from "../module";
import { sackEvents, type Counts, type Gets, type Nobody, type Places, type Replaces, type Rolls, type SackEvent } from "./events";
import { CLOSED, FIELDS, markOf, TO_COME } from "./state";
import { w } from "./texts";

const ROLL_MS = 650;
const EXPLAIN_MS = 2600; // to see why somebody gets a card
const EXPLAIN_CALMLY_MS = 1200; // without travel there is a button that shows it again
const DEAL_MS = 90;

type Changes = Parameters<Cells["with"]>[0];

export function scenes(step: Step, view: View): Scene[] {
  const events = sackEvents(step.events);
  const play = new Performance(step, view);
  events.forEach((event, i) => play.show(event, events, i));
  return play.end(events);
}

class Performance {
  private readonly list: Scene[] = [];
  private now: Cells;
  private readonly later: Cells;

  constructor(
    private readonly step: Step,
    private readonly view: View,
  ) {
    this.now = new Cells(view.game, step.before);
    this.later = new Cells(view.game, step.after);
  }

  show(event: SackEvent, events: readonly SackEvent[], at: number): void {
    switch (event.kind) {
      case "start": return this.change([["start", event.seat], ["turn", event.seat]]);
      case "rolls": return this.rolls(event);
      case "places": return this.places(event, isScoredLater(events, at, event.tray));
      case "replaces": return this.replaces(event);
      case "gets": case "nobody": return this.scored(event, events, at);
      case "card": return this.lays(event.tray, event.card);
      case "closed": return this.change([["card", CLOSED, event.tray - 1]]);
      case "renewed": return this.change([["pile_size", event.cards]]);
      case "fourth": return this.shouts(w("shout.fourth"), event.seat);
      case "final": return this.shouts(w("shout.final"));
    }
  }

  end(events: readonly SackEvent[]): Scene[] {
    const over = events.some(({ kind }) => kind === "wins" || kind === "shares");
    const last = this.list.at(-1);
    if (over || !last || last.showing?.length) this.list.push({ travels: [], cells: this.step.after, sound: over ? "win" : undefined });
    else last.cells = this.step.after;
    return this.list;
  }

  private change(changes: Changes): void {
    this.now = this.now.with(changes);
  }

  private add(scene: Omit<Scene, "cells">): void {
    this.list.push({ ...scene, cells: this.now.all });
  }

  private shouts(shout: string, seat?: number): void {
    this.add({ travels: [], shout, seat, sound: "bell" });
  }

  /** The dice leave the supply and tumble. */
  private rolls(event: Rolls): void {
    const { seat, one, two } = event;
    this.change([["turn", seat], ["hand", one, 0], ["hand", two, 1], ["supply", this.now.one("supply", seat) - 2, seat]]);
    this.add({ travels: [], showing: [event as unknown as Event], hold: mayMove() ? ROLL_MS : undefined, sound: "die" });
  }

  private places({ seat, value, tray, field }: Places, scored: boolean): void {
    const from = this.rolledAt(seat, value);
    const [one = 0, two = 0] = this.now.row("hand");
    this.change([["hand", one === value ? two : one, 0], ["hand", 0, 1]]);
    const leaving = this.now.all;
    this.change([["owner", seat, tray - 1, field - 1], ["value", value, tray - 1, field - 1], ["laid", field, tray - 1]]);
    if (!scored) this.standings(tray);
    this.add({ travels: [{ from, to: `field-${tray}-${field}`, piece: this.die(seat, value) }], leaving, sound: "tap" });
  }

  private replaces({ seat, to, value, tray, field }: Replaces): void {
    const [one = 0, two = 0] = this.now.row("hand");
    const other = one === value ? two : one;
    const place = `field-${tray}-${field}`;
    const travels: Travel[] = [
      { from: place, to: `supply-${to}`, piece: this.die(to, value) },
      { from: this.rolledAt(seat, value), to: place, piece: this.die(seat, value), delay: 2 * DEAL_MS },
      { from: this.rolledAt(seat, other), to: `supply-${seat}`, piece: this.die(seat, other), delay: 2 * DEAL_MS },
    ];
    this.change([["hand", 0, 0], ["hand", 0, 1], ["value", 0, tray - 1, field - 1]]);
    const leaving = this.now.all;
    this.change([
      ["owner", seat, tray - 1, field - 1], ["value", value, tray - 1, field - 1],
      ["supply", this.now.one("supply", to) + 1, to], ["supply", this.now.one("supply", seat) + 1, seat],
    ]);
    this.standings(tray);
    this.add({ travels, leaving, sound: "tap" });
  }

  /** First it is seen why; then the card goes to whom it belongs, and the dice go home. */
  private scored(event: Gets | Nobody, events: readonly SackEvent[], at: number): void {
    let first = at;
    while (events[first - 1]?.kind === "counts") first -= 1;
    const counts = events.slice(first, at) as Counts[];
    const tray = event.tray - 1;
    const won = event.kind === "gets";
    this.change([
      ["leader", won ? event.seat : -1, tray], ["counting", won ? event.fields : 0, tray], ["deciding", won ? event.tie : 0, tray],
      ...counts.map(({ seat, amount }) => ["amount", amount, tray, seat] as const),
    ]);
    const showing = events.slice(Math.max(first - 1, 0), at + 1) as unknown as Event[];
    this.add({ travels: [], showing, hold: mayMove() ? EXPLAIN_MS : EXPLAIN_CALMLY_MS, sound: "bell" });
    this.goesTo(event);
  }

  private goesTo(event: Gets | Nobody): void {
    const tray = event.tray - 1;
    const symbols = this.now.one("deck", this.number(event.card));
    const travels: Travel[] = [{ from: `card-${event.tray}`, to: event.kind === "gets" ? `won-${event.seat}` : "aside", piece: `card:${symbols}` }];
    const home: Changes[number][] = [["laid", 0, tray], ["leader", -1, tray], ["counting", 0, tray], ["deciding", 0, tray], ["card", TO_COME, tray]];
    const supply = this.now.row("supply");
    for (let field = 0; field < FIELDS; field += 1) {
      const value = this.now.one("value", tray, field);
      if (value === 0) continue;
      const owner = this.now.one("owner", tray, field);
      supply[owner] = (supply[owner] ?? 0) + 1;
      home.push(["value", 0, tray, field], ["supply", supply[owner]!, owner]);
      travels.push({ from: `field-${event.tray}-${field + 1}`, to: `supply-${owner}`, piece: this.die(owner, value), delay: 200 + 30 * field });
    }
    this.change(home);
    const leaving = this.now.all;
    if (event.kind === "gets") this.change([["won", this.now.one("won", event.seat) + 1, event.seat], ["symbols", this.now.one("symbols", event.seat) + event.symbols, event.seat]]);
    this.add({ travels, leaving, sound: "card" });
  }

  /** Several in a row are dealt together. */
  private lays(tray: number, card: string): void {
    const symbols = this.now.one("deck", this.number(card));
    this.change([["pile_size", this.now.one("pile_size") - 1]]);
    const leaving = this.now.all;
    this.change([["card", this.number(card), tray - 1]]);
    const last = this.list.at(-1);
    const travel: Travel = { from: "pile", to: `card-${tray}`, piece: `card:${symbols}` };
    if (last && last.travels.length > 0 && last.travels.every(({ from }) => from === "pile")) {
      last.travels.push({ ...travel, delay: DEAL_MS * last.travels.length });
      last.cells = this.now.all;
    } else this.add({ travels: [travel], leaving, sound: "card" });
  }

  /** Who would win it now is the server's to say. */
  private standings(tray: number): void {
    const at = tray - 1;
    this.change([
      ...(["leader", "counting", "deciding"] as const).map((field) => [field, this.later.one(field, at), at] as const),
      ...this.later.row("amount", at).map((amount, seat) => ["amount", amount, at, seat] as const),
    ]);
  }

  private rolledAt(seat: number, value: number): string {
    return seat === this.view.you ? `rolled-${value}` : `rolled-${seat}-${value}`;
  }

  private die(seat: number, value: number): string {
    return `die:${this.view.chairs[seat]?.colour ?? 0}:${markOf(this.view.chairs, seat)}:${value}`;
  }

  private number(card: string): number {
    return this.view.game.ids.card?.indexOf(card) ?? 0;
  }
}

function isScoredLater(events: readonly SackEvent[], at: number, tray: number): boolean {
  return events.slice(at + 1).some((event) => (event.kind === "gets" || event.kind === "nobody") && event.tray === tray);
}
