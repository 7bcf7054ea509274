// Types that the scripts share: answers of the API from its contract, the data of the pages, their elements.

type AnyCards = import("../browser_engine/package/index.d.ts").Shown;

/** An answer in the notation of the pages, in which cards are text. */
type InText<T> = AnyCards extends T
  ? Exclude<T, unknown[]>
  : T extends (infer E)[]
    ? InText<E>[]
    : T extends object
      ? { [K in keyof T]: InText<T[K]> }
      : T;

type Language = import("../browser_engine/package/index.d.ts").Language;
type Answers = InText<import("../browser_engine/package/index.d.ts").Answers> & {
  variants: Vocabulary;
  batch: { items: { status: number; body: GameAnswer }[] };
};
type Analysis = Answers["analyze"];
type GameAnswer = Answers["game"];
type Review = Answers["review"];
type BidAnswer = Answers["bid"];
type Decision = InText<import("../browser_engine/package/index.d.ts").ReviewDecision>;
type Call = import("../browser_engine/package/index.d.ts").ReviewCall;
type Reason = { code: string; text: string };
type Hint = InText<import("../browser_engine/package/index.d.ts").Hint>;
type Move = InText<import("../browser_engine/package/index.d.ts").Move>;
type TablePlay = InText<import("../browser_engine/package/index.d.ts").TablePlay>;
type Factor = import("../browser_engine/package/index.d.ts").Factor;
type Luck = import("../browser_engine/package/index.d.ts").ReviewLuck;
type Interval = import("../browser_engine/package/index.d.ts").Interval;
type BidRequest = import("../browser_engine/package/index.d.ts").BidRequest;
type Bid = import("../browser_engine/package/index.d.ts").Bid;
type Seat = import("../browser_engine/package/index.d.ts").Seat;

/** A text in both languages: English, Chinese. */
type Texts = string[];
type BothLanguages = { en: string; zh: string };
type Vocabulary = {
  variants: Variant[];
  profiles: ({ id: string } & BothLanguages)[];
  engine?: boolean;
};
type Option = {
  values: string[];
  default: string;
  label: BothLanguages;
  about: string;
  about_zh: string;
  value_labels: Record<string, BothLanguages>;
};
type Variant = {
  id: string;
  name: string;
  name_zh: string;
  deck: Record<string, number>;
  seats: Seat[];
  sides: Seat[][];
  hand_size: Record<string, number>;
  bottom: number;
  suits: boolean;
  shapes: { id: string; en: string; zh: string; tier: number }[];
  seat_names?: Record<string, BothLanguages>;
  options: Record<string, Option>;
  levels: { id: string; zh: string; step: number | null }[];
};

/** A row of the hints: a play, or the pass. */
type Row = Omit<Hint, "rest" | "breaks" | "exact" | "pass" | "score"> & {
  pass?: boolean;
  score: number;
  breaks: string[];
  rest: Hint["rest"] | null;
};
/** An analysis with all parts that the board asks for. */
type Facts = Required<Pick<Analysis, "power" | "split" | "unseen">> &
  Omit<Analysis, "power" | "split" | "unseen" | "hints" | "passing" | "legal_count"> & {
    hints: Row[];
    passing: { legal: boolean; score?: number };
    legal_count: number;
  };
type Beliefs = NonNullable<Analysis["beliefs"]>;
/** Ranks that make cards wild: those of laizi, the level of Guandan. */
type Rules = { wild?: string; level?: string };
type Parts = {
  head: string;
  variant: string;
  options: Record<string, string>;
  seat: string;
  hand: string;
  bottom: string;
  table: string;
};
/** The request for an analysis. */
type Question = Record<string, string | number>;

/** How an analysis is requested: *node* shows errors, *strict* throws them. */
type How = {
  node?: HTMLElement;
  history?: string;
  strict?: boolean;
  repeats?: boolean;
  looks?: Looks;
  retry?: () => unknown;
};

