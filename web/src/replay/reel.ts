/** Takes the place of a line to a table for a Stage: positions that are known beforehand, shown at will. */

import type { Line, Listener, Truth } from "../net/line.svelte";

export class Reel {
  match: Truth | null = null;
  private listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** At once, whatever is under way. */
  show(truth: Truth): void {
    this.match = truth;
    this.listeners.forEach((listener) => listener.anew(truth));
  }

  /** From where it stands: things travel. */
  step(events: number[][], truth: Truth): void {
    const before = this.match?.cells ?? truth.cells;
    this.match = truth;
    this.listeners.forEach((listener) => listener.step(events, before, truth));
  }

  /** A stage asks a line for nothing else. */
  get line(): Line {
    return this as unknown as Line;
  }
}
