/** Until a game's rules are compiled, everything can be played; only a bot of level `master` is not at its best yet. */
import { gameNamed } from "../net/api";
import type { Chair } from "../protocol";

const ASK_MS = 3000;

class Warming {
  on = $state(false);

  /** Asks until it is over; call what it returns to leave off. */
  watch(game: string): () => void {
    this.on = true;
    const timer = setInterval(
      () =>
        void gameNamed(game).then(
          (now) => now?.ready && leave(),
          () => {},
        ),
      ASK_MS,
    );
    const leave = () => {
      this.on = false;
      clearInterval(timer);
    };
    return leave;
  }

  concerns(chair: Chair): boolean {
    return this.on && chair.kind === "bot" && chair.level === "master";
  }
}

export const warming = new Warming();
