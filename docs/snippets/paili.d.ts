// What a hint button reads of Paili's answers. openapi.yaml describes all of them.

/** Cards in the notation of the request: a text, or the caller's own ids. */
export type Cards = string | (string | number)[];

/** What to play: a `Hint` or, where `pass` is true and there are no cards, a `Move` of the contract. */
export interface Play {
  cards: Cards;
  shape: string | null;
  as?: Cards;
  pass?: boolean;
  score?: number;
  why: { code: string; text: string }[];
}

/** What is wrong (RFC 9457), in the language of the request. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: { pointer: string; code: string; detail: string }[];
  request_id: string;
}

/** A question, as parameters of the address and as attributes of `<paili-hint>`. */
export interface Table {
  hand?: string;
  last?: string;
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
    /** A failure on the way has a `detail` alone. */
    "paili-error": CustomEvent<Partial<Problem> & { detail: string }>;
  }
}
