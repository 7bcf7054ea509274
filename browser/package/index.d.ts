/** What a request may hold; `openapi.yaml` describes every field. */
export interface Position {
  position?: string;
  variant?: string;
  options?: Record<string, string | boolean | number>;
  seat?: string | number;
  hand?: Cards;
  bottom?: Cards;
  history?: Play[];
  last?: Play;
  left?: Record<string, number>;
  seen?: Cards;
  notation?: string;
}
export type Cards = string | (string | number)[];
export type Play = Cards | null | { cards: Cards | null; as?: Cards; seat?: string | number };
export type Language = "en" | "zh";
export type Level = "novice" | "casual" | "club" | "expert" | "master";

export interface MoveRequest extends Position {
  level?: Level | { win: number };
  seed?: number | null;
  lang?: Language;
  limits?: { nodes?: number; games?: number; aim?: "points" | "win" };
  only?: Play[];
  avoid?: Play[];
}
export interface AnalyzeRequest extends MoveRequest {
  want?: ("power" | "split" | "hints" | "move" | "unseen" | "beliefs")[];
  top?: number;
  order?: "rest" | "robot";
}

export interface Reason { code: string; text: string }
export interface Combo { cards: Cards; shape: string; as?: Cards }
export interface Hint {
  cards: Cards;
  /** Null for the pass, which is a row in the robot's order. */
  shape: string | null;
  as?: Cards;
  pass?: true;
  score: number;
  rest: { hand: Cards; turns: number };
  breaks: Cards[];
  exact: boolean;
  why: Reason[];
  value?: number | null;
  games?: number;
}
export interface Move {
  cards: Cards;
  shape: string | null;
  as?: Cards;
  pass: boolean;
  level: Level;
  why: Reason[];
  strength?: { win: number; temperature: number };
  search?: Record<string, unknown>;
  line?: Combo[];
}
export interface EngineInfo { version: string; weights: string; nets?: string }
export interface Analysis {
  position: string;
  turn: { seat: string | number; leads: boolean; to_beat: (Combo & { seat: string | number }) | null };
  power?: { score: number; turns: number; bombs: number; controls: Cards[] };
  split?: { combos: (Combo & { score: number })[]; turns: number; exact: boolean; unplayable?: Cards };
  hints?: Hint[];
  pass?: { legal: boolean; score?: number };
  legal_count?: number;
  forced?: boolean;
  move?: Move;
  unseen?: Record<string, number>;
  beliefs?: {
    seats: Record<string, Record<string, number>>;
    bombs: Record<string, number>;
    samples: number;
    effective: number;
  };
  engine: EngineInfo;
  /** Assumptions about the rules that the answer is based on. */
  notes?: Reason[];
}
export interface MoveAnswer { position: string; move: Move; forced: boolean; engine: EngineInfo; notes?: Reason[] }

/** The endpoints of the service that the engine supports, `POST /v1/{kind}`. */
export type Kind = "analyze" | "move" | "check" | "bid" | "deal" | "game" | "review" | "solve" | "tribute";

/**
 * A request that the engine does not answer: malformed, with an unknown word, or for networks that cannot be loaded.
 */
export class Declined extends Error {}

/** The play nearest to cards that are no play. */
export interface Nearest { rule: string; shape: string; cards: Cards; missing: Cards; extra: Cards }

/** The service's answer to an invalid request: a problem document (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors: { pointer: string; code: string; detail: string; nearest?: Nearest }[];
}

export interface Engine {
  /** Everything about a position. Rejects with `Declined`, or an `Error` with a `problem`. */
  analyze(request: AnalyzeRequest, language?: Language): Promise<Analysis>;
  /** A robot's play. `expert` and `master` load the networks of the game on first use. */
  move(request: MoveRequest, language?: Language): Promise<MoveAnswer>;
  /** Any request. */
  answer(kind: Kind, request: object, language?: Language): Promise<unknown>;
  /** The status and the text of the service's JSON. */
  text(kind: Kind, request: object, language?: Language): Promise<{ status: 200 | 422; text: string }>;
  /** The same for query parameters. */
  textOfQuery(kind: Kind, query: Record<string, unknown>, language?: Language): Promise<{ status: 200 | 422; text: string }>;
}

/** The version of the engine, as in every answer. */
export const version: string;

/** Load the engine; `read` returns the bytes of one of its files by name. Rejects without WebAssembly SIMD. */
export function load(options?: { read?: (file: string) => Promise<Uint8Array> }): Promise<Engine>;
