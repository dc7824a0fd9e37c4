/** What a screen reader is told: moves in words, one after the other. */

let lines = $state<{ id: number; text: string }[]>([]);
let count = 0;

export const said = {
  get lines() {
    return lines;
  },
};

export function announce(text: string): void {
  lines = [...lines.slice(-4), { id: ++count, text }];
}
