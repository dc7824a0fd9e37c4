/** One seat's line to its table, or a spectator's. Lines that die are taken up again; nothing counts twice. */

import { PROTOCOL } from "../protocol";
import type {
  Failure,
  FromClient,
  FromServer,
  MatchView,
  Racing,
  Refused,
  SeatChange,
  Seating,
  Step,
  TableView,
} from "../protocol";
import { begun, hashFor, noteHead, retold, revealFor, tallyOf, type Distrust } from "./contribution";
import { randomHex, type SeatKey } from "./storage";
import {
  eventsIn,
  placeChanges,
  playFrames,
  rowsIn,
  stateOf,
  type Listener,
  type MatchState,
  type Placed,
  type Source,
} from "./match";
import type { Tally } from "./tally";
import { unpack } from "./msgpack";
import { Wire, type Speaker } from "./wire";

type Distribute<T> = T extends { id: number } ? Omit<T, "id"> : never;
export type Command = Distribute<FromClient>;

/** Where all play at the same time. `los` is a moment of performance.now(), with the way to us allowed for. */
export type Race = Omit<Racing, "type">;

export class NotTaken extends Error {
  constructor(
    readonly rule: string,
    readonly reason: string,
    readonly text: Record<string, string>,
  ) {
    super(text.en ?? reason);
  }
}

/** What we know of how the match began, whatever is chosen or who sits down later. */
export interface Began {
  number: number;
  options: Readonly<Record<string, string>>;
  names: readonly string[]; // by seat; empty: we came when chairs had changed already
}

/** Why the table is not there: the server's words, or its host has deleted it. */
export type Gone = Failure | "deleted";

interface Sent {
  text: string;
  at: number;
  taken(): void;
  refused(refused: Refused): void;
}

const SAME_LOS_MS = 1500; // told once more, over an uneven line
const NOTE_MS = 1000; // so often at most what we were told goes into our note

export class Line implements Speaker, Source {
  table = $state.raw<TableView | null>(null);
  match = $state.raw<MatchState | null>(null);
  you = $state<number | null>(null);
  asked = $state<number | null>(null); // our request for a bot's chair, as long as it stands
  barred = $state(false); // we may not ask for one in this match
  declined = $state.raw<Record<string, string> | null>(null); // what we asked for came to nothing: words
  connected = $state(false);
  gone = $state.raw<Gone | null>(null);
  clock = $state.raw<{ seats: number[]; until: number } | null>(null);
  race = $state.raw<Race | null>(null);
  lostMoves = $state.raw<Record<string, string> | null>(null); // the server has fewer moves than it told us of: words
  changes = $state.raw<readonly Placed[]>([]); // what happened to the chairs of this match
  began = $state.raw<Began | null>(null);
  distrust = $state<Distrust | null>(null); // why we added nothing to the dice of the last start

  private seq = 0;
  private rows = 0; // of the match's log that this seat has been told
  private tally: Tally | null = null; // their running hash
  private noting: ReturnType<typeof setTimeout> | undefined;
  private unanswered = new Map<number, Sent>();
  private listeners = new Set<Listener>();
  private answeredStep = "";
  private coming = 0; // the match before which we sat here
  private giving = false;
  private readonly wire: Wire;

  constructor(
    readonly id: string,
    readonly key: SeatKey | null, // null: only watches
    private readonly keep: () => void = () => {}, // the key has changed
  ) {
    this.wire = new Wire(`/api/tables/${encodeURIComponent(id)}/socket?wire=${PROTOCOL}`, this);
  }

  open(): this {
    this.wire.open();
    return this;
  }

