/** Moves as texts, by the kinds that the game declares (GET /api/games). Values are as they stand in the text. */

import type { Game, MoveKind } from "../protocol";

type Declared = Pick<Game, "kinds">;
type Values = Readonly<Record<string, string | number>>;

export interface ReadMove {
  kind: string;
  values: Readonly<Record<string, string>>;
}

/** The text of a move: `build(game, "put", { card: 2, field: 5 })` is `put 2.5`. */
export function build(game: Declared, kind: string, values: Values = {}): string {
  const declared = game.kinds[kind];
  if (!declared) throw new Error(`this game has no moves of the kind ${kind}`);
  const text = filled(declared, values);
  if (read(game, text)?.kind !== kind) throw new Error(`this game has no move ${text}`);
  return text;
}

/** What a text says; null: it is no move of this game. */
export function read(game: Declared, text: string | null | undefined): ReadMove | null {
  return (text && allOf(game).get(text)) || null;
}

/** Is it a move of one of these kinds? */
export function isA(game: Declared, text: string | null | undefined, ...kinds: string[]): boolean {
  return kinds.includes(read(game, text)?.kind ?? "");
}

const known = new WeakMap<Game["kinds"], ReadonlyMap<string, ReadMove>>();

function allOf({ kinds }: Declared): ReadonlyMap<string, ReadMove> {
  const found =
    known.get(kinds) ?? new Map(Object.entries(kinds).flatMap(([kind, declared]) => movesOf(kind, declared)));
  known.set(kinds, found);
  return found;
}

function movesOf(kind: string, declared: MoveKind): [string, ReadMove][] {
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(declared.arguments))
    all = all.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  return all.map((values) => [filled(declared, values), { kind, values }]);
}

const filled = ({ template }: MoveKind, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
