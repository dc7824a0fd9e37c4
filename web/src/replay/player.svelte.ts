/** Where a replay stands, and its pace. */

/** ms from one moment to the next. */
export const PACES = { slow: 2600, usual: 1400, quick: 600 } as const;
const BUSY_MS = 100;
const HASTY_MS = 700; // steps that follow each other sooner
export type Pace = keyof typeof PACES;

export class Player {
  at = $state(0);
  playing = $state(false);
  pace = $state<Pace>("usual");
  hasty = false; // stepping quickly: nobody wants to watch each move
  private steppedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `busy`: what came last is still being shown. */
  constructor(
    readonly last: number,
    private readonly busy: () => boolean = () => false,
  ) {}

  get atEnd(): boolean {
    return this.at >= this.last;
  }

  /** To a moment, as near as there is one. Whoever jumps wants to look: playing stops. */
  jump(to: number): void {
    this.stop();
    this.show(to);
  }

  step(by: number): void {
    const now = Date.now();
    this.hasty = now - this.steppedAt < HASTY_MS;
    this.steppedAt = now;
    this.jump(this.at + by);
  }

  /** From the beginning, if it has ended. */
  play(): void {
    if (this.atEnd) this.show(0);
    this.playing = this.last > 0;
    this.wait();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    if (this.playing) this.wait();
  }

  private show(moment: number): void {
    this.at = Math.min(Math.max(Math.round(moment) || 0, 0), this.last);
  }

  private wait(ms: number = PACES[this.pace]): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy()) {
        this.wait(BUSY_MS);
        return;
      }
      this.show(this.at + 1);
      if (this.atEnd) this.stop();
      else this.wait();
    }, ms);
  }
}
