/** This device at one table: a line for each of its seats (several on a sofa), or one that watches. */

import { Line } from "../net/line.svelte";
import { keepSeatKeys, randomHex, seatKeys, type SeatKey } from "../net/storage";
import type { TableView } from "../protocol";

/** How somebody wants to be seen. */
export interface Looks {
  name: string;
  colour: number | null;
  picture: number | null;
}

export class Session {
  lines = $state.raw<Line[]>([]);
  held = $state<number | null>(null); // on a sofa: whose hand lies open

  constructor(
    readonly id: string,
    private readonly tv: boolean,
    brought: string | null = null, // a token from another device's QR code
  ) {
    const keys = tv ? [] : seatKeys(id);
    if (brought && !keys.some((key) => key.token === brought)) keys.push({ token: brought });
    if (!tv && keys.length === 0) keys.push({ token: randomHex(16) });
    this.lines = tv ? [new Line(id, null).open()] : keys.map((key) => this.lineOf(key));
    if (brought) void this.lines.find((line) => line.key?.token === brought)?.rekey();
  }

  /** The first line: what everybody may know is the same on all. */
  readonly first = $derived(this.lines[0]!);
  readonly table = $derived<TableView | null>(this.first.table);
  readonly connected = $derived(this.lines.every((line) => line.connected));
  readonly seated = $derived(this.lines.filter((line) => line.you !== null));
  readonly seats = $derived(this.seated.map((line) => line.you!));
  readonly sofa = $derived(this.seated.length > 1);
  /** The line of this device's host, or else its first seat. */
  readonly mine = $derived(this.seated.find((line) => line.you === this.table?.host) ?? this.seated[0] ?? null);
  readonly hosts = $derived(this.mine !== null && this.mine.you === this.table?.host);

  /** In mid-match: the line that waits for a bot's chair. */
  readonly waiting = $derived(this.lines.find((line) => line.asked !== null) ?? null);
  readonly mayAsk = $derived(
    this.seated.length === 0 && this.waiting === null && this.lines.every((line) => !line.barred),
  );

  /** Seats of this device that may act now. */
  readonly due = $derived.by(() => {
    const actors = this.table?.stage === "playing" ? (this.first.match?.actors ?? 0) : 0;
    return this.seats.filter((seat) => actors & (1 << seat));
  });

  lineAt(seat: number | null): Line | null {
    return this.seated.find((line) => line.you === seat) ?? null;
  }

  /** Bots of this level take the free chairs, and it begins. */
  async start(level: string): Promise<void> {
    for (const [seat, chair] of this.table!.chairs.entries()) {
      if (chair.kind === "empty") await this.mine!.do({ do: "bot", seat, level });
    }
    await this.mine!.do({ do: "start" });
  }

  async sit({ name, colour, picture }: Looks, seat?: number): Promise<void> {
    let line = this.lines.find((one) => one.you === null && one.key);
    if (!line) {
      line = this.lineOf({ token: randomHex(16) });
      this.lines = [...this.lines, line];
    }
    this.keep();
    try {
      await line.do({ do: "sit", name, colour, picture, seat });
    } catch (refusal) {
      if (this.lines.length > 1) this.drop(line);
      throw refusal;
    }
  }

  /** A seat that stood up leaves only a line that watches, and only one. */
  drop(line: Line): void {
    if (this.lines.length > 1) {
      line.close();
      this.lines = this.lines.filter((one) => one !== line);
      this.keep();
    }
  }

  close(): void {
    this.lines.forEach((line) => line.close());
  }

  private lineOf(key: SeatKey): Line {
    return new Line(this.id, key, () => this.keep()).open();
  }

  private keep(): void {
    if (!this.tv)
      keepSeatKeys(
        this.id,
        this.lines.flatMap((line) => (line.key ? [line.key] : [])),
      );
  }
}
