/** The guided match: where the script stands, and what to say to the card that was touched. */

import type { Truth } from "../net/line.svelte";
import type { Row } from "../protocol";
import type { Scene, Script } from "./lesson";

/** Every card is offered where the pupil is to find the one safe move. */
const ALONE = 1;

export type Answer = { kind: "right" } | { kind: "costs" | "other"; total: number };

export class Guide {
  readonly truths: readonly Truth[]; // before the first scene, then after each

  constructor(readonly script: Script) {
    const truths: Truth[] = [];
    let cells = script.start;
    let log: Row[] = [];
    for (let scene = 0; scene <= script.scenes.length; scene += 1) {
      if (scene > 0) {
        const { changes, rows } = script.scenes[scene - 1]!;
        cells = [...cells];
        for (let at = 0; at < changes.length; at += 2) cells[changes[at]!] = changes[at + 1]!;
        log = [...log, ...rows];
      }
      truths.push({ number: 1, cells, log, moves: this.movesAt(scene), actors: this.actorsAt(scene) });
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

  /** What the pupil's card deserves to hear. */
  answer(at: number, card: string): Answer {
    const scene = this.scene(at)!;
    if (card === scene.move) return { kind: "right" };
    const said = scene.choices?.[card];
    return { kind: said?.chip ? "costs" : "other", total: said?.total ?? scene.total };
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

  /** What is lit: the one move of the script; all cards, where the pupil is to find it. */
  private movesAt(at: number): string[] {
    const scene = this.scene(at);
    if (!scene || !this.yours(at)) return [];
    const safe = Object.values(scene.choices ?? {}).filter((said) => !said.chip);
    return safe.length === ALONE ? Object.keys(scene.choices!) : [scene.move];
  }
}
