/** One seat's line to its table, or a spectator's. Lines that die are taken up again; nothing counts twice. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { FromClient, FromServer, MatchView, Racing, Refused, Said, Seating, TableView, Told } from "../protocol";
import type { SeatKey } from "./keepsakes";
import { note, randomHex } from "./keepsakes";

type Distribute<T> = T extends { id: number } ? Omit<T, "id"> : never;
export type Command = Distribute<FromClient>;

/** A match as the server last told it. */
export interface Truth {
  number: number;
  cells: number[];
  story: number[][]; // events as they come: see games/events.ts
  moves: string[];
  actors: number;
}

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

/** What a line tells whoever shows it. */
export interface Listener {
  anew(truth: Truth): void; // everything at once: on arrival, or a new match
  step(events: number[][], before: readonly number[], truth: Truth): void;
  said(said: Said): void;
  nudged(seat: number): void;
}

interface Sent {
  text: string;
  at: number;
  taken(): void;
  refused(refused: Refused): void;
}

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 3000;
const ANSWER_MS = 6000; // a command unanswered for so long: the line is dead
const SILENCE_MS = 20_000; // then we ask whether the server is there
const SAME_LOS_MS = 1500; // told once more, over an uneven line
const AWAY_MS = 10_000; // a page that slept for so long trusts no old line

export class Line {
  table = $state.raw<TableView | null>(null);
  match = $state.raw<Truth | null>(null);
  you = $state<number | null>(null);
  connected = $state(false);
  gone = $state.raw<Record<string, string> | null>(null); // the table is not there: words
  clock = $state.raw<{ seats: number[]; until: number } | null>(null);
  race = $state.raw<Race | null>(null);

  private seq = 0;
  private socket: WebSocket | null = null;
  private unanswered = new Map<number, Sent>();
  private listeners = new Set<Listener>();
  private wait = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private hiddenAt = 0;
  private answeredStep = "";
  private closed = false;
  private giving = false;

  constructor(
    readonly id: string,
    readonly key: SeatKey | null, // null: only watches
    private readonly keep: () => void = () => {}, // the key has changed
  ) {}

