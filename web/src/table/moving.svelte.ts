/** Moves on their way to the server: what is held, what was sent, what came to nothing. */

import type { GameModule, View } from "../games/module";
import type { Line } from "../net/line.svelte";
import type { Practice } from "./practice.svelte";
import type { Stage } from "./stage.svelte";

const SNAP_MS = 900;
const NOTE_MS = 2500; // in a race

/** What is played on, as it is now. */
export interface Played {
  readonly module: GameModule;
  readonly line: Line;
  readonly stage: Stage;
  readonly view: View;
  readonly practice: Practice;
}

export class Moving {
  error = $state.raw<unknown>(null);
  sent = $state<string | null>(null); // a move on its way
  sending = $state.raw<readonly string[]>([]); // moves on their way, where one need not wait for the answer
  refused = $state.raw<string | null>(null); // one of them that has just come to nothing
  picked = $state<string | null>(null); // the piece that is held
  saying = $state<string | null>(null); // the move with which a number is to be said
  nudged = $state(false);

  constructor(private readonly on: () => Played) {}

  /** Nothing is held any more. */
  letGo(): void {
    this.picked = this.saying = null;
  }

  async play(move: string, said?: number): Promise<void> {
    const { module, line, stage, view } = this.on();
    this.error = null;
    this.nudged = false;
    if (this.sent !== null) return;
    if (said === undefined && view.moves.includes(move) && module.asks?.(move, view)) {
      this.saying = this.picked = move;
      return;
    }
    if (stage.busy) stage.skip();
    this.sent = move;
    try {
      await line.do({ do: "play", move, said });
      this.letGo();
    } catch (refusal) {
      this.error = refusal;
    }
    this.sent = null;
  }

  /** Shown at once; what follows is sent right behind it. */
  async act(move: string): Promise<void> {
    const { line, stage, practice } = this.on();
    if (practice.moves) {
      practice.add(move);
      return;
    }
    if (this.sending.length === 0) this.error = null;
    this.nudged = false;
    if (stage.busy && !line.race) stage.skip();
    this.sending = [...this.sending, move];
    try {
      await line.do({ do: "play", move });
      this.picked = null;
    } catch (refusal) {
      this.fail(move, refusal, line.race !== null);
    }
    this.sending = this.sending.toSpliced(this.sending.indexOf(move), 1);
  }

  private fail(move: string, refusal: unknown, racing: boolean): void {
    this.error ??= refusal;
    this.refused = move;
    setTimeout(() => (this.refused = null), SNAP_MS);
    if (racing) setTimeout(() => this.error === refusal && (this.error = null), NOTE_MS);
  }

  async attempt(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
    } catch (refusal) {
      this.error = refusal;
    }
  }
}