  close(): void {
    this.noteTold();
    this.wire.close();
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Done when the server says so; NotTaken if it refuses. Sent again after a broken line, and counted once. */
  do(command: Command): Promise<void> {
    const id = 1 + Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 1));
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      this.unanswered.set(id, {
        text,
        at: Date.now(),
        taken: resolve,
        refused: (refused) => reject(new NotTaken(refused.rule, refused.reason, refused.text)),
      });
      this.wire.send(text);
    });
  }

  /** A fresh token takes the place of this one, so that a link or QR code with the old one opens nothing. */
  async rekey(): Promise<void> {
    if (!this.key) return;
    this.key.next ??= randomHex(16);
    this.keep();
    try {
      await this.do({ do: "move", token: this.key.next });
    } catch {
      delete this.key.next; // the old one stays ours
      this.keep();
      return;
    }
    if (this.key.next) this.takeNext();
  }

  /** The seat goes to whoever is given the token that this returns. */
  async give(): Promise<string> {
    if (!this.key) throw new Error("a spectator has no seat to give");
    const token = (this.key.next = randomHex(16)); // if nobody takes it and this page is closed, it is still ours
    this.giving = true;
    this.keep();
    try {
      await this.do({ do: "move", token });
    } catch (refusal) {
      this.giving = false;
      delete this.key.next;
      throw refusal;
    }
    return token;
  }

  /** It was given, and comes back (`token`), or it is gone for good (null). */
  settleGift(token: string | null): void {
    this.giving = false;
    if (!this.key) return;
    if (token) this.key.token = token;
    else this.renewToken();
    delete this.key.next;
    this.keep();
    this.wire.reconnect();
  }

  private takeNext(): void {
    this.key!.token = this.key!.next!;
    delete this.key!.next;
    this.keep();
    this.wire.reconnect();
  }

  /** We stood up, or were sent away: with another token we may sit down again. In mid-match the old one tells that we
   *  have seen a hand. */
  private renewToken(): void {
    this.rows = 0;
    if (this.table?.stage !== "playing") this.key!.token = randomHex(16);
  }

  // The wire

  get waitingSince(): number {
    return Math.min(...[...this.unanswered.values()].map((sent) => sent.at));
  }

  get mayRest(): boolean {
    return this.table?.pace_h !== undefined && this.unanswered.size === 0;
  }

  opened(): void {
    this.answeredStep = "";
    const known = this.match && this.rows > 0 ? { match: this.match.number, rows: this.rows } : {};
    this.send({ do: "hello", token: this.key?.token ?? null, ...known });
    for (const sent of this.unanswered.values()) {
      sent.at = Date.now();
      this.wire.send(sent.text);
    }
  }

  lost(): void {
    this.connected = false;
  }

  nowhere(why: Failure): void {
    this.gone = why;
  }

  private send(message: FromClient): void {
    this.wire.send(JSON.stringify(message));
  }

  // Hearing

  heard(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.take(unpack(data) as Step);
      return;
    }
    const message = JSON.parse(data) as Exclude<FromServer, Step>;
    if (message.type === "ping")
      this.send({ do: "pong", nonce: message.nonce }); // at once
    else if (message.type === "table") this.look(message);
    else if (message.type === "done") this.answered(message.id);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "declined") this.declined = message.text;
    else if (message.type === "said") this.listeners.forEach((listener) => listener.said?.(message));
    else if (message.type === "nudge") this.listeners.forEach((listener) => listener.nudged?.(message.seat));
    else if (message.type === "race") this.lineUp(message);
    else if (message.type === "deleted") this.end();
    else if (message.type === "clock") this.clock = { seats: message.seats, until: Date.now() + message.ms };
  }

  /** The table is gone for everybody: there is nothing to come back to. */
  private end(): void {
    this.gone = "deleted";
    this.close();
  }

  private look(seating: Seating): void {
    this.seq = seating.seq;
    if (seating.you === null && this.key?.next && !this.giving) {
      this.takeNext(); // it has already taken the place of the old one
      return;
    }
    if (seating.you === null && this.you !== null && this.key && !this.giving) {
      this.renewToken();
      this.you = null;
      this.keep();
      if (seating.ack) this.answered(seating.ack);
      this.wire.reconnect();
      return;
    }
    this.you = seating.you;
    this.table = { ...this.table, ...seating.table } as TableView; // the first one on a line has all fields
    this.asked = seating.asked ?? null;
    this.barred = seating.barred ?? false;
    if (this.you !== null || this.asked !== null || this.table.stage !== "playing") this.declined = null;
    this.connected = true;
    this.gone = null;
    if (seating.match) this.begin(seating.match, seating.log ?? []);
    else if (seating.log) this.change(seating.log);
    this.addEntropy();
    if (seating.ack) this.answered(seating.ack);
  }

  private change(changes: readonly SeatChange[]): void {
    const before = this.match?.story.length ?? 0;
    this.changes = [...this.changes, ...changes.map((change) => ({ before, change }))];
    this.told((tally) => tally.change(changes));
  }

  /** From its first row, or what we have missed. */
  private begin(match: MatchView, changes: readonly SeatChange[]): void {
    const known = match.first > 0 ? this.match : null;
    if (match.first > 0 && (known?.number !== match.number || this.rows !== match.first)) {
      this.rows = 0;
      this.wire.reconnect();
      return;
    }
    this.noteTold();
    this.noteBeginning(match.number, changes);
    this.changes = placeChanges(
      changes,
      match,
      known ? { story: known.story.length, changes: this.changes } : undefined,
    );
    this.match = stateOf(match, known);
    this.rows = match.first + rowsIn(match.frames);
    this.clock = null;
    if (!known) this.tally = this.you === null ? null : tallyOf(this.id, match.number, this.you);
    this.told((tally) => tally.catchUp(match.frames, changes));
    this.compare();
    this.listeners.forEach((listener) => listener.reset(this.match!));
  }

  private noteBeginning(number: number, changes: readonly SeatChange[]): void {
    if (this.began?.number === number) return;
    const { options, chairs } = this.table!;
    this.began = { number, options, names: changes.length > 0 ? [] : chairs.map(({ name }) => name) };
  }

  private take([seq, frames, actors, moves = [], ack = 0]: Step): void {
    if (seq !== this.seq + 1 || !this.match) {
      this.wire.reconnect(); // something was missed; a new line brings it
      return;
    }
    this.seq = seq;
    const played = playFrames(this.match.cells, frames);
    const { number, cells, story } = this.match;
    this.match = { number, cells: played.at(-1)?.after ?? cells, story: story.concat(eventsIn(frames)), moves, actors };
    this.rows += rowsIn(frames);
    this.clock = null;
    this.told((tally) => tally.add(frames));
    this.listeners.forEach((listener) => listener.step(played, this.match!));
    if (ack) this.answered(ack);
  }

  private told(count: (tally: Tally) => void): void {
    if (!this.tally) return;
    count(this.tally);
    this.noting ??= setTimeout(() => this.noteTold(), NOTE_MS);
  }

  /** Told otherwise than before: our note stays as it is. */
  private compare(): void {
    const why = this.tally && retold(this.id, this.match!.number, this.you!, this.tally);
    if (!why) return;
    this.distrust = why;
    this.tally = null;
  }

  private noteTold(): void {
    clearTimeout(this.noting);
    this.noting = undefined;
    if (this.tally && this.match && this.you !== null) noteHead(this.id, this.match.number, this.you, this.tally);
  }

  private lineUp({ los, ...rest }: Racing): void {
    const way = (this.you === null ? 0 : (rest.lines[this.you] ?? 0)) / 2;
    const told = los === null ? null : performance.now() + los - way;
    const before = this.race?.los ?? null;
    const same = told !== null && before !== null && Math.abs(told - before) < SAME_LOS_MS;
    this.race = { ...rest, los: same ? Math.min(told, before) : told }; // what came quickest is nearest to the truth
  }

  private answered(id: number): void {
    this.unanswered.get(id)?.taken();
    this.unanswered.delete(id);
  }

  private refused(refused: Refused): void {
    if (refused.reason === "rows_lost") this.lostMoves = refused.text;
    if (refused.id === null) return;
    this.unanswered.get(refused.id)?.refused(refused);
    this.unanswered.delete(refused.id);
  }

  /** Our part of the dice: first its hash, then, when all hashes are there, itself. */
  private addEntropy(): void {
    const { id, table, key, you } = this;
    if (!table || !key || you === null) return;
    const step = `${table.commitment} ${table.stage}`;
    if (step === this.answeredStep) return;
    this.answeredStep = step;
    if (table.stage === "open" || table.stage === "over") {
      this.coming = table.number;
    } else if (table.stage === "hashing") {
      this.distrust = null;
      this.lostMoves = null;
      const ours = hashFor(id, table, you);
      if (typeof ours === "string") this.distrust = ours;
      else this.do({ do: "hash", ...ours }).catch(() => {});
    } else if (table.stage === "revealing") {
      const ours = revealFor(id, table, you);
      if (typeof ours === "string") this.distrust = key.shared && ours === "own_hash" ? null : ours;
      else this.do({ do: "reveal", ...ours }).catch((refusal: NotTaken) => this.revealRefused(refusal));
    } else {
      const why = begun(id, table, you, this.coming === table.number && !key.shared);
      this.distrust = (key.shared && why === "not_asked" ? null : why) ?? this.distrust;
    }
  }

  private revealRefused({ reason }: NotTaken): void {
    if (reason === "wrong_start") this.distrust = "server_start";
  }
}
