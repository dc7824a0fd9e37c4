/** The guided match: every position of the script. */

import type { Truth } from "../net/line.svelte";
import type { Scene, Script } from "./lesson";

export class Guide {
  readonly truths: readonly Truth[]; // before the first scene, then after each

  constructor(readonly script: Script) {
    const truths: Truth[] = [];
    let cells = script.start;
    let story: number[][] = [];
    for (let scene = 0; scene <= script.scenes.length; scene += 1) {
      if (scene > 0) {
        const { changes, events } = script.scenes[scene - 1]!;
        cells = [...cells];
        for (let at = 0; at < changes.length; at += 2) cells[changes[at]!] = changes[at + 1]!;
        story = [...story, ...events];
      }
      truths.push({ number: 1, cells, story, moves: this.movesAt(scene), actors: this.actorsAt(scene) });
    }
    this.truths = truths;
  }

  get length(): number {
    return this.script.scenes.length;
  }

  /** The scene that comes next; undefined: the match is over. */
  scene(at: number): Scene | undefined {
    return this.script.scenes[at];
  }

  yours(at: number): boolean {
    return this.scene(at)?.seat === this.script.you;
  }

  /** Where the others' moves before this one of yours began. */
  since(at: number): number {
    let first = at;
    while (first > 0 && !this.yours(first - 1)) first -= 1;
    return first;
  }

  private actorsAt(at: number): number {
    const scene = this.scene(at);
    return scene ? 1 << scene.seat : 0;
  }

  private movesAt(at: number): string[] {
    const scene = this.scene(at);
    return scene && this.yours(at) ? [...(scene.lit ?? [scene.move])] : [];
  }
}
