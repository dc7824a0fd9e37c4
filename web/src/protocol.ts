// Made from the server's own types; do not edit. To make it anew: make protocol
// docs/protocol.md explains how they are used.

export const PROTOCOL = 4;

/** The host ends the match before its end. */
export interface Abort {
  do: "abort";
  id: number;
}

/** The host: whoever made this request gets the chair, or does not. */
export interface Admit {
  do: "admit";
  request: number;
  yes: boolean;
  id: number;
}

/** Somebody who looks on asks for a bot's chair; the host decides. */
export interface Asking {
  request: number;
  name: string;
  seat: number;
}

/** A place at the table. Nobody sits there: kind "empty". */
export interface Chair {
  kind: "bot" | "empty" | "human";
  name: string;
  colour: number;
  picture: number;
  level: string | null;
  here: boolean;
  away: boolean;
  misreckoned: number;
  handicap: number;
  until?: number;
  holiday?: number;
}

/** The host, between matches: by these options the next one is played; those that are not named stay. */
export interface Choose {
  do: "choose";
  options: Record<string, string>;
  id: number;
}

/** How many ms these seats have left. */
export interface ClockRuns {
  type: "clock";
  seats: number[];
  ms: number;
}

/** Letters to type in on another device, and for how long. */
export interface Code {
  code: string;
  seconds: number;
}

export interface CodeFound {
  table: string;
  tv: boolean;
}

/** Your request for a chair came to nothing: the host said no, or gave the chair to somebody else. */
export interface Declined {
  type: "declined";
  reason: string;
  text: Record<string, string>;
}

/** The host: the table, with everything that was played at it, is gone at once and for good. */
export interface Delete {
  do: "delete";
  id: number;
}

/** The last message: the host has deleted this table, and it is gone. */
export interface Deleted {
  type: "deleted";
}

/** A detail of an event: a seat, a number, or what the name of its type stands for in `ids`. */
export interface Detail {
  name: string;
  type: string;
  each: boolean;
}

/** Your command was taken and has nothing to show, or it had been taken before. */
export interface Done {
  type: "done";
  id: number;
}

/** A kind of event: its details, in the order of their numbers. */
export interface EventKind {
  name: string;
  details: Detail[];
  later: boolean;
}

/** Every answer that is not 2xx. */
export interface Failure {
  reason: string;
  text: Record<string, string>;
}

/** Where a field of the record lies in the row of cells, and who sees it (own: the first axis is the seat). */
export interface Field {
  first: number;
  shape: number[];
  sees: string;
}

/** GET /api/tables/…/matches/…, POST /api/matches: a match that is over, to look at and to check. */
export interface Finished {
  match: MatchDocument;
  replay: Replay | null;
}

/** A move, and what it did: as one seat, or a spectator, may know it. What is missing at its end is as usual. */
export type Frame = [seat: number, move: string, to?: number, changes?: number[], events?: number[][], own?: number[], times?: number, at?: number, made?: number, came?: number];

/** GET /api/games: all that a client needs to know of a game to show it. */
export interface Game {
  name: string;
  ready: boolean;
  rules: number;
  seats: [number, number];
  options: Record<string, string[]>;
  fields: Record<string, Field>;
  choices: Record<string, Record<string, number>>;
  cells: number;
  moves: string[];
  kinds: Record<string, MoveKind>;
  outcomes: string[];
  unseen: Unseen;
  lists_moves: boolean;
  events: EventKind[];
  ids: Record<string, string[]>;
  texts: Record<string, Record<string, unknown>>;
  page?: GamePage | null;
}

/** What a game of another package brings for the page: addresses of its files, and what the lobby says of it. */
export interface GamePage {
  module: string;
  style: string | null;
  emblem: string | null;
  guided: string | null;
  accent: string;
  minutes: number;
  depth: number;
  plays: Record<string, string>;
}

export interface Games {
  protocol: number;
  games: Game[];
  levels: string[];
  phrases: Record<string, string[]>;
  names: string[];
  public_tables: boolean;
  elsewhere: string | null;
  keep_days: number;
  aside_days: number;
}

/** The host: this seat begins a race so many ms later than the others (negative: earlier). */
export interface Handicap {
  do: "handicap";
  seat: number;
  ms: number;
  id: number;
}

/** Of 32 random bytes of the client's own, bound to the commitment and the seat. */
export interface Hash {
  do: "hash";
  hash: string;
  id: number;
}

/** The first message of a connection: the token of a seat, and what it still has of a match's log. */
export interface Hello {
  do: "hello";
  token?: string | null;
  match?: number;
  rows?: number;
}

/** At a table by days: my clock stands still for so many days; 0: I am back. */
export interface Holiday {
  do: "holiday";
  days: number;
  id: number;
}

