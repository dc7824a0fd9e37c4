/** A WebSocket that is taken up again when it dies, or when it only seems alive. What is said over it is others' business. */

import type { Failure } from "../protocol";
import { reloadOnce } from "./reload";

/** Whoever speaks over it. */
export interface Speaker {
  readonly connected: boolean; // the server has answered
  readonly waitingSince: number; // for an answer; Infinity: for none
  readonly mayRest: boolean; // nothing is missed by whoever does not look
  opened(): void;
  heard(message: string | ArrayBuffer): void;
  lost(): void;
  nowhere(failure: Failure): void; // no line will come about, however often we ask
}

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 3000;
const ANSWER_MS = 6000; // unanswered for so long: the line is dead
const SILENCE_MS = 20_000; // then we ask whether the server is there
const FINAL = [404, 409, 410, 426]; // answers that asking again does not change
const REST_MS = 20_000; // nobody has looked for so long
const AWAY_MS = 10_000; // a page that slept for so long trusts no old line

export class Wire {
  private socket: WebSocket | null = null;
  private wait = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private hiddenAt = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly speaker: Speaker,
  ) {}

  open(): void {
    addEventListener("online", this.soon);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.woke);
    this.watch = setInterval(() => this.check(), 1000);
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.resting);
    clearInterval(this.watch);
    removeEventListener("online", this.soon);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.woke);
    this.hangUp();
  }

  send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  reconnect(): void {
    this.hangUp();
    this.connect();
  }

  private connect(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = FIRST_RETRY_MS;
      this.heardAt = Date.now();
      this.speaker.opened();
    };
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.speaker.heard(event.data);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.speaker.lost();
      if (!opened) void this.askWhy();
      this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
      this.wait = Math.min(this.wait * 1.6, LONGEST_RETRY_MS);
    };
  }

  /** A browser does not say why a socket did not open; plain HTTP does. */
  private async askWhy(): Promise<void> {
    try {
      const response = await fetch(this.path);
      if (!FINAL.includes(response.status)) return;
      const failure = (await response.json()) as Failure;
      this.close();
      if (failure.reason !== "old_page" || !reloadOnce()) this.speaker.nowhere(failure);
    } catch {
      // no answer: we try again anyway
    }
  }

  /** A socket that is just being opened is closed when it is open: browsers complain otherwise. */
  private hangUp(): void {
    const old = this.socket;
    this.socket = null;
    this.speaker.lost();
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
  }

  private readonly soon = (): void => {
    if (!this.closed && !this.speaker.connected) this.reconnect();
  };

  private readonly drop = (): void => {
    this.hangUp();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), LONGEST_RETRY_MS);
  };

  private readonly woke = (): void => {
    clearTimeout(this.resting);
    if (document.hidden) {
      this.hiddenAt = Date.now();
      this.resting = setTimeout(() => this.rest(), REST_MS);
    } else if (!this.closed && (!this.speaker.connected || Date.now() - this.hiddenAt > AWAY_MS)) this.reconnect();
  };

  /** A phone in a pocket keeps its socket, and whoever counts as present is sent no notice. */
  private rest(): void {
    if (document.hidden && !this.closed && this.speaker.mayRest) this.hangUp();
  }

  private check(): void {
    if (!this.speaker.connected) return;
    if (Date.now() - this.speaker.waitingSince > ANSWER_MS) this.reconnect();
    else if (Date.now() - this.heardAt > SILENCE_MS && !document.hidden) {
      this.heardAt = Date.now();
      fetch("/health", { cache: "no-store" }).catch(() => this.reconnect());
    }
  }
}
