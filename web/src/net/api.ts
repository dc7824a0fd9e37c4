/** HTTP: what is asked once. A failure is a Trouble with words in every language. */

import { heardFrom, line } from "../app/online.svelte";
import { hasBook, keepBook, textsOf } from "../i18n/games";
import type { Language } from "../i18n/languages";
import type { Book } from "../i18n/words";
import type {
  Code,
  CodeFound,
  Failure,
  Finished,
  Game,
  Games,
  Lobby,
  MatchDocument,
  Mine,
  MySeat,
  NoNotices,
  Notices,
  PushServer,
  TableGlance,
  TableOpened,
  OpenTable,
  WantNotices,
} from "../protocol";
import { settings } from "../settings.svelte";
import { t } from "../texts";

export class Trouble extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    readonly reason: string,
    readonly text: Record<string, string>,
  ) {
    super(text.en ?? reason);
  }
}

const noAnswer = (): Record<Language, string> => ({ [settings.language]: t("no_answer") });

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    heardFrom(null);
    throw new Trouble(0, "no_answer", noAnswer());
  }
  heardFrom(response);
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({ reason: "broken", text: noAnswer() }))) as Failure;
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
      if (!line.up || !all.games.every((game) => game.ready)) asked = null; // soon the answer is another one
      for (const game of all.games) game.texts = textsOf(game.name, game.texts as Record<Language, Book>);
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

/** Fetches a game's words, once; those of the language that is read, unless another one is named. */
export async function loadWords(game: string, wanted?: Language): Promise<void> {
  for (let language = wanted ?? settings.language; !hasBook(game, language); language = wanted ?? settings.language)
    keepBook(game, language, await json<Book>(`/api/games/${encodeURIComponent(game)}/texts/${language}`));
}

export const rulebook = async (game: string, language: string): Promise<string> =>
  (await ask(`/api/games/${encodeURIComponent(game)}/rules/${language}`)).text();

export const openTable = (wish: OpenTable): Promise<TableOpened> => json("/api/tables", post(wish));

export const glance = (table: string): Promise<TableGlance> => json(`/api/tables/${encodeURIComponent(table)}`);

/** How the tables stand where this device has seats. */
export const mine = (seats: readonly MySeat[]): Promise<Mine> => json("/api/mine", post({ seats }));

/** The key by which a push service knows this server's notices. */
export const pushKey = async (): Promise<string> => (await json<PushServer>("/api/push")).key;

const pushOf = (table: string): string => `/api/tables/${encodeURIComponent(table)}/push`;

export const wantNotices = (table: string, device: WantNotices): Promise<Notices> =>
  json(pushOf(table), { ...post(device), method: "PUT" });

export const noNotices = (table: string, device: NoNotices): Promise<Notices> =>
  json(pushOf(table), { ...post(device), method: "DELETE" });

/** Letters to type in on another device. */
export const codeOf = (table: string, tv: boolean): Promise<Code> =>
  json(`/api/tables/${encodeURIComponent(table)}/code`, post({ tv }));

export const findCode = (code: string): Promise<CodeFound> => json("/api/codes", post({ code }));

export const publicTables = (): Promise<Lobby> => json("/api/tables");

export const finished = (table: string, number: number, token: string): Promise<Finished> =>
  json(`/api/tables/${encodeURIComponent(table)}/matches/${number}`, { headers: { Authorization: `Bearer ${token}` } });

export const checked = (match: MatchDocument): Promise<Finished> => json("/api/matches", post(match));
