/** One message of a match as things that travel, dice that roll, and cards that are scored. */

import { moves as mayMove } from "../../settings.svelte";
import { Cells } from "../cells";
import type { Event, Row, Scene, Travel, View } from "../module";
import {
  sackEvents,
  type Counts,
  type Gets,
  type Nobody,
  type Places,
  type Replaces,
  type Rolls,
  type SackEvent,
} from "./events";
import { t } from "./texts";

const ROLL_MS = 650;
const EXPLAIN_MS = 2600; // to see why somebody gets a card
const EXPLAIN_CALMLY_MS = 1200; // without travel there is a button that shows it again
const DEAL_MS = 90;

type Sack = Cells<"bloeder-sack">;
type Award = Gets | Nobody;

export function scenes(rows: readonly Row[], view: View): Scene[] {
  const play = new Performance(rows, view);
  rows.forEach((row, at) => play.show(row, rows.slice(at + 1)));
  return play.end();
}

/** Within a row a card may be scored: then the dice lie there a while longer than the cells after it say. */
class Performance {
  private readonly list: Scene[] = [];
  private readonly settled: number[] = []; // trays whose standings are those at the end, which only the last row has
  private readonly last: Sack;
  private now: Sack;
  private after: Sack;

  constructor(
    private readonly rows: readonly Row[],
    private readonly view: View,
  ) {
    this.last = new Cells(view.game, rows.at(-1)!.after);
    this.now = this.after = new Cells(view.game, rows[0]!.before);
  }

  show(row: Row, later: readonly Row[]): void {
    const events = sackEvents(row.events);
    const awards = events.filter(isAward);
    const before: Sack = new Cells(this.view.game, row.before);
    this.after = new Cells(this.view.game, row.after);
    this.now = this.look(before);
    const lies = (meanwhile: Sack): Sack => (awards.length > 0 ? meanwhile : this.after);
    for (const [at, event] of events.entries()) {
      switch (event.kind) {
        case "rolls":
          this.rolls(
            event,
            lies(
              before.with([
                ["hand", event.one, 0],
                ["hand", event.two, 1],
              ]),
            ),
          );
          break;
        case "places":
          this.places(event, lies(placed(before.from(this.after, "hand"), event)), [
            ...awards,
            ...later.flatMap(awardsIn),
          ]);
          break;
        case "replaces":
          this.replaces(event, lies(placed(before.from(this.after, "hand"), event)));
          break;
        case "card":
          this.lays(
            event.tray,
            event.card,
            lies(before.from(this.after, "pile_size").with([["card", this.number(event.card), event.tray - 1]])),
          );
          break;
        case "gets":
        case "nobody":
          this.scored(event, events, at, event === awards.at(-1));
          break;
        case "fourth":
          this.shouts(t("shout.fourth"), event.seat);
          break;
        case "final":
          this.shouts(t("shout.final"));
          break;
      }
    }
  }

  end(): Scene[] {
    const over = this.rows.flatMap(({ events }) => events).some(({ kind }) => kind === "wins" || kind === "shares");
    const last = this.list.at(-1);
    if (over || !last || last.showing?.length)
      this.list.push({ travels: [], cells: this.last.all, sound: over ? "win" : undefined });
    else last.cells = this.last.all;
    return this.list;
  }

  private add(scene: Omit<Scene, "cells">, cells: Sack): void {
    this.now = this.look(cells);
    this.list.push({ ...scene, cells: this.now.all });
  }

  /** Who would win each card now is the server's to say. */
  private look(cells: Sack): Sack {
    return cells.from(this.last, ...this.settled.flatMap((tray) => STANDINGS.map((field) => [field, tray] as const)));
  }

  private shouts(shout: string, seat?: number): void {
    this.add({ travels: [], shout, seat, sound: "bell" }, this.now);
  }

  /** The dice leave the supply and tumble. */
  private rolls(event: Rolls, cells: Sack): void {
    this.add({ travels: [], showing: [event], hold: mayMove() ? ROLL_MS : undefined, sound: "die" }, cells);
  }

  private places(event: Places, cells: Sack, scored: readonly Award[]): void {
    const { seat, value, tray, field } = event;
    const travels = [{ from: this.rolledAt(seat, value), to: `field-${tray}-${field}`, piece: this.die(seat, value) }];
    const leaving = this.now.from(this.after, "hand").all;
    if (!scored.some((award) => award.tray === tray)) this.settled.push(tray - 1);
    this.add({ travels, leaving, sound: "tap" }, cells);
  }

