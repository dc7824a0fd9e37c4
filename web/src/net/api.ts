/** HTTP: what is asked once. A failure is a Trouble with words in both languages. */

import type {
  Code,
  CodeFound,
  Failure,
  Finished,
  Game,
  Games,
  Lobby,
  MatchDocument,
  TableGlance,
  TableOpened,
  OpenTable,
} from "../protocol";

export class Trouble extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    readonly reason: string,
    readonly text: Record<string, string>,
  ) {
    super(text.en ?? reason);
  }
}

const NO_ANSWER = {
  de: "Der Server antwortet nicht. Prüf deine Verbindung und versuch es noch einmal.",
  en: "The server does not answer. Check your connection and try again.",
};

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Trouble(0, "no_answer", NO_ANSWER);
  }
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({ reason: "broken", text: NO_ANSWER }))) as Failure;
  throw new Trouble(response.status, failure.reason, failure.text);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

let asked: Promise<Games> | null = null;

/** The games: asked once, and again after a failure. */
export function games(): Promise<Games> {
  asked ??= json<Games>("/api/games").then(
    (all) => {
      if (!all.games.every((game) => game.ready)) asked = null; // soon the answer is another one
      return all;
    },
    (trouble: unknown) => {
      asked = null;
      throw trouble;
    },
  );
  return asked;
}

export async function gameNamed(name: string): Promise<Game | undefined> {
  return (await games()).games.find((game) => game.name === name);
}

export const rulebook = async (game: string, language: string): Promise<string> =>
  (await ask(`/api/games/${encodeURIComponent(game)}/rules/${language}`)).text();

export const openTable = (wish: OpenTable): Promise<TableOpened> => json("/api/tables", post(wish));

export const glance = (table: string): Promise<TableGlance> => json(`/api/tables/${encodeURIComponent(table)}`);

/** Letters to type in on another device. */
export const codeOf = (table: string, tv: boolean): Promise<Code> =>
  json(`/api/tables/${encodeURIComponent(table)}/code`, post({ tv }));

export const findCode = (code: string): Promise<CodeFound> => json("/api/codes", post({ code }));

export const publicTables = (): Promise<Lobby> => json("/api/tables");

export const finished = (table: string, number: number, token: string): Promise<Finished> =>
  json(`/api/tables/${encodeURIComponent(table)}/matches/${number}`, { headers: { Authorization: `Bearer ${token}` } });

export const checked = (match: MatchDocument): Promise<Finished> => json("/api/matches", post(match));