/** A play of a history: cards, or cards with a declaration; "" is a pass. */
type PlayValue = string | { cards: string; as?: string; seat?: Seat };
type Moved = { from: Seat; to: Seat; card: string };
/** A game as the referee reads it. */
type GameBody = {
  variant: string;
  options?: Record<string, string>;
  deal: { hands: Record<string, string>; bottom?: string };
  auction?: { bidding?: string; bids: Bid[]; doubled: Seat[] };
  match?: { levels: string[]; playing: number; failures: number[] };
  tribute?: {
    order?: Seat[];
    paid?: Record<string, string>;
    returned?: Record<string, string>;
    to_first?: string;
    moved?: Moved[];
  };
  history: PlayValue[];
};
type Tributing = NonNullable<GameAnswer["tribute"]>;
/** A tribute before its end. */
type Handovers = { order: Seat[]; paid: Record<string, string>; returned: Record<string, string> };
type Result = NonNullable<GameAnswer["result"]>;
type Game = import("./game/game.js").Game;
/** A play with its seat; *past*: of an earlier trick. */
type Turn = { seat: Seat; cards: string; shape: string | null; as?: string; past?: boolean };
/** The data of a drawn table. */
type Table = {
  seats: string[];
  me: string | undefined;
  turn: Seat | null | undefined;
  left: Record<string, number | null>;
  trick: Turn[];
  rules: Rules;
  calls?: Record<string, Bid>;
  names?: Record<string, string> | null;
  landlord?: string;
  bottom?: string | null;
  notes?: string[];
};
/**
 * What is known of the cards of a deal: mine at the first lead, the turns, and the hands of seats as dealt; *plies*: the
 * turns so far; *below*: the seat whose hand is shown, if not mine.
 */
type KnownCards = {
  deck: Record<string, number>;
  me: string;
  hand: string;
  bottom?: string;
  landlord?: string;
  turns: { seat: Seat; cards: string }[];
  plies?: number;
  below?: string;
  hands?: Record<string, string>;
};
/** By rank, the first suits in the order in which its cards get them. */
type Looks = Record<string, string>;
/** The parts of a game from which its suits follow. */
type GameOfCards = {
  meta: Pick<Variant, "deck">;
  me: string;
  body: Pick<GameBody, "deal">;
  table: Pick<GameAnswer, "auction"> | null;
  log: { seat: Seat; cards: string }[];
  plies?: number;
  below?: string;
};
/** What the tab keeps of a game, as JSON. */
type StoredGame = Pick<
  Game,
  "variant" | "options" | "chosen" | "wild" | "body" | "me" | "mine" | "undone" | "lines" | "log" | "profile" | "attempt" | "followed" | "isTakenBack"
> & { line: string; isEnded: boolean; suits?: { looks?: Looks; order?: Record<string, string> } | null; said?: Record<string, Bid>; over?: boolean };
/** The parts of a game from which it is stored. */
type KeptGame = Omit<StoredGame, "line" | "isEnded" | "said" | "over" | "suits"> & {
  suits: Game["suits"];
  auction?: { calls: Record<string, Bid>; over: boolean };
  table: Pick<GameAnswer, "ended"> & { next?: GameAnswer["next"] } | null;
  before: object | null;
  seat: string | undefined;
  lineOfHand(hand: string): string;
};
/** The state of a deal before one of my actions. */
type Stand = { body: GameBody; me: string; log?: Turn[]; told?: { said: Record<string, Bid>; over: boolean } };
type Choice = {
  label?: string;
  node?: Node;
  small?: string;
  main?: boolean;
  disabled?: boolean;
  title?: string;
  act?: () => unknown;
};
/** An ending with open hands: the cards of each seat, the mover, the play to beat, and the passes since then. */
type Ending = {
  head: string;
  variant: string;
  options: Record<string, string>;
  seats: string[];
  hands: Record<string, string>;
  rules: Rules;
  mover: string;
  last: { seat: string; cards: string; as?: string } | null;
  passes: number;
};
/** A tree of play: the forced moves, then each winning move with what follows it. */
type Tree = [string, Record<string, Tree>?];
type SeatMove = { seat: string; move: string };
/** A shipped puzzle, or an ending of the visitor without a number. */
type Puzzle = {
  line: string;
  themes: string[];
  number: number;
  rating: number;
  decisions: number;
  defence: Tree | null;
};
/** The file of the shipped puzzles. */
type Shipped = {
  engine: boolean;
  themes: Record<string, BothLanguages>;
  puzzles: Omit<Puzzle, "number">[];
};
/** The state of the puzzle that is shown. */
type Run = {
  puzzle: Puzzle;
  day: string;
  start: Ending;
  ending: Ending;
  node: Tree | null;
  past: { ending: Ending; node: Tree | null; moves: SeatMove[] }[];
  moves: SeatMove[];
  wrong: number;
  hints: number;
  shownHints: number;
  stars: number;
  picked: Set<number>;
  order: Record<string, Record<string, string>>;
  side: number;
  isBusy: boolean;
  isSolved: boolean;
  isShown: boolean;
  verdict: string;
  refutation: SeatMove[];
  hint: string;
};

