/** Types of requests that accept more than the contract documents. */
export type Cards = string | (string | number)[];
export type Play = Cards | null | { cards: Cards | null; as?: Cards; seat?: SeatName };
export type SeatName = string | number;
export type OptionValue = string | boolean | number;

/** The endpoints of the service, `POST /v1/{kind}`. */
export type Kind = keyof Requests;

/**
 * A request that the engine does not answer: malformed, with an unknown word, or for networks that cannot be loaded.
 */
export class Declined extends Error {}

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
  /** A robot's play. Levels from `adept` on load the networks of the game, if it has some, on first use. */
  move(request: MoveRequest, language?: Language): Promise<MoveAnswer>;
  /** Any request. */
  answer<K extends Kind>(kind: K, request: Requests[K], language?: Language): Promise<Answers[K]>;
  /** The status and the text of the service's JSON. */
  text(kind: Kind, request: object, language?: Language): Promise<{ status: 200 | 422; text: string }>;
  /** The same for query parameters. */
  textOfQuery(kind: Kind, query: Record<string, unknown>, language?: Language): Promise<{ status: 200 | 422; text: string }>;
}

/** The version of the engine, as in every answer. */
export const version: string;

/** Load the engine; `read` returns the bytes of one of its files by name. Rejects without WebAssembly SIMD. */
export function load(options?: { read?: (file: string) => Promise<Uint8Array> }): Promise<Engine>;

