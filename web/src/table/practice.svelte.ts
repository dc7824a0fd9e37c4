/** Before somebody's first race: a minute on his own cards. Nothing of it reaches the server, and nothing counts. */

const KEY = "spieltisch.raced";
const MINUTE_MS = 60_000;

export class Practice {
  moves = $state.raw<readonly string[] | null>(null); // what was tried so far; null: nothing is being tried
  offered = $state(!hasRaced());
  private timer: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    this.moves = [];
    this.timer = setTimeout(() => this.end(), MINUTE_MS);
  }

  /** Whoever tries to stop has had enough. */
  add(move: string): void {
    if (move === "stop") this.end();
    else if (this.moves) this.moves = [...this.moves, move];
  }

  end(): void {
    clearTimeout(this.timer);
    this.moves = null;
  }

  /** A true race begins. */
  over(): void {
    this.end();
    this.offered = false;
    try {
      localStorage.setItem(KEY, "yes");
    } catch {
      // a private window keeps nothing
    }
  }
}

function hasRaced(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
