/** What is seen of a match: messages become scenes, one after the other, at a pace one can follow. */

import { tick } from "svelte";
import { announce } from "../announce.svelte";
import { eventsOf, rowsOf, type Event } from "../games/events";
import { acts, type GameModule, type Joy, type Row, type Scene, type Travel, type View } from "../games/module";
import type { Listener, MatchState, Played, Source } from "../net/match";
import type { Game, Said } from "../protocol";
import { moves as mayMove } from "../settings.svelte";
import { play as sound } from "../sound";
import { labelled } from "../texts";

interface Waiting {
  rows: readonly Row[];
  state: MatchState;
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

const NOTHING: readonly Event[] = [];
const SHOUT_MS = 900;
const PAUSE_MS = 160; // between two scenes
const FAR_BEHIND = 8; // steps: then they are shown without travel
const BUBBLE_MS = 3500;
const JOY_MS = 1000;
const SAYS_MS = 1600; // a word that belongs to what happens

export class Stage implements Listener {
  cells = $state.raw<readonly number[]>([]);
  moves = $state.raw<readonly string[]>([]);
  actors = $state(0);
  story = $state.raw<readonly Event[]>([]); // all that has been shown
  flights = $state.raw<readonly Flight[]>([]);
  bubbles = $state.raw<readonly Bubble[]>([]);
  shout = $state.raw<{ text: string; seat: number | undefined } | null>(null);
  report = $state.raw<readonly Event[] | null>(null); // a scoring that is being shown
  showing = $state.raw<readonly Event[]>(NOTHING); // what the board explains
  busy = $state(false);
  joys = $state.raw<readonly (Joy & { id: number })[]>([]);
  fresh = $state<string | null>(null); // the anchor where something has just arrived

  private queue: Waiting[] = [];
  private count = 0;
  private hurry = false;
  private awake: (() => void) | null = null;
  private performance = 0; // its number: one that was broken off changes nothing any more
  private stop = (): void => {};

  constructor(
    private readonly module: GameModule,
    private readonly game: Game,
    private readonly view: () => View, // who sits where, and through whose eyes
    private readonly phrase: (number: number) => string = () => "",
    private readonly silent = false, // it plays by itself, for nobody in particular
  ) {}

  /** What is shown from now on; without a source it is handed to `reset` and `step`. */
  follow(source: Source): this {
    this.stop = source.listen(this);
    if (source.match) this.reset(source.match);
    return this;
  }

  close(): void {
    this.stop();
    this.breakOff();
  }

  /** Show everything that has happened, at once. */
  skip(): void {
    this.hurry = true;
    this.awake?.();
    for (const flight of this.flights) flight.done();
  }

  /** A scoring once more; what happens meanwhile waits, as it does behind the first showing. */
  openReport(events: readonly Event[]): void {
    if (!this.busy) this.report = events;
  }

  closeReport(): void {
    this.report = null;
    this.awake?.();
  }

  private breakOff(): void {
    this.performance += 1;
    this.queue = [];
    this.skip();
    this.busy = this.hurry = false;
  }

  reset(state: MatchState): void {
    this.breakOff();
    this.flights = [];
    this.shout = this.report = null;
    this.showing = NOTHING;
    this.story = eventsOf(this.game, state.story);
    this.settle(state);
  }

  private settle(state: MatchState): void {
    this.cells = state.cells;
    this.moves = state.moves;
    this.actors = state.actors;
  }

  step(played: readonly Played[], state: MatchState): void {
    this.queue.push({ rows: rowsOf(this.game, played), state });
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.hurry = false;
    const mine = ++this.performance;
    const on = (): boolean => mine === this.performance;
    if (this.report) {
      await this.sleep(Infinity);
      if (!on()) return;
      this.report = null;
    }
    while (this.queue.length > 0) {
      const next = this.queue.shift()!;
      this.moves = [];
      const scenes = this.module.scenes(next.rows, this.view());
      for (const scene of scenes) {
        if (scene.quick) this.flash(scene);
        else await this.play(scene, on);
        if (!on()) return;
      }
      this.showing = NOTHING;
      this.settle(next.state);
      this.story = this.story.concat(next.rows.flatMap(({ events }) => events));
      this.tellReader(
        next,
        scenes.every((scene) => scene.quick),
      );
    }
    this.busy = false;
    this.hurry = false;
  }

