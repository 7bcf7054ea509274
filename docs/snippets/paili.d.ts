// The parts of Paili's answers that a hint button needs. openapi.yaml describes all fields.

/** Cards in the notation of the request: text, or an array of ids. */
export type Cards = string | (string | number)[];

/** A play: a `Hint` of the contract, or a `Move` if `pass` is true and there are no cards. */
export interface Play {
  cards: Cards;
  shape: string | null;
  as?: Cards;
  pass?: boolean;
  score?: number;
  why: { code: string; text: string }[];
}

/** A problem document (RFC 9457) in the language of the request. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: { pointer: string; code: string; detail: string }[];
  request_id: string;
}

/** A request, as query parameters and as attributes of `<paili-hint>`. */
export interface Table {
  hand?: string;
  last?: string;
  last_seat?: string;
  variant?: string;
  seat?: string;
  left?: string;
  history?: string;
  level?: string;
  options?: string;
  notation?: string;
  bottom?: string;
  seen?: string;
  position?: string;
  lang?: "en" | "zh";
}

declare global {
  interface HTMLElementTagNameMap {
    "paili-hint": HTMLElement;
  }
  interface HTMLElementEventMap {
    "paili-hint": CustomEvent<Play>;
    /** Network errors have only a `detail`. */
    "paili-error": CustomEvent<Partial<Problem> & { detail: string }>;
  }
}