/** A game under review: the referee's states of its plies, and its last one. */
type Reviewed = {
  body: GameBody;
  plies: number;
  tables: GameAnswer[];
  seats: string[];
  final: GameAnswer;
  me: string;
  viewer: string;
  moved: () => void;
};
/** An attempt at a mistake. */
type Attempt = { ply: number; mode: "again" | "judging"; text: string };
/** A judgement of my seat, of all plies or of those so far. */
type Look = { answer: Review; plies: number; isLast: boolean };
/** A robot's candidate for a move. */
type Candidate = NonNullable<NonNullable<Analysis["move"]>["search"]>["candidates"][number];
/** A decision with a mark. */
type Mistake = Decision & { mark: string; loss: number; chance_best: number };
/** A bid or tribute card of mine with a better one. */
type Before = {
  what: string;
  made: string;
  better: string;
  lost: string;
  mark: Decision["mark"];
  codes: Reason[];
  unsure?: boolean | null;
  at?: number;
};
/** The state of the review page. */
type ReviewState = {
  game: Reviewed;
  followed: { seat: string; plies: number[] };
  judged: Review | null;
  judgedPlies: number;
  isFinal: boolean;
  ply: number;
  solved: Map<number, string>;
  tried: Attempt | null;
  candidates: Map<number, Analysis>;
  foreseen: Map<number, Turn[]>;
  whole: Review | null;
  reason: [string, ...(string | number)[]] | null;
  words: Record<number, Promise<BidAnswer["actions"]>>;
  loads: number;
  isBusy: boolean;
  judging: AbortController;
};
/** The cards of a move. */
type Cards = { cards: string; as?: string; shape?: string | null };

/** What is drawn at the end of a deal; *line*: the standing of the match. */
type End = {
  table: Table;
  result: Result;
  hands: Record<string, string>;
  won: boolean | null;
  line: string;
};

/** What there is anew each day, the same for everybody. */
type Daily = "puzzle" | "deal";

/** A finished game that is kept with its result; *link*: that of its review. */
type LastGame = { link: string; variant: string; won: boolean | null; points?: number; at: number };

/** The totals of the deals of one game and level on this device. */
type Tally = { deals: number; won: number; points: number };

/** The strength of the robots in an even match, between two levels. */
type Strength = NonNullable<Answers["move"]["move"]["strength"]>;

/** Of the *played* last deals against robots of share *at* the visitor *won* some. */
type EvenMatch = { won: number; played: number; at: number };

type Settings = {
  lang: Language;
  level: string;
  bidding: string;
  balanced: boolean;
  sound: boolean;
  four: boolean;
  large: boolean;
  sort: string;
  first?: boolean;
  eye?: boolean;
};

type Session = {
  games: Map<string, Variant>;
  profiles: Vocabulary["profiles"];
  engine?: boolean;
  variant: string;
  facts: Facts | null;
  advised: Move[];
  reasoned: Move | null;
  beliefs: Beliefs | null;
  hand: string[];
  game: Game | null;
  suits: { now: import("./lib/deal_suits.js").Suits | null; looks?: Looks } | null;
  looks: Map<string, Looks>;
  past: string[];
  future: string[];
};

type View = {
  top: number;
  picked: Set<number>;
  hint: number;
  unfolded: string;
  editing: boolean;
};

/** Properties and attributes of an element that is made; those that begin with "on" are listeners. */
interface Properties<E> {
  onclick?: (event: MouseEvent & { target: E }) => unknown;
  onchange?: (event: Event & { target: E }) => unknown;
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}
/** The renderer of the page of the contract. */
declare const SwaggerUIBundle: (options: object) => void;

type Child = Node | string | null | undefined;

/** The element with an id. */
type ById = <K extends string>(id: K) => K extends keyof Elements ? Elements[K] : HTMLElement;

/** Elements other than plain ones by id; null: those that are not always there. */
interface Elements {
  variant: HTMLSelectElement;
  level: HTMLSelectElement;
  profile: HTMLSelectElement;
  bidding: HTMLSelectElement;
  seat: HTMLSelectElement;
  height: HTMLSelectElement;
  line: HTMLInputElement;
  balanced: HTMLInputElement;
  sound: HTMLInputElement;
  four: HTMLInputElement;
  large: HTMLInputElement;
  first: HTMLInputElement;
  eye: HTMLInputElement;
  lesson: HTMLElement | null;
  record: HTMLTextAreaElement;
  paste: HTMLFormElement;
  attributes: HTMLFormElement;
  leave: HTMLDialogElement;
  help: HTMLDialogElement;
  progress: HTMLProgressElement;
  proof: HTMLProgressElement;
  preload: HTMLLinkElement | null;
  resume: HTMLElement | null;
  result: HTMLElement | null;
  advice: HTMLElement | null;
}
