/** What is seen of a match: messages become scenes, one after the other, at a pace one can follow. */

import { tick } from "svelte";
import { announce } from "../announce.svelte";
import { play as sound } from "../sound";
import type { GameModule, Scene, Travel, View } from "../games/module";
import type { Line, Truth } from "../net/line.svelte";
import type { Row, Said } from "../protocol";
import { moves as mayMove } from "../settings.svelte";

interface Waiting {
  rows: Row[];
  before: readonly number[];
  truth: Truth;
}

export interface Flight extends Travel {
  id: number;
  done: () => void;
}

export interface Bubble {
  id: number;
  seat: number;
  text: string;
  loud: boolean;
}

const SHOUT_MS = 900;
const PAUSE_MS = 160; // between two scenes
const FAR_BEHIND = 8; // steps: then they are shown without travel
const BUBBLE_MS = 3500;

export class Stage {
  cells = $state.raw<readonly number[]>([]);
  moves = $state.raw<readonly string[]>([]);
  actors = $state(0);
  log = $state.raw<readonly Row[]>([]);
  settled = $state.raw<readonly number[]>([]); // the cells to which `log` has led
  flights = $state.raw<readonly Flight[]>([]);
  bubbles = $state.raw<readonly Bubble[]>([]);
  shout = $state.raw<{ text: string; seat: number | undefined } | null>(null);
  busy = $state(false);
  fresh = $state<string | null>(null); // the anchor where something has just arrived

  private queue: Waiting[] = [];
  private count = 0;
  private hurry = false;
  private awake: (() => void) | null = null;
  private alive = true;
  private readonly stop: () => void;

  constructor(
    readonly line: Line,
    private readonly module: GameModule,
    private readonly view: () => View, // who sits where, and through whose eyes
    private readonly phrase: (number: number) => string,
    readonly eyes: number | null = null, // the seat through whose eyes we look
  ) {
    this.stop = line.listen({
      anew: (truth) => this.show(truth),
      step: (rows, before, truth) => this.add({ rows, before, truth }),
      said: (said) => this.say(said),
      nudged: () => {},
    });
    if (line.match) this.show(line.match);
  }

  close(): void {
    this.alive = false;
    this.stop();
    this.skip();
  }

  /** Show everything that has happened, at once. */
  skip(): void {
    this.hurry = true;
    this.awake?.();
    for (const flight of this.flights) flight.done();
  }

  private show(truth: Truth): void {
    this.queue = [];
    this.skip();
    this.flights = [];
    this.shout = null;
    this.settle(truth);
  }

  private settle(truth: Truth): void {
    this.cells = this.settled = truth.cells;
    this.moves = truth.moves;
    this.actors = truth.actors;
    this.log = truth.log;
  }

  private add(waiting: Waiting): void {
    this.queue.push(waiting);
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.hurry = false;
    while (this.queue.length > 0 && this.alive) {
      const next = this.queue.shift()!;
      await this.perform(next);
      if (!this.alive) return;
      this.settle(next.truth);
      this.tellReader(next);
    }
    this.busy = false;
    this.hurry = false;
  }

  private async perform({ rows, before, truth }: Waiting): Promise<void> {
    this.moves = [];
    for (const scene of this.module.scenes({ rows, before, after: truth.cells }, this.view())) {
      await this.play(scene);
      if (!this.alive) return;
    }
  }

  private async play(scene: Scene): Promise<void> {
    const still = this.hurry || document.hidden || !mayMove() || this.queue.length > FAR_BEHIND;
    if (!still && scene.travels.length > 0) {
      if (scene.sound) sound(scene.sound);
      await this.fly(scene);
    } else if (scene.sound) sound(scene.sound);
    this.cells = scene.cells;
    this.fresh = scene.travels.at(-1)?.to ?? null;
    if (scene.shout) {
      this.shout = { text: scene.shout, seat: scene.seat };
      await this.sleep(this.hurry || document.hidden || this.queue.length > FAR_BEHIND ? 0 : mayMove() ? SHOUT_MS : SHOUT_MS / 3);
      this.shout = null;
    } else if (!still) await this.sleep(PAUSE_MS);
  }

  private async fly({ travels, leaving }: Scene): Promise<void> {
    const arrivals = travels.map(
      (travel) =>
        new Promise<void>((resolve) => {
          const flight: Flight = { ...travel, id: ++this.count, done: resolve };
          this.flights = [...this.flights, flight];
        }),
    );
    await tick(); // they are in the air: what they left may look so
    if (leaving && this.alive) this.cells = leaving;
    await Promise.all(arrivals);
    this.flights = [];
  }

  private sleep(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.awake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.awake = wake;
    });
  }

  private tellReader({ truth, rows }: Waiting): void {
    const view = { ...this.view(), cells: truth.cells };
    const before = this.module.tell(truth.log.slice(0, truth.log.length - rows.length), view).length;
    const told = this.module.tell(truth.log, view).slice(before);
    const hint = truth.moves.length > 0 ? this.module.hint({ ...view, moves: truth.moves, cells: truth.cells, actors: truth.actors }) : "";
    const words = [...told.map((line) => line.text), hint].filter(Boolean);
    if (words.length > 0) announce(words.join(" "));
  }

  private say({ seat, phrase }: Said): void {
    const bubble: Bubble = { id: ++this.count, seat, text: this.phrase(phrase), loud: false };
    this.bubbles = [...this.bubbles.filter((old) => old.seat !== seat), bubble];
    const name = this.view().chairs[seat]?.name ?? "";
    announce(`${name}: ${bubble.text}`);
    setTimeout(() => (this.bubbles = this.bubbles.filter((old) => old.id !== bubble.id)), BUBBLE_MS);
  }
}
