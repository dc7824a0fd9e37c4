/** The guided match: every position of the script. */

import { eventsIn, playFrames, type MatchState, type Played } from "../net/match";
import type { Scene, Script } from "./lesson";

export class Guide {
  readonly states: readonly MatchState[]; // before the first scene, then after each
  readonly played: readonly (readonly Played[])[]; // scene by scene

  constructor(readonly script: Script) {
    let { start: cells } = script;
    this.played = script.scenes.map(({ frames }) => {
      const played = playFrames(cells, frames);
      cells = played.at(-1)?.after ?? cells;
      return played;
    });
    this.states = Array.from({ length: this.length + 1 }, (_, at) => this.stateAt(at));
  }

  get length(): number {
    return this.script.scenes.length;
  }

  /** The scene that comes next; undefined: the match is over. */
  scene(at: number): Scene | undefined {
    return this.script.scenes[at];
  }

  events(at: number): number[][] {
    return eventsIn(this.scene(at)?.frames ?? []);
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

  private stateAt(at: number): MatchState {
    const scene = this.scene(at);
    const before = this.script.scenes.slice(0, at).flatMap(({ frames }) => frames);
    return {
      number: 1,
      cells: this.played[at - 1]?.at(-1)?.after ?? this.script.start,
      story: eventsIn(before),
      moves: scene && this.yours(at) ? (scene.lit ?? [scene.move]) : [],
      actors: scene ? 1 << scene.seat : 0,
    };
  }
}