/** The host hands hosting over. */
export interface Host {
  do: "host";
  seat: number;
  id: number;
}

/** Stand up, or take back what was asked for. */
export interface Leave {
  do: "leave";
  id: number;
}

/** A move; one of Chance (seat −1) also says who alone saw it (−1: all) and by what weights it was drawn; where all play at the same time, when it counted as made and when it came, and which claims came to nothing before it. */
export interface Line {
  seat: number;
  move: string;
  at?: number | null;
  to?: number | null;
  weights?: number[] | null;
  claimed?: [number, number] | null;
  missed?: Missed[];
}

/** GET /api/tables */
export interface Lobby {
  tables: PublicTable[];
}

export interface MatchDocument {
  kind: "spieltisch match";
  table: string;
  number: number;
  game: string;
  rules: number;
  options: Record<string, string>;
  names: string[];
  commitment: string;
  secret: string;
  people: Person[];
  outcomes: string[];
  log: Line[];
  places: number[];
  points: number[];
  version?: number;
  start?: string;
  chairs?: Seated[];
  changes?: SeatChange[];
}

/** A match as one seat (or a spectator) sees it: where it stood, and what has happened since. */
export interface MatchView {
  number: number;
  first: number;
  cells: number[];
  frames: Frame[];
  moves: string[];
  actors: number;
}

/** In the order in which they were asked for. */
export interface Mine {
  tables: MyTable[];
}

/** A claim that another's preceded: when it counted as made, and when it came. */
export interface Missed {
  seat: number;
  move: string;
  made: number;
  came: number;
}

/** A kind of move: its text, with the names of its arguments in braces, and all that can stand there. */
export interface MoveKind {
  template: string;
  arguments: Record<string, string[]>;
}

/** The seat moves to another device: the token of that device takes the place of this one. */
export interface MoveToDevice {
  do: "move";
  token: string;
  id: number;
}

export interface MyChair {
  kind: "bot" | "empty" | "human";
  name: string;
  colour: number;
  picture: number;
}

export interface MySeat {
  table: string;
  token: string;
}

/** POST /api/mine: where this device has seats. */
export interface MySeats {
  seats: MySeat[];
}

/** How a table stands where one has a seat. Times are ms since 1970. */
export interface MyStanding {
  game: string;
  stage: "hashing" | "open" | "over" | "playing" | "revealing";
  paused: boolean;
  seat: number;
  chairs: MyChair[];
  number: number;
  turn: number[];
  places?: number[];
  pace_h?: number;
  since?: number;
  until?: number;
  holiday?: number;
}

/** Gone: it is deleted. Without a standing otherwise: the token opens no seat there, or it cannot be said now. */
export interface MyTable {
  table: string;
  gone?: boolean;
  standing?: MyStanding;
}

/** DELETE /api/tables/…/push */
export interface NoNotices {
  token: string;
  endpoint: string;
}

/** Does this device get them now? */
export interface Notices {
  on: boolean;
}

/** Still there? This seat has not moved for a while. */
export interface Nudge {
  type: "nudge";
  seat: number;
}

/** POST /api/tables */
export interface OpenTable {
  game: string;
  seats: number;
  options?: Record<string, string>;
  public?: boolean;
  keep_days?: number;
  move_s?: number | null;
  grace_s?: number;
  quick?: boolean;
  pace_h?: 12 | 24 | 72 | 168 | null;
  when_late?: "move" | "seat";
}

/** A match, or an attempt to start one, that has ended: its secret is no longer one. */
export interface Past {
  number: number;
  ended: "aborted" | "cancelled" | "over";
  commitment: string;
  secret: string;
}

export interface Pause {
  do: "pause";
  id: number;
}

/** What a person's client added to the dice. */
export interface Person {
  seat: number;
  hash: string;
  entropy: string;
}

/** Answer at once with pong and the nonce: so the line is measured. */
export interface Ping {
  type: "ping";
  nonce: string;
}

/** A move in the game's notation, or `undo`; where players reckon by themselves, with the number they say. */
export interface Play {
  do: "play";
  move: string;
  said?: number | null;
  id: number;
}

/** The answer to a ping, at once; it gets none itself. */
export interface Pong {
  do: "pong";
  nonce: string;
}

export interface PublicTable {
  table: string;
  game: string;
  options: Record<string, string>;
  names: string[];
  free: number;
}

/** GET /api/push: the key with which a device asks its push service for a place that only this server may use. */
export interface PushServer {
  key: string;
}

/** Where all play at the same time: who is ready, and how everybody's line is. */
export interface Racing {
  type: "race";
  ready: number[];
  los: number | null;
  bound: number;
  lines: (number | null)[];
  trust: "nobody" | "pages" | "tcp";
  slow: number[];
}