// ---- Written by `make contract`. ----
/** The requests of the endpoints. */
export interface Requests {
  analyze: AnalyzeRequest;
  move: MoveRequest;
  check: CheckRequest;
  bid: BidRequest;
  deal: DealRequest;
  game: GameRequest;
  review: ReviewRequest;
  records: RecordsRequest;
  solve: SolveRequest;
  tribute: TributeRequest;
}
/** The answers of the endpoints. */
export interface Answers {
  analyze: Analysis;
  move: MoveAnswer;
  check: CheckAnswer;
  bid: BidAnswer;
  deal: DealAnswer;
  game: GameAnswer;
  review: ReviewAnswer;
  records: RecordsAnswer;
  solve: SolveAnswer;
  tribute: TributeAnswer;
}
export interface AnalyzeRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  seat?: SeatName;
  hand?: Cards;
  bottom?: Cards;
  history?: Plays;
  last?: Play;
  last_seat?: SeatName;
  left?: Record<string, number>;
  seen?: Cards;
  notation?: Notation;
  position?: string;
  level?: LevelChoice;
  seed?: number;
  lang?: Language;
  limits?: LimitsFields;
  only?: Plays;
  avoid?: Plays;
  want?: ("power" | "split" | "hints" | "move" | "unseen" | "beliefs")[];
  top?: number;
  order?: "rest" | "robot";
  for?: string;
}
export interface MoveRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  seat?: SeatName;
  hand?: Cards;
  bottom?: Cards;
  history?: Plays;
  last?: Play;
  last_seat?: SeatName;
  left?: Record<string, number>;
  seen?: Cards;
  notation?: Notation;
  position?: string;
  level?: LevelChoice;
  seed?: number;
  lang?: Language;
  limits?: LimitsFields;
  only?: Plays;
  avoid?: Plays;
}
export interface CheckRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  seat?: SeatName;
  hand?: Cards;
  bottom?: Cards;
  history?: Plays;
  last?: Play;
  last_seat?: SeatName;
  left?: Record<string, number>;
  seen?: Cards;
  notation?: Notation;
  position?: string;
  cards: Cards;
  as?: Cards;
  lang?: Language;
}
export interface BidRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  hand: Cards;
  bidding?: Bidding;
  bids?: BidText[];
  place?: number;
  bottom?: Cards;
  level?: LevelChoice;
  notation?: Notation;
  lang?: Language;
}
export interface DealRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  seed?: number;
  profile?: Profile;
  shuffle?: "fair" | "none";
  seat?: SeatName;
  composition?: Record<string, number>;
  theme?: Theme;
  rating?: number;
  solution?: boolean;
  notation?: Notation;
  lang?: Language;
}
export interface GameRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  deal?: DealtFields;
  auction?: AuctionFields;
  tribute?: ExchangeFields;
  match?: MatchFields;
  history?: Plays;
  notation?: Notation;
  lang?: Language;
}
export interface ReviewRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  deal?: DealtFields;
  auction?: AuctionFields;
  tribute?: ExchangeFields;
  match?: MatchFields;
  history?: Plays;
  notation?: Notation;
  lang?: Language;
  level?: string;
  seats?: SeatName[];
  for?: string;
  limits?: ReviewLimitsFields;
}
export interface RecordsRequest {
  text: string;
  lang?: Language;
}
export interface SolveRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  hands: Record<string, Cards>;
  turn?: SeatName;
  last?: Play;
  last_seat?: SeatName;
  passes?: number;
  limits?: SolveLimitsFields;
  notation?: Notation;
  lang?: Language;
}
export interface TributeRequest {
  variant?: string;
  options?: Record<string, OptionValue>;
  hand: Cards;
  role: TributeRole;
  paid?: Cards;
  order?: SeatName[];
  partner_big_jokers?: number;
  notation?: Notation;
  lang?: Language;
}
export interface Analysis {
  position: string;
  turn: Turn;
  assumed?: Assumed;
  power?: { score: number; turns: number; bombs: number; controls: Shown[] };
  split?: {
    combos: { cards: Shown; shape: Shape; as?: Declaration; score: number }[];
    turns: number;
    exact: boolean;
    unplayable?: Shown;
  };
  hints?: Hint[];
  passing?: { legal: boolean; score?: number };
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
  notes?: Notes;
}
export interface MoveAnswer {
  position: string;
  assumed?: Assumed;
  move: Move;
  forced: boolean;
  engine: EngineInfo;
  notes?: Notes;
}
export interface CheckAnswer {
  playable: boolean;
  readings: Reading[];
  stored: ReadingOrNull;
  reasons: { code: ReasonCode; text: string; nearest?: Nearest }[];
  notes?: Notes;
}
export interface BidAnswer {
  variant: VariantId;
  bidding: Bidding;
  stage: "auction" | "double";
  place: number | null;
  chances: { landlord: number | null; farmer: number | null };
  actions: { bid: Bid; win: number | null; score: number }[];
  recommended: Bid;
  must: boolean;
  double: { advised: boolean; gain: number } | null;
  why: Reason[];
  model: { name: string; date: string; games: number; brier: Brier; big_cards_brier: Brier };
  engine: EngineInfo;
}
export interface DealAnswer {
  variant: VariantId;
  options: Record<string, string>;
  seed: number;
  profile: Profile;
  fair: boolean;
  composition: Record<string, number> | null;
  seat: SeatOrNull;
  level: string | null;
  leader: Seat;
  first: { does: "speaks" | "leads"; card: DecidingCardOrNull };
  places: Record<string, Shown>;
  hands: Record<string, Shown>;
  bottom: ShownOrNull;
  why: Reason[];
  balance?: Balance;
  puzzle?: Puzzle;
}
export interface GameAnswer {
  variant: VariantId;
  notes?: Notes;
  auction: {
    bidding: Bidding;
    bids: Bid[];
    doubled: number[] | null;
    next: number | null;
    place: number | null;
    words: Bid[];
    landlord: number | null;
    stake: number;
    seats: Record<string, string> | null;
    multiples: Record<string, number> | null;
    handicap?: number;
  } | null;
  tribute: {
    refused: boolean;
    give: Record<string, string[]>;
    choose: Seat[];
    moved: { from: Seat; to: Seat; card: string }[];
    leader: SeatOrNull;
    deal: { hands: Record<string, Shown>; places: Record<string, Shown> } | null;
    match: MatchOrNull;
    return: Record<string, string[]>;
  } | null;
  seats: string[] | null;
  due: Record<string, {
    pointer: string;
    choices: Bid[] | null;
    endpoint: "bid" | "tribute" | "move";
    request: Record<string, unknown> | null;
  }>;
  turn: { seat: Seat; leads: boolean; to_beat: TablePlayOrNull } | null;
  left: Record<string, number>;
  out: Seat[];
  trick: TablePlay[];
  bombs: number;
  ended: boolean;
  positions: Record<string, string>;
  result: {
    winner: SeatOrNull;
    places: Seat[];
    points: Record<string, number> | null;
    factors: Factor[];
    why: Reason[];
  } | null;
  next: {
    leader: SeatOrNull;
    card: DecidingCardOrNull;
    options: Record<string, string>;
    match: MatchOrNull;
    tribute: {
      order: Seat[];
      givers: Seat[];
      paid: Record<string, unknown>;
      returned: Record<string, unknown>;
    } | null;
  } | null;
}
export interface ReviewAnswer {
  level: string;
  limits: { games: number };
  decisions: ReviewDecision[];
  calls: ReviewCall[];
  tribute: ReviewTribute[];
  seats: Record<string, ReviewSeat>;
  curve: Record<string, { ply: number; chance: number; low: number; high: number }[]>;
  turning_point: number | null;
  lessons?: ReviewLesson[];
  luck: Record<string, ReviewLuck> | null;
  open: { ply: number; winner: Seat }[] | null;
  left_out: Reason[];
  notes?: Reason[];
  engine: EngineInfo;
}
export interface RecordsAnswer {
  format: string;
  games: GameRequest[];
  left_out: { line: number; ply: number | null; code: Code; text: string }[];
}
export interface SolveAnswer {
  turn: Seat;
  winner: SeatOrNull;
  plays: { cards: Shown; shape: ShapeOrNull; as?: Shown }[] | null;
  line: TablePlay[] | null;
  exact: boolean;
  nodes: number;
  engine: EngineInfo;
}
export interface TributeAnswer {
  variant: VariantId;
  role: TributeRole;
  level: string;
  must: Card[] | null;
  advice: CardOrNull;
  choices: { card: Card; score: number; turns: number; exact: boolean }[];
  refused: boolean | null;
  why: Reason[];
  leader: number | null;
  engine: EngineInfo;
}
export type Plays = Play[];
export type Notation = "text" | "rlcard" | "douzero" | "contest" | "yuncheng" | "guandan";
export type LevelChoice = string | {
  win: number;
} | Record<string, unknown>;
export type Language = "en" | "zh";
export interface LimitsFields {
  nodes?: number;
  games?: number;
  aim?: "points" | "win";
}
export type Bidding = "points" | "call_rob" | "call";
export type BidText = string | number;
export type Profile = "plain" | "balanced" | "strong" | "strong_bombs" | "strong_trios" | "strong_chain" | "weak" | "own" | "endgame";
export type Theme = "must_pass" | "tear_bomb" | "split_rocket" | "force_bomb" | "spend_big" | "keep_reentry" | "block_single" | "avoid_pairs" | "feed_ally" | "change_kicker" | "break_run" | "small_bait";
export interface DealtFields {
  variant?: string;
  options?: Record<string, OptionValue>;
  places?: Record<string, Cards>;
  hands?: Record<string, Cards>;
  bottom?: Cards;
}
export interface AuctionFields {
  bidding?: Bidding;
  bids?: BidText[];
  doubled?: SeatName[];
}
export interface ExchangeFields {
  order?: SeatName[];
  paid?: Record<string, Cards>;
  returned?: Record<string, Cards>;
  to_first?: SeatName;
  moved?: MovedFields[];
}
export interface MatchFields {
  levels: ("2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A")[];
  playing: number;
  failures?: number[];
  winner?: number;
}
export interface ReviewLimitsFields {
  games?: number;
}
export interface SolveLimitsFields {
  nodes?: number;
  memory?: number;
}
export type TributeRole = "give" | "return";
export interface Turn {
  seat: Seat;
  leads: boolean;
  to_beat: { cards: Shown; shape: Shape; as?: Declaration; seat: Seat } | null;
}
export interface Assumed {
  seat?: Seat;
  last_seat?: Seat;
  left?: Seat[];
  history?: string[];
  text: string;
}
export type Shown = string | (string | number)[];
export type Shape = "rocket" | "bomb" | "solo" | "pair" | "trio" | "trio_solo" | "trio_pair" | "solo_chain" | "pair_chain" | "plane" | "plane_pair" | "plane_solo" | "quad_solo" | "quad_pair" | "bomb_chain" | "quad_chain" | "quad_chain_solo" | "quad_chain_pair" | "pair3_bomb" | "hard_bomb" | "pure_bomb" | "soft_bomb" | "soft_bomb_12" | "soft_bomb_11" | "soft_bomb_10" | "soft_bomb_9" | "pure_bomb_8" | "soft_bomb_8" | "pure_bomb_7" | "soft_bomb_7" | "pure_bomb_6" | "soft_bomb_6" | "pure_bomb_5" | "soft_bomb_5" | "quad_three" | "trio_two" | "plane_two" | "quad_short" | "plane_short" | "trio_short" | "quad_two" | "ace_bomb" | "joker_bomb" | "straight_flush" | "bomb_10" | "bomb_9" | "bomb_8" | "bomb_7" | "bomb_6" | "bomb_5";
export type Declaration = string | (string | number)[];
export interface Hint {
  cards: Shown;
  shape: ShapeOrNull;
  as?: Declaration;
  score: number;
  pass?: boolean;
  recommended?: boolean;
  value?: number | null;
  games?: number;
  rest: { hand: Shown; turns: number };
  breaks: Shown[];
  exact: boolean;
  why: Reason[];
}
export interface Move {
  cards: Shown;
  shape: ShapeOrNull;
  as?: Declaration;
  pass: boolean;
  level: Level;
  strength?: { win: number; level: Level; other: Level; part: number };
  why: Reason[];
  search?: {
    points?: Interval;
    place?: Interval;
    aim?: "win";
    stake?: number;
    games: number;
    won?: number;
    seed: number;
    trust: number;
    candidates: {
      cards: Shown;
      as?: Declaration;
      points?: Interval;
      place?: Interval;
      games: number;
      won?: number;
      low?: number;
      high?: number;
      behind: number;
      rating: number;
    }[];
    worlds: { drawn: number; effective: number };
  };
  line?: { cards: Shown; shape: Shape; as?: Declaration }[];
}
export interface EngineInfo {
  version: string;
  weights: string;
  nets?: string;
}
export type Notes = Reason[];
export interface Reading {
  shape: Shape;
  rank: string;
  length: number;
  body: Shown;
  kickers: Shown;
  as?: Declaration;
}
export type ReadingOrNull = {
  shape: Shape;
  rank: string;
  length: number;
  body: Shown;
  kickers: Shown;
  as?: Declaration;
} | null;
export type ReasonCode = "empties_hand" | "keeps_split" | "breaks_split" | "bomb_as_quad" | "cheapest" | "sheds_most" | "bomb" | "control" | "keeps_hand" | "wins" | "finish" | "goes_out" | "sure_win" | "searched" | "keeps_more" | "stop_enemy" | "leave_ally" | "ally_out" | "feed_ally" | "guard" | "keep_bomb" | "use_bomb" | "controls_first" | "not_worth" | "best_rest" | "best_of_split" | "best_seen" | "balance" | "learned" | "safe_play" | "only" | "filtered" | "fair_deal" | "unshuffled_deal" | "balanced_deal" | "practice_deal" | "must_call" | "most_points" | "least_loss" | "misjudged" | "sure_win_left" | "beat_ally" | "should_pass" | "should_take" | "let_one_go" | "let_two_go" | "tore_bomb" | "tore_rocket" | "tore_run" | "bomb_early" | "bomb_kept" | "wrong_kicker" | "reentry_spent" | "wrong_last_two" | "not_fed" | "bid_too_high" | "bid_too_low" | "double_wrong" | "double_missed" | "rather_pass" | "rather_other" | "hands_missing" | "not_over" | "seats_left_out" | "level_lowered" | "too_long" | "tribute_refused" | "nobody_called" | "places_only" | "bird_unknown" | "offender_unknown" | "no_wild_rank" | "level_assumed" | "not_a_play" | "not_held" | "does_not_beat" | "not_your_turn" | "must_beat" | "must_show" | "solo_not_top" | "must_lead" | "short_not_last" | "short_refused" | "tears_bomb";
export interface Nearest {
  rule: BrokenRule;
  rule_shape: Shape;
  option?: { name: string; value: string };
  shape: Shape;
  cards: Shown;
  missing: Shown;
  extra: Shown;
}
export type VariantId = "standard" | "contest" | "yuncheng" | "laizi" | "paodekuai" | "paodekuai_two" | "paodekuai_four" | "guandan" | "zhengshangyou" | "zhengshangyou_four" | "standard_two" | "standard_four";
export type Bid = string | number;
export interface Reason {
  code: ReasonCode;
  text: string;
}
export interface Brier {
  landlord: number;
  farmer: number;
}
export type SeatOrNull = string | number | null;
export type Seat = string | number;
export type DecidingCardOrNull = string | number | null;
export type ShownOrNull = string | null | (string | number)[];
export interface Balance {
  reshuffles: number;
  within: boolean;
  measures: {
    weakest: BalanceMeasure;
    strongest: BalanceMeasure;
    spread: BalanceMeasure;
    lead?: BalanceMeasure;
    singles: BalanceMeasure;
    bombs: BalanceMeasure;
  };
}
export interface Puzzle {
  number: number;
  themes: Theme[];
  rating: number;
  decisions: number;
  turn: Seat;
  last: { seat: Seat; cards: Shown; as?: Shown } | null;
  passes: number;
  solution: {
    moves: { seat: Seat; cards: Shown; as?: Shown }[];
    refuted: { at: number; plays: { cards: Shown; as?: Shown; answer: Shown }[] }[];
  } | null;
}
export type MatchOrNull = {
  levels: string[];
  playing: number;
  failures: number[];
  winner: number | null;
} | null;
export type TablePlayOrNull = {
  seat: Seat;
  cards: Shown;
  shape: ShapeOrNull;
  as?: Shown;
} | null;
export interface TablePlay {
  seat: Seat;
  cards: Shown;
  shape: ShapeOrNull;
  as?: Shown;
}
export interface Factor {
  code: FactorCode;
  factor?: number;
  add?: number;
  points?: number;
  seat?: Seat;
  of?: Seat[];
  text: string;
}
export interface ReviewDecision {
  ply: number;
  seat: Seat;
  cards: Shown;
  shape: ShapeOrNull;
  as?: Shown;
  kind: "lead" | "follow" | "pass";
  forced: boolean;
  best: { cards: Shown; shape: ShapeOrNull; as?: Shown } | null;
  chance: number | null;
  chance_best: number | null;
  loss: number | null;
  low: number | null;
  high: number | null;
  better: number | null;
  worse: number | null;
  share: number | null;
  points: IntervalOrNull;
  mark: MarkOrNull;
  unsure: boolean | null;
  proof: boolean | null;
  codes: Reason[];
  punished: boolean | null;
  shown?: boolean;
}
export interface ReviewCall {
  bid: number;
  place: number;
  kind: "bid" | "double";
  word: Bid;
  best: Bid;
  points: number;
  points_best: number;
  loss: number;
  win: number | null;
  win_best: number | null;
  mark: MarkOrNull;
  codes: Reason[];
}
export interface ReviewTribute {
  seat: Seat;
  role: TributeRole;
  to: Seat;
  card: string;
  forced: boolean;
  best: string | null;
  chance: number | null;
  chance_best: number | null;
  loss: number | null;
  low: number | null;
  high: number | null;
  better: number | null;
  worse: number | null;
  share: number | null;
  points: IntervalOrNull;
  mark: MarkOrNull;
  unsure: boolean | null;
  codes: Reason[];
}
export interface ReviewSeat {
  decisions: number;
  given_away: number;
  by_kind: { lead: number; follow: number; pass: number; tribute: number };
  points_by_kind: { lead: number; follow: number; pass: number; tribute: number; bid: number; double: number };
  accuracy: { value: number; low: number; high: number } | null;
  mistakes: { inaccuracy: number; mistake: number; blunder: number };
}
export interface ReviewLesson {
  ply: number;
  seat: Seat;
  code: ReasonCode;
  text: string;
}
export interface ReviewLuck {
  result: number;
  mean: number;
  cards: number;
  mine: number;
  others: number;
  guesses: number;
  par: Interval;
}
export type Code = "field_missing" | "field_unknown" | "field_invalid" | "field_conflict" | "limit_too_large" | "variant_unknown" | "option_unknown" | "level_unknown" | "seat_unknown" | "card_unknown" | "card_duplicate" | "notation_ambiguous" | "suit_missing" | "too_many_of_rank" | "hand_empty" | "hand_size" | "not_a_play" | "not_held" | "does_not_beat" | "must_beat" | "must_show" | "must_lead" | "solo_not_top" | "short_not_last" | "short_refused" | "tears_bomb" | "not_your_turn" | "history_inconsistent" | "bid_invalid" | "game_over" | "deal_impossible" | "puzzle_missing";
export type ShapeOrNull = Shape | null;
export type Card = string | number;
export type CardOrNull = string | number | null;
export interface MovedFields {
  from: SeatName;
  to: SeatName;
  card: Cards;
}
export type Level = "starter" | "apprentice" | "hobbyist" | "regular" | "club" | "adept" | "hint" | "expert" | "master";
export interface Interval {
  mean: number;
  low: number;
  high: number;
}
export type BrokenRule = "not_permitted" | "wild_as" | "not_alike" | "not_named" | "run_short" | "run_long" | "run_gap" | "run_wraps" | "not_in_run" | "copies_missing" | "suits_mixed" | "kickers_missing" | "kickers_many" | "kicker_of_body" | "kickers_alike" | "kickers_unpaired" | "kickers_touch" | "kickers_jokers" | "kickers_high" | "kickers_wild" | "cards_over" | "other_game";
export interface BalanceMeasure {
  value: number;
  at_least?: number;
  at_most?: number;
  percentile: number;
}
export type FactorCode = "unit" | "bid" | "rob" | "kick" | "kick_back" | "double" | "show_hand" | "bomb" | "rocket" | "spring" | "anti_spring" | "cards" | "one_left" | "shut" | "anti_shut" | "bird" | "bird_bombs" | "pay_all" | "climbs" | "match";
export type IntervalOrNull = {
  mean: number;
  low: number;
  high: number;
} | null;
export type MarkOrNull = Mark | null;
export type Mark = "inaccuracy" | "mistake" | "blunder";