  private get still(): boolean {
    return this.hurry || document.hidden || this.queue.length > FAR_BEHIND;
  }

  /** In a race nothing is queued. */
  private flash(scene: Scene): void {
    if (scene.sound && !this.silent) sound(scene.sound);
    this.cells = scene.cells;
    if (!scene.shout) return;
    const shout = (this.shout = { text: scene.shout, seat: scene.seat });
    setTimeout(() => {
      if (this.shout === shout) this.shout = null;
    }, SHOUT_MS);
  }

  /** After every wait we ask whether we are still `on`. */
  private async play(scene: Scene, on: () => boolean): Promise<void> {
    const moving = !this.still && mayMove();
    this.showing = NOTHING;
    if (scene.sound && !this.silent) sound(scene.sound);
    if (scene.says && !this.still) this.bubble(scene.says.seat, scene.says.text, SAYS_MS);
    if (moving && scene.travels.length > 0) await this.fly(scene, on);
    if (!on()) return;
    this.cells = scene.cells;
    if (scene.joy && moving) this.cheer(scene.joy);
    this.showing = scene.showing ?? NOTHING;
    this.fresh = scene.travels.at(-1)?.to ?? null;
    if (scene.shout) {
      this.shout = { text: scene.shout, seat: scene.seat };
      await this.sleep(this.still ? 0 : mayMove() ? SHOUT_MS : SHOUT_MS / 3);
      if (!on()) return;
      this.shout = null;
    }
    if (scene.hold && !this.still) {
      await this.sleep(scene.hold);
      if (!on()) return;
    }
    if (scene.report && this.module.Report && !this.still) {
      this.report = scene.report;
      await this.sleep(Infinity);
      if (!on()) return;
      this.report = null;
    } else if (!scene.shout && !scene.hold && moving && !this.still) await this.sleep(PAUSE_MS);
  }

  private async fly({ travels, leaving }: Scene, on: () => boolean): Promise<void> {
    const arrivals = travels.map(
      (travel) =>
        new Promise<void>((resolve) => {
          const flight: Flight = { ...travel, id: ++this.count, done: resolve };
          this.flights = [...this.flights, flight];
        }),
    );
    await tick(); // they are in the air: what they left may look so
    if (leaving && on()) this.cells = leaving;
    await Promise.all(arrivals);
    if (on()) this.flights = [];
  }

  /** Nothing waits for it. */
  private cheer(joy: Joy): void {
    const id = ++this.count;
    this.joys = [...this.joys, { ...joy, id }];
    setTimeout(() => (this.joys = this.joys.filter((old) => old.id !== id)), JOY_MS);
  }

  /** Until then, or until somebody is in a hurry. */
  private sleep(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.awake = null;
        resolve();
      };
      const timer = ms === Infinity ? undefined : setTimeout(wake, ms);
      this.awake = wake;
    });
  }

  /** In a race only what is loud, and one's own. */
  private tellReader({ state, rows }: Waiting, racing: boolean): void {
    if (this.silent) return;
    const view = { ...this.view(), cells: state.cells, story: this.story };
    const told = this.module
      .tell(
        rows.flatMap(({ events }) => events),
        view,
      )
      .filter((line) => !racing || line.loud || line.seat === view.you);
    const yours = this.game.lists_moves ? state.moves.length > 0 : !racing && acts(state, view.you);
    const hint = yours ? this.module.hint({ ...view, moves: state.moves, actors: state.actors }) : "";
    const words = [...told.map((line) => line.text), hint].filter(Boolean);
    if (words.length > 0) announce(words.join(" "));
  }

  said({ seat, phrase }: Said): void {
    const text = this.phrase(phrase);
    this.bubble(seat, text, BUBBLE_MS);
    announce(labelled(this.view().chairs[seat]?.name ?? "", text));
  }

  private bubble(seat: number, text: string, ms: number): void {
    const bubble: Bubble = { id: ++this.count, seat, text, loud: false };
    this.bubbles = [...this.bubbles.filter((old) => old.seat !== seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((old) => old.id !== bubble.id)), ms);
  }
}