/** Where all play at the same time: the countdown may begin; the host's `anyway` waits for nobody. */
export interface Ready {
  do: "ready";
  anyway?: boolean;
  id: number;
}

/** Your command was not taken, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: number | null;
  rule: string;
  reason: string;
  text: Record<string, string>;
}

/** The host: the person or bot stands up, and the token is void. */
export interface Remove {
  do: "remove";
  seat: number;
  id: number;
}

/** Between matches: another name, colour or picture for one who sits here. */
export interface Rename {
  do: "rename";
  name: string;
  colour?: number | null;
  picture?: number | null;
  id: number;
}

/** A match to look at, all hands open: every cell at the start, then a frame for each entry of its log. */
export interface Replay {
  cells: number[];
  frames: Frame[];
}

export interface Resume {
  do: "resume";
  id: number;
}

/** Those bytes, when all hashes are published, and the hash of all that the client was shown. */
export interface Reveal {
  do: "reveal";
  entropy: string;
  start: string;
  id: number;
}

export interface Said {
  type: "said";
  seat: number;
  phrase: number;
}

/** One of the ready-made phrases. */
export interface Say {
  do: "say";
  phrase: number;
  id: number;
}

/** The host: a bot takes an empty chair, or another level sits down there. */
export interface SeatBot {
  do: "bot";
  seat: number;
  level: string;
  id: number;
}

/** After so many moves of the running match, Chance's among them: somebody sat down or stood up, a bot stood in for him, or he came back; or the match was paused. */
export interface SeatChange {
  row: number;
  seat: number;
  what: "back" | "paused" | "resumed" | "sat" | "stood" | "stood_in";
  name: string;
  level: string | null;
}

/** Who sat on a chair when the match began; `names` has the names. */
export interface Seated {
  kind: "bot" | "human";
  level?: string | null;
}

/** The table; on arrival, on sitting down and when a match begins also the match. */
export interface Seating {
  type: "table";
  seq: number;
  you: number | null;
  table: Partial<TableView>;
  past?: Past[];
  log?: SeatChange[];
  match?: MatchView;
  ack?: number;
  asked?: number;
  barred?: boolean;
}

/** Take a chair: a certain one, or any. While a match is played, ask the host for a bot's. */
export interface Sit {
  do: "sit";
  name: string;
  colour?: number | null;
  picture?: number | null;
  seat?: number | null;
  id: number;
}

/** The host: let us play (again). */
export interface Start {
  do: "start";
  id: number;
}

/** A move, what followed, and how it stands now: in MessagePack, as an array. */
export type Step = [seq: number, frames: Frame[], actors: number, moves?: string[], ack?: number];

/** GET /api/tables/…: what a list of one's tables shows. */
export interface TableGlance {
  game: string;
  stage: "hashing" | "open" | "over" | "playing" | "revealing";
  paused: boolean;
  chairs: Chair[];
  actors: number;
  places: number[];
}

export interface TableOpened {
  table: string;
}

/** Everything about the table that everybody may know. */
export interface TableView {
  game: string;
  rules: number;
  new_rules: [number, number] | null;
  dropped_rules: number | null;
  options: Record<string, string>;
  public: boolean;
  keep_days: number;
  move_s: number | null;
  grace_s: number;
  stage: "hashing" | "open" | "over" | "playing" | "revealing";
  paused: boolean;
  host: number | null;
  chairs: Chair[];
  closed: number[];
  asking: Asking[];
  number: number;
  commitment: string;
  hashes: Record<number, string>;
  entropies: Record<number, string>;
  missing: number[];
  cancelled: number;
  result: [number[], number[]] | null;
  pace_h?: number;
  when_late?: "move" | "seat";
}

/** POST /api/codes */
export interface TypedCode {
  code: string;
}

/** What those are told who may not see which move of its kind it was: by move, and by Chance's outcome. */
export interface Unseen {
  moves: Record<string, string>;
  outcomes: Record<string, string>;
}

/** POST /api/tables/…/code */
export interface WantCode {
  tv?: boolean;
}

/** PUT /api/tables/…/push: where this device gets its notices, as its browser says, and when it wants none. */
export interface WantNotices {
  token: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
  zone: string;
  quiet?: [number, number] | null;
}

export type FromClient = Hello | Pong | Sit | Rename | Leave | Admit | SeatBot | Remove | Host | Choose | Start | Hash | Reveal | Play | Ready | Handicap | Pause | Resume | Holiday | Abort | Delete | MoveToDevice | Say;

export type FromServer = Seating | Step | Done | Refused | Declined | Said | Nudge | ClockRuns | Racing | Ping | Deleted;