  private replaces({ seat, to, value, tray, field }: Replaces, cells: Sack): void {
    const [one = 0, two = 0] = this.now.row("hand");
    const other = one === value ? two : one;
    const place = `field-${tray}-${field}`;
    const travels: Travel[] = [
      { from: place, to: `supply-${to}`, piece: this.die(to, value) },
      { from: this.rolledAt(seat, value), to: place, piece: this.die(seat, value), delay: 2 * DEAL_MS },
      { from: this.rolledAt(seat, other), to: `supply-${seat}`, piece: this.die(seat, other), delay: 2 * DEAL_MS },
    ];
    const leaving = this.now.from(this.after, "hand").with([["value", 0, tray - 1, field - 1]]).all;
    this.settled.push(tray - 1);
    this.add({ travels, leaving, sound: "tap" }, cells);
  }

  /** First it is seen why; then the card goes to whom it belongs, and the dice go home. */
  private scored(event: Award, events: readonly SackEvent[], at: number, last: boolean): void {
    let first = at;
    while (events[first - 1]?.kind === "counts") first -= 1;
    const counts = events.slice(first, at) as Counts[];
    const tray = event.tray - 1;
    const won = event.kind === "gets";
    const why = this.now.with([
      ["leader", won ? event.seat : (this.view.game.choices.leader?.no_seat ?? -1), tray],
      ["counting", won ? event.fields : 0, tray],
      ["deciding", won ? event.tie : 0, tray],
      ...counts.map(({ seat, amount }) => ["amount", amount, tray, seat] as const),
    ]);
    const showing = events.slice(Math.max(first - 1, 0), at + 1) as Event[];
    this.list.push({
      travels: [],
      showing,
      hold: mayMove() ? EXPLAIN_MS : EXPLAIN_CALMLY_MS,
      sound: "bell",
      cells: why.all,
    });
    this.settled.push(tray);
    const leaving = this.look(this.now.from(this.after, ["card", tray], ["value", tray], ["owner", tray]));
    const joy = won ? { at: `won-${event.seat}` } : undefined;
    this.add({ travels: this.goingHome(event), leaving: leaving.all, sound: "card", joy }, last ? this.after : leaving);
  }

  private goingHome(event: Award): Travel[] {
    const card: Travel = {
      from: `card-${event.tray}`,
      to: event.kind === "gets" ? `won-${event.seat}` : "aside",
      piece: this.card(event.card),
    };
    const owners = this.now.row("owner", event.tray - 1);
    const dice = this.now.row("value", event.tray - 1).flatMap((value, field): Travel[] => {
      const owner = owners[field]!;
      return value === 0
        ? []
        : [
            {
              from: `field-${event.tray}-${field + 1}`,
              to: `supply-${owner}`,
              piece: this.die(owner, value),
              delay: 200 + 30 * field,
            },
          ];
    });
    return [card, ...dice];
  }

  /** Several in a row are dealt together. */
  private lays(tray: number, card: string, cells: Sack): void {
    const last = this.list.at(-1);
    const travel: Travel = { from: "pile", to: `card-${tray}`, piece: this.card(card) };
    if (last && last.travels.length > 0 && last.travels.every(({ from }) => from === "pile")) {
      last.travels.push({ ...travel, delay: DEAL_MS * last.travels.length });
      this.now = this.look(cells);
      last.cells = this.now.all;
    } else this.add({ travels: [travel], leaving: this.now.from(this.after, "pile_size").all, sound: "card" }, cells);
  }

  private rolledAt(seat: number, value: number): string {
    return seat === this.view.you ? `rolled-${value}` : `rolled-${seat}-${value}`;
  }

  private die(seat: number, value: number): string {
    return `die:${this.view.chairs[seat]?.colour ?? 0}:${value}`;
  }

  private card(name: string): string {
    return `card:${this.now.one("deck", this.number(name))}`;
  }

  private number(card: string): number {
    return this.view.game.ids.card?.indexOf(card) ?? 0;
  }
}

const STANDINGS = ["leader", "counting", "deciding", "amount"];

const isAward = (event: SackEvent): event is Award => event.kind === "gets" || event.kind === "nobody";
const awardsIn = (row: Row): Award[] => sackEvents(row.events).filter(isAward);

/** With the die where it was put. */
function placed(cells: Sack, { seat, value, tray, field }: Places | Replaces): Sack {
  return cells.with([
    ["owner", seat, tray - 1, field - 1],
    ["value", value, tray - 1, field - 1],
  ]);
}