  open(): this {
    addEventListener("online", this.soon);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.woke);
    this.watch = setInterval(() => this.check(), 1000);
    this.connect();
    return this;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.soon);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.woke);
    this.hangUp();
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
      this.send(text);
    });
  }

  /** A fresh token takes the place of this one, so that a link or QR code with the old one opens nothing. */
  async rekey(): Promise<void> {
    if (!this.key) return;
    this.key.next ??= randomHex(16);
    this.keep();
    await this.do({ do: "move", token: this.key.next }).catch(() => {});
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
    this.key.token = token ?? randomHex(16);
    delete this.key.next;
    this.keep();
    this.reconnect();
  }

  private takeNext(): void {
    this.key!.token = this.key!.next!;
    delete this.key!.next;
    this.keep();
    this.reconnect();
  }

  // The socket

  private connect(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = FIRST_RETRY_MS;
      this.heardAt = Date.now();
      this.answeredStep = "";
      const hello = { do: "hello", token: this.key?.token ?? null, story: true } satisfies FromClient;
      socket.send(JSON.stringify(hello));
      for (const sent of this.unanswered.values()) {
        sent.at = Date.now();
        socket.send(sent.text);
      }
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.connected = false;
      this.socket = null;
      if (!opened) void this.askWhy();
      this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
      this.wait = Math.min(this.wait * 1.6, LONGEST_RETRY_MS);
    };
  }

  /** A browser does not say why a socket did not open; plain HTTP does. */
  private async askWhy(): Promise<void> {
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}/socket`);
      if (response.status !== 404) return;
      this.gone = ((await response.json()) as { text: Record<string, string> }).text;
      this.close();
    } catch {
      // no answer: we try again anyway
    }
  }

  /** A socket that is just being opened is closed when it is open: browsers complain otherwise. */
  private hangUp(): void {
    const old = this.socket;
    this.socket = null;
    this.connected = false;
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
  }

  private reconnect(): void {
    this.hangUp();
    this.connect();
  }

  private readonly soon = (): void => {
    if (!this.closed && !this.connected) this.reconnect();
  };

  private readonly drop = (): void => {
    this.hangUp();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), LONGEST_RETRY_MS);
  };

  private readonly woke = (): void => {
    if (document.hidden) this.hiddenAt = Date.now();
    else if (!this.closed && (!this.connected || Date.now() - this.hiddenAt > AWAY_MS)) this.reconnect();
  };

  private check(): void {
    if (!this.connected) return;
    const oldest = Math.min(...[...this.unanswered.values()].map((sent) => sent.at));
    if (Date.now() - oldest > ANSWER_MS) this.reconnect();
    else if (Date.now() - this.heardAt > SILENCE_MS && !document.hidden) {
      this.heardAt = Date.now();
      fetch("/health", { cache: "no-store" }).catch(() => this.reconnect());
    }
  }

  private send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  // Hearing

  private hear(message: FromServer): void {
    if (Array.isArray(message)) this.take(message as Told);
    else if (message.type === "ping") this.send(JSON.stringify({ do: "pong", nonce: message.nonce } satisfies FromClient)); // at once
    else if (message.type === "table") this.look(message);
    else if (message.type === "done") this.answered(message.id);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "here") this.see(message.here);
    else if (message.type === "said") this.listeners.forEach((listener) => listener.said(message));
    else if (message.type === "nudge") this.listeners.forEach((listener) => listener.nudged(message.seat));
    else if (message.type === "race") this.lineUp(message);
    else if (message.type === "clock") this.clock = { seats: message.seats, until: Date.now() + message.ms };
  }

  private look(seating: Seating): void {
    this.seq = seating.seq;
    if (seating.you === null && this.key?.next && !this.giving) {
      this.takeNext(); // it has already taken the place of the old one
      return;
    }
    if (seating.you === null && this.you !== null && this.key && !this.giving) {
      this.key.token = randomHex(16); // we stood up, or were sent away: with another token we may sit down again
      delete this.key.dice;
      this.you = null;
      this.keep();
      if (seating.ack) this.answered(seating.ack);
      this.reconnect();
      return;
    }
    this.you = seating.you;
    this.table = seating.table;
    this.connected = true;
    this.gone = null;
    if (seating.match) this.begin(seating.match);
    this.addEntropy();
    if (seating.ack) this.answered(seating.ack);
  }

  private begin({ number, cells, story, moves, actors }: MatchView): void {
    this.match = { number, cells, story, moves, actors };
    this.clock = null;
    this.listeners.forEach((listener) => listener.anew(this.match!));
  }

  private take([, seq, events, changes, own, moves, actors, ack]: Told): void {
    if (seq !== this.seq + 1 || !this.match) {
      this.reconnect(); // something was missed; a new line brings everything
      return;
    }
    this.seq = seq;
    const before = this.match.cells;
    const cells = [...before];
    for (const list of [changes, own]) for (let i = 0; i < list.length; i += 2) cells[list[i]!] = list[i + 1]!;
    this.match = { number: this.match.number, cells, story: this.match.story.concat(events), moves, actors };
    this.clock = null;
    this.listeners.forEach((listener) => listener.step(events, before, this.match!));
    if (ack) this.answered(ack);
  }

  private lineUp({ ready, los, bound, lines }: Racing): void {
    const way = (this.you === null ? 0 : (lines[this.you] ?? 0)) / 2;
    const told = los === null ? null : performance.now() + los - way;
    const before = this.race?.los ?? null;
    const same = told !== null && before !== null && Math.abs(told - before) < SAME_LOS_MS;
    this.race = { ready, los: same ? Math.min(told, before) : told, bound, lines }; // what came quickest is nearest to the truth
  }

  private see(here: boolean[]): void {
    if (!this.table) return;
    this.table = { ...this.table, chairs: this.table.chairs.map((chair, seat) => ({ ...chair, here: here[seat] ?? false })) };
  }

  private answered(id: number): void {
    this.unanswered.get(id)?.taken();
    this.unanswered.delete(id);
  }

  private refused(refused: Refused): void {
    if (refused.id === null) return;
    this.unanswered.get(refused.id)?.refused(refused);
    this.unanswered.delete(refused.id);
  }

  /** Our part of the dice: first its hash, then, when all hashes are there, itself. Noted before the match begins. */
  private addEntropy(): void {
    const { table, key, you } = this;
    if (!table || !key || you === null) return;
    const step = `${table.number} ${table.stage} ${table.commitment}`;
    if (step === this.answeredStep) return;
    this.answeredStep = step;
    if (table.stage === "hashing") {
      key.dice ??= { entropy: randomHex(32), commitment: table.commitment };
      key.dice.commitment = table.commitment;
      this.keep();
      this.do({ do: "hash", hash: hashOf(key.dice.entropy) }).catch(() => {});
    } else if (table.stage === "revealing" && key.dice && table.hashes[you] === hashOf(key.dice.entropy)) {
      this.do({ do: "reveal", entropy: key.dice.entropy }).catch(() => {});
    } else if (table.stage === "playing" && key.dice) {
      if (table.entropies[you] === key.dice.entropy) note(this.id, { number: table.number, seat: you, ...key.dice });
      delete key.dice; // others for the next match
      this.keep();
    }
  }
}

function hashOf(entropy: string): string {
  // not the browser's own: that is there only on https and localhost, not in a home network
  return bytesToHex(sha256(hexToBytes(entropy)));
}
