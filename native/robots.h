/* robots.h - the interface of the robots: the view of a seat, policies, and whole games.
 *
 * A view has the table, the unseen cards, and the sizes of the other hands. Seats are counted from the mover, in the
 * order of play: 0 itself, 1 the next. Rules of play know only allies and enemies. */
#ifndef PAILI_ROBOTS_H
#define PAILI_ROBOTS_H

#include "engine.h"

#define MAX_SEATS 4
#define LEFT_UNKNOWN 255

/* A pattern of plays: readings of these cards. */
struct play_pattern {
    hand_t cards;
    hand_t plays_as; /* the declared cards; 0: any reading */
    uint64_t rows;   /* bit i: they are read as row i */
    uint8_t suit;    /* 1..4: a row of one suit is of this one; 0: of any */
};

/* Payment of a deal, each amount in points. Bombs are plays of a higher tier. */
struct payment {
    int32_t stake;       /* of a loser to a winner, before it is doubled or added to */
    uint64_t doubling;   /* bit i: a bomb of row i doubles the stake */
    uint64_t adding;     /* bit i: a bomb of row i adds the stake once more */
    uint8_t most_bombs;  /* maximum number of bombs that double; 0: all */
    uint8_t spring;      /* factor if the first leader wins and the other side played nothing; 0: none */
    uint8_t anti_spring; /* factor where it loses and played once */
    uint8_t idle_ally;   /* the latter only where the winner's ally played nothing either */
    uint8_t spring_adds; /* both add the stake once more instead */
    uint8_t even;        /* a side's stake is that of each of its seats, regardless of the other side's size */
    int32_t card;        /* of a loser to the winner for each card left, none for a single one */
    uint8_t idle;        /* factor of the former for a seat that played nothing; 0 or 1: none */
    uint8_t shut;        /* not 0: for the first leader too, if it played once */
    int32_t bomb;        /* payment of every other seat for a bomb */
    uint8_t unbeaten;    /* not 0: only for a bomb that was not beaten */
    int32_t by_partner[MAX_SEATS]; /* to the first seat's side by its ally's place, from 0; the other side loses the same */
    int32_t by_place[MAX_SEATS];   /* to a seat by its own place */
};

/* The plays of a deal as far as they decide its payment. */
struct tally {
    uint8_t doubling, adding;  /* bombs of either kind */
    uint8_t bombs[MAX_SEATS];  /* of each seat that are paid for */
    uint8_t plays[MAX_SEATS];  /* of each seat, passes not among them */
};

enum aim { AIM_WIN, AIM_POINTS };

/* Whose turn it is, seats counted as in a view, and what is to be beaten. */
struct turn {
    struct combo to_beat; /* length 0: the mover leads */
    uint8_t mover, owner; /* owner: the seat of the play to beat */
};

struct view {
    struct table table;
    hand_t unseen;           /* in the other hands together */
    uint32_t unseen_suits[4];
    uint8_t seats;           /* 2..MAX_SEATS */
    uint8_t left[MAX_SEATS]; /* cards of each seat, or LEFT_UNKNOWN; 0: gone out */
    uint8_t ally[MAX_SEATS]; /* not 0: on the mover's side */
    uint8_t owner;           /* seat of the play to beat; 0: none */
    hand_t held[MAX_SEATS];  /* unseen cards that a seat must have */
    uint8_t to_places;       /* as in a deal */
    uint8_t enemies_allied;  /* seats that are no allies are one side */
    uint8_t aside;           /* unseen cards out of play */
    uint8_t most;            /* maximum cards of a seat of LEFT_UNKNOWN; 0: MAX_TURNS */
    uint8_t first;           /* the first leader of the deal */
    const struct payment *payment; /* NULL: the deal pays nothing */
    struct tally tally;      /* of the plays so far */
    const struct play_pattern *only;  /* plays among which the mover chooses, and the pass */
    const struct play_pattern *avoid; /* plays that it leaves out */
    int n_only, n_avoid;     /* how many; 0: it is free */
};

/* Reasons of a robot: bits of `struct choice`. */
enum reason {
    REASON_FINISH = 1,          /* empties the hand */
    REASON_SURE_WIN = 2,        /* this is unbeatable, and so are all but the last of the following plays */
    REASON_STOP_ENEMY = 4,      /* an enemy close to the end must not keep the lead, or get his shape */
    REASON_LEAVE_ALLY = 8,      /* the trick is an ally's, and worth leaving */
    REASON_ALLY_OUT = 16,       /* an ally is about to go out */
    REASON_FEED_ALLY = 32,      /* led low, for an ally with few cards */
    REASON_GUARD = 64,          /* stops the next enemy from playing small cards */
    REASON_KEEP_BOMB = 128,     /* the bomb is kept for an emergency or the finish */
    REASON_USE_BOMB = 256,      /* a bomb, in danger or for the finish */
    REASON_CONTROLS_FIRST = 512, /* at most one weak combo is left: strong ones are led first */
    REASON_BEST_REST = 1024,    /* no play leaves a hand that is worth more */
    REASON_LOOSE = 2048,        /* drawn among plays within the level's bound */
    REASON_ONLY = 4096,         /* the only legal thing */
    REASON_SEARCHED = 8192,     /* sampled worlds that were played on, and the opinion of the rules */
    REASON_LEARNED = 16384,     /* the networks rate it best */
    REASON_BEST_OF_SPLIT = 32768, /* of the combos of the best split, none leaves a hand that is worth more */
    REASON_BALANCE = 65536,     /* best when the remaining hand and the rules against others are weighed together */
    REASON_KEEPS_MORE = 131072, /* of plays that differ in their kickers alone, it leaves the better hand */
    REASON_FILTERED = 262144    /* the only legal action that `only` and `avoid` allow */
};

/* The numbers of a policy, in 1 / SCORE_UNIT of a turn unless noted. */
enum policy_number {
    POLICY_PASS,            /* value of a pass in addition to the hand */
    POLICY_DANGER,          /* against a pass, divided by the enemy owner's cards */
    POLICY_BOMB_KEEP,       /* against a bomb, beyond its worth in the split */
    POLICY_BOMB_NEAR,       /* the same when an enemy or the hand itself is close to the end */
    POLICY_ALARM,           /* against a pass on an enemy's trick, divided by the fewest cards of an enemy */
    POLICY_RUN,             /* for beating an enemy, divided by the turns that remain then */
    POLICY_ALLY_NEXT,       /* against beating an ally when an ally moves next */
    POLICY_ALLY_NEXT_KEY,   /* the same for each place of the ally's play in the ranks */
    POLICY_ALLY_NEXT_OUT,   /* the same, divided by his cards */
    POLICY_ALLY_NEXT_RUN,   /* for beating him, divided by the turns that remain then */
    POLICY_ALLY_GUARD,      /* against beating an ally when an enemy moves next; then as above */
    POLICY_ALLY_GUARD_KEY,
    POLICY_ALLY_GUARD_OUT,
    POLICY_ALLY_GUARD_RUN,
    POLICY_GUARD,           /* to put a solo or pair of at least GUARD_KEY before an enemy */
    POLICY_GUARD_KEY,       /* a place in the ranks */
    POLICY_STOP_SHAPE,      /* against leading a shape that an enemy's last cards could have */
    POLICY_STOP_KEY,        /* for each place in the ranks where such a lead cannot be avoided */
    POLICY_FEED,            /* for leading a shape that an ally's last cards could have, the lower the better */
    POLICY_CONTROLS_FIRST,  /* to lead a control when at most one loser is left */
    POLICY_RUN_OUT,         /* for the chance to play out the hand, the trick held or taken back every time */
    POLICY_RUN_OUT_FORCED,  /* the same where who can beat must */
    POLICY_BOMB_MORE,       /* for a bomb of a hand with more of them, each but one: it is kept less dearly */
    POLICY_NUMBERS
};

enum policy_kind { POLICY_RANDOM, POLICY_POWER, POLICY_RULES, POLICY_SEARCH };

#define MOST_BUDGET 1000000 /* games, or hundredths of a world of trust: sums of them stay in range */
#define MOST_WORLDS 4000

/* Bounds of a search. */
struct budget {
    uint32_t games;         /* games that are played on, over all candidates */
    uint32_t candidates;    /* options that are tried, and beyond them bombs and the pass */
    uint32_t prior_weight;  /* hundredths of a world that a turn's difference in the policy's opinion weighs */
    uint32_t open;          /* a world with at most this number of cards left is solved with open hands */
    uint32_t worlds;        /* worlds weighted by how well they explain the history; 0: equal weights */
    uint32_t most_worlds;   /* maximum worlds, if the first ones explain it badly */
    uint32_t policy_trust;  /* trust, in per cent, that every seat plays like the policy */
};

struct past {
    struct combo combo; /* length 0: a pass */
    uint8_t seat;       /* seat of the move */
};

/* A complete history, from the first lead on; no moves where it is not known. */
struct history {
    const struct past *moves;
    int n;
    uint8_t asker; /* the seats of the moves are counted as his is */
    hand_t must_show; /* the first lead had to contain these cards */
};

#define NET_INPUTS 401      /* few of which are on at a time */
#define NET_ACTIVE 48       /* at most */
#define NET_BEATEN_ROW 109  /* the first input of the row to beat */
#define NET_ROW 274         /* the first input of an option's row */
#define NET_ROWS 20         /* inputs of a row; the last is the pass */
#define NET_FIRST 64
#define NET_SECOND 32
#define NET_ROLES 3         /* without ally, an enemy next, an ally next */
#define NET_UNIT 256        /* a parameter of 1 */
#define NET_MOST_FIRST 668  /* of a parameter of the first layer: no sum leaves 16 bits */
#define NET_MOST_LATER 2047 /* of the other layers: no sum exceeds 32 bits */
#define NET_TOP_FIRST 4095  /* maximum output of the first layer */
#define NET_TOP_SECOND 16383

/* A small network that rates the options of a seat, in games of three seats without suits; see net.c. */
struct net {
    int16_t first[NET_INPUTS][NET_FIRST], first_bias[NET_FIRST];
    int16_t second[NET_SECOND][NET_FIRST], second_bias[NET_SECOND];
    int16_t last[NET_SECOND];
};

/* net.c: 0, or ERROR_RULES: parameters within their bounds */
int net_verify(const struct net *net);
/* output of a network for the inputs that are on, in 1 / SCORE_UNIT of a turn */
int32_t net_rating(const struct net *net, const uint16_t *on, int n);

struct policy {
    uint8_t kind;                    /* enum policy_kind: any legal thing, best remaining power, all rules, search */
    int32_t looseness;               /* draw among options at most this much below the best */
    int32_t numbers[POLICY_NUMBERS];
    struct budget budget;            /* of POLICY_SEARCH */
    uint8_t aim;                     /* enum aim: the side's chance to go out next, or the payment if there is one */
    uint8_t learned;                 /* the networks of the weights, where there are any, rate the options */
    int32_t temperature;             /* not 0: draw each option with a chance of exp(value / temperature) */
};

struct choice {
    struct combo combo; /* length 0: pass */
    uint32_t reasons;   /* enum reason, or-ed */
    int32_t value;
    uint8_t forced;     /* the only legal action */
};

/* policy.c: the move; `seed` decides between equal options */
int policy_choose(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                  struct choice *out);

/* A policy's score of a play or of the pass. */
struct opinion {
    struct combo combo; /* length 0: the pass */
    int32_t value;      /* as in a choice */
    uint8_t considered; /* it may be chosen: on a calm lead those of the best split alone */
};

/* policy.c: the scores of every play and of a legal pass by the rules of a policy, or by those of its playouts;
 * their number, or an error */
int policy_opinions(const struct engine *engine, const struct policy *policy, const struct view *view,
                    struct opinion *out, int cap);

#define MOST_CANDIDATES 16

/* Results of a search for a candidate. */
struct tried {
    struct combo combo;  /* length 0: the pass */
    uint32_t won, games; /* sampled games, each as often as its world was drawn */
    double effective;    /* games that they are worth */
    double points, deviation; /* mean payment of the mover's seat, and the deviation of a game's points */
    int32_t behind;      /* turns below the policy's favourite; five at most */
    double rating;       /* order of candidates: the share won, or points as a share of the stake, with the prior opinion counted in; no more
                          * than that of the candidates before it */
};

struct search_result {
    uint32_t games; /* played on in all */
    uint32_t n;     /* candidates, the chosen one first; 0: nothing was played on */
    struct tried candidates[MOST_CANDIDATES];
    uint32_t worlds;  /* that were sampled */
    double effective; /* worlds that they are worth */
    double prior_weight; /* lost games that a turn behind counts for in a rating */
    uint8_t aim;      /* enum aim: the deciding result */
    double stake;     /* points that a game moved on average, to or from the mover */
};

/* search.c: the move, by playing out sampled worlds with the rules and numbers of `policy` at every seat */
int search_choose(const struct engine *engine, const struct policy *policy, const struct view *view,
                  const struct history *history, uint64_t seed, struct choice *out, struct search_result *result);

#define MOST_COMPARED 12

/* Results of some moves in a sampled world, which was drawn so often. */
struct compared {
    uint32_t times;
    uint32_t won; /* bit i: the side of seat 0 goes out next after move i */
    int32_t points[MOST_COMPARED][MAX_SEATS]; /* payment of each seat after move i */
};

/* Moves to compare in worlds of a view. */
struct comparison {
    struct turn turn;           /* seat 0's own, or a later one; a seat that has gone out never moves */
    const struct combo *moves;  /* of the mover; length 0: the pass */
    int n;                      /* how many; 0: the policy moves, and there is one result */
    const struct deal *dealt;   /* the only world; NULL: worlds are sampled */
    uint32_t worlds, draws;     /* sampled, and drawn from those by their weights; without a history as many as are drawn */
    uint32_t most;              /* if no more worlds than this agree with the view, all are played, each by its weight */
    int exact;                  /* out: all were */
    double effective;           /* out: worlds that the sampled ones are worth */
};

/* comparison.c: play worlds of a view out after each of some moves, each world with the same chances. The number of
 * results, at most `draws`, or `most` if that is more, or an error */
int comparison_run(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, struct comparison *comparison, uint64_t seed,
                   struct compared *out);

/* forced_win.c: the continuation of a sure win without answers, `combo` first, while allies pass. Its length; 0 if
 * none is proven, and always in games with suits. */
int forced_win_line(const struct engine *engine, const struct view *view, const struct combo *combo, struct combo *line,
                    int cap);

struct beliefs {
    double holds[MAX_SEATS][RANKS];    /* probability that a seat has a rank at all */
    double expected[MAX_SEATS][RANKS]; /* expected cards of a rank */
    double bomb[MAX_SEATS];            /* probability that a seat has a bomb */
    uint8_t bomb_known[MAX_SEATS];     /* not 0: it is 0 or 1 in every deal */
    double effective;                  /* worlds that all the weights are worth */
};

/* beliefs.c: from `worlds` sampled deals, each weighted by how well it explains a history under a rule policy;
 * `policy_trust` 0 weighs all equally, 100 assumes that every seat plays like the policy. 0 or an error */
int beliefs_sample(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, uint32_t worlds, uint32_t policy_trust, uint64_t seed,
                   struct beliefs *out);

struct deal {
    hand_t hands[MAX_SEATS]; /* in the order of play; the first leads */
    uint32_t suits[MAX_SEATS][4];
    hand_t aside;            /* cards out of play */
    hand_t must_show;        /* the first lead contains these cards */
    uint8_t bottom;          /* public cards of the first seat, selected at random */
    uint8_t seats;
    uint8_t side[MAX_SEATS]; /* seats of equal side are allies */
    uint8_t to_places;       /* not 0: played until one seat is left, or one side has the first two places */
    uint8_t first;           /* first leader of a deal that starts in its middle */
    const struct payment *payment; /* NULL: it pays nothing */
};

struct result {
    uint8_t winner;            /* seat that emptied its hand first */
    uint8_t places[MAX_SEATS]; /* seats in the order of going out; those that did not, behind, by seat */
    uint8_t bombs;             /* plays of a higher tier */
    struct tally tally;
    int32_t points[MAX_SEATS]; /* payment of each seat */
    uint16_t moves;            /* plays and passes */
};

/* The player of a seat. The engines of a game have the same rules; players with the same weights may share one. */
struct player {
    const struct policy *policy;
    const struct engine *engine;
};

/* game.c: shuffle `deck` and deal `sizes[i]` cards to each seat; 0, or ERROR_STATE */
int game_deal(hand_t deck, const uint8_t *sizes, uint8_t seats, uint64_t seed, struct deal *out);
/* match.c: play `n` deals to their ends, each with its seed; they share the memory of splits. 0 or an error */
int match_play(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n, struct result *out);

/* An option that a seat had in a game, with its result. */
struct sample {
    uint32_t question;       /* samples of one question are options of one seat at one moment */
    int32_t points;          /* payment of the seat */
    uint8_t role, won;       /* the network; whether the seat's side went out next */
    uint8_t chosen;          /* the policy's own choice; the first of its decision */
    uint8_t n;
    uint16_t on[NET_ACTIVE]; /* inputs that are on */
};

struct sampling {
    uint32_t question_rate; /* moves in a thousand of these seats that become decisions */
    uint32_t random_rate;   /* moves in a thousand that are drawn among the sensible ones */
    uint8_t seats;          /* bit i: moves of seat i may become questions */
};

/* training.c: play `n` deals, and for each question the likely options to the end. The number of samples, or an error; the
 * deals are of three seats, without suits */
int training_samples(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                     const struct sampling *plan, struct sample *out, int cap);

/* A kept game: its moves, the options of its questions, and its payment. */
struct kept_deal {
    uint32_t moves, options;
    int32_t points[MAX_SEATS];
};

struct kept_move {
    hand_t cards, plays_as;
    uint8_t shape, key, length, suit; /* length 0: a pass */
    uint8_t options; /* of the question that was asked before the move; 0: none */
};

/* An option of a question, the player's own choice first, with its result as in a sample. */
struct kept_option {
    hand_t cards; /* none: the pass */
    int32_t points;
    uint8_t shape, won;
};

/* Kept games: arrays of the caller, one after the other. */
struct kept_games {
    struct kept_deal *deals;
    struct kept_move *moves;
    struct kept_option *options;
    int n_deals, n_moves, n_options;
    int most_moves, most_options; /* room for them; a question without room is left out, and no deal begins without room
                                     for 2000 moves */
};

/* training.c: play deals as training_samples does, and keep them. The number of deals that there was room for, or an error */
int training_keep(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                  const struct sampling *plan, struct kept_games *out);
/* the samples of kept games, scored by the player's policy without networks. Their number, or an error: ERROR_STATE for
 * moves that cannot be made, or do not end with the payment that was kept */
int training_replay(const struct player *player, const struct deal *deals, const uint64_t *seeds,
                    const struct kept_games *kept, struct sample *out, int cap);

/* the inputs that are on for an option (length 0: the pass); their number, 0 if there is no such option, or
 * an error */
int training_inputs(const struct engine *engine, const struct policy *policy, const struct view *view,
                    const struct combo *combo, uint16_t on[NET_ACTIVE]);

/* ---- batches of tables ---- */

#define AUCTION_WORDS 4    /* bids of a stage, at most */
#define AUCTION_BIDS 8     /* bids of an auction, at most */
#define ACTION_FEATURES 40
#define OBSERVED_TURNS 15
#define ID_PASS 1          /* bids have ids from 1 to 15; those of plays are larger than 1 << 62 */

/* A stage of an auction; in an array of all stages, the first is the beginning. */
struct auction_stage {
    uint8_t place;                 /* the place to bid */
    uint8_t words;                 /* number of bids that may be made; 0: the auction is over */
    uint8_t bid[AUCTION_WORDS];    /* ids of the bids */
    uint16_t next[AUCTION_WORDS];  /* the stage after each bid */
    uint8_t calls;                 /* not 0: hands of `calls_with` may only make the last bid */
    uint8_t known;                 /* not 0: the first leader is known and has taken up the bottom */
    uint8_t leader;                /* its place */
    int32_t stake[MAX_SEATS];      /* over: factor of each seat's payment, from the leader on; 0: new cards are dealt */
};

/* The rules of a deal, its cards, and who plays it. */
struct batch_game {
    const struct rules *rules;
    const struct payment *payment; /* NULL: it pays nothing */
    const uint8_t *deck;           /* cards: the nibble, and the suit from bit 4 on: 1..4, or 0 */
    int32_t cards;
    struct player players[MAX_SEATS]; /* by place; a NULL policy is the caller; suits need an engine all the same */
};

/* What a seat sees; seats are counted from it in the order of play. Zero where nothing is known. */
struct observation {
    uint8_t hand[RANKS];
    uint8_t suits[4][SUIT_RANKS];    /* of the hand, where suits matter */
    uint8_t unseen[RANKS];
    uint8_t shown[MAX_SEATS][RANKS]; /* cards that a seat must have */
    uint8_t played[MAX_SEATS][RANKS];
    uint8_t left[MAX_SEATS];
    uint8_t ally[MAX_SEATS];         /* 1: on the mover's side */
    uint8_t to_beat[ACTION_FEATURES]; /* features of the play to beat; 0: it leads, or bids */
    uint8_t owner;                   /* its seat; 0: none, or the own one */
    uint8_t seat;                    /* the own one, counted from the first leader */
    uint8_t place;                   /* the own one */
    uint8_t turn;                    /* the seat to move; 0: the own one */
    uint8_t wild[RANKS];             /* 1: cards of this nibble are wild */
    uint8_t bids[AUCTION_BIDS];      /* ids of the bids, the first seat's first */
    uint8_t turns[OBSERVED_TURNS][RANKS + 1]; /* the last turns, the latest first: 1 + the seat, then its cards */
};

struct batch_table;

/* Tables that are stepped together. Seats have places, which stay the same during an auction; without one they are
 * counted from the first leader. The arrays are the caller's. */
struct batch {
    const struct batch_game *games;      /* one of which is drawn for each deal */
    const struct auction_stage *auction; /* NULL: the first place leads */
    hand_t calls_with[2];
    uint64_t seed;
    int32_t n_games, n;                  /* n: tables */
    uint8_t seats, sizes[MAX_SEATS];     /* cards of each place as they are dealt, without the bottom */
    uint8_t bottom;                      /* cards that the first leader takes up */
    uint8_t side[MAX_SEATS], to_places;  /* as in a deal */
    uint8_t lead_card;                   /* its holder leads and must play it; 0: none. Else the lowest card leads */
    uint8_t suited;                      /* suits matter to the plays */
    uint8_t by_points;                   /* rewards are payments instead of 1 and -1 */
    struct batch_table *tables;          /* set by batch_begin */
    struct past *past;                   /* also */
    uint8_t *movers, *over;              /* of each table: place to move; deals that the last step ended */
    int32_t *rewards;                    /* of each table and place: for these deals */
    int32_t *counts;                     /* of each table: number of actions */
    int64_t *starts;                     /* of each table: its first action in the arrays that follow */
    struct combo *plays;
    uint64_t *ids;
    uint8_t *features;                   /* of each action; NULL: not wanted */
    int32_t *values;                     /* of each action: score of the cards that remain, 0 for a bid; NULL: not wanted */
    struct observation *observations;    /* of each table; NULL: not wanted */
    int64_t capacity;                    /* actions of all tables together */
    int32_t bidders;                     /* tables at which a player with a policy has to bid */
};

/* A player with a policy that has to bid. */
struct bidder {
    int32_t table, game, stage; /* places in the arrays */
    uint8_t place;
};

/* batch.c: the memory of `n` tables; with a history if a player searches */
size_t batch_size(int n, int history);
/* deal all tables and list their actions; `memory` is zeroed, or was used before by as many tables. Lists nothing while
 * there are bidders. 0 or an error */
int batch_begin(struct batch *batch, void *memory, int history);
/* one action at each table, an index into its list; a deal that ends is followed by the next. ERROR_STATE with the
 * table in `wrong` for an index beyond the list: nothing has changed then. ERROR_CAPACITY: the actions were carried
 * out, and batch_list lists the next ones into larger arrays. Lists nothing while there are bidders */
int batch_step(struct batch *batch, const int32_t *actions, int32_t *wrong);
int batch_list(struct batch *batch);
/* the first bidder from its table on; 0: there is none */
int batch_bidder(const struct batch *batch, struct bidder *out);
/* a bid, an index into those of its stage; batch_list follows when there are no bidders left. 0 or an error */
int batch_bid(struct batch *batch, const struct bidder *bidder, int word);
/* what a place sees, whether it is to move or not */
void batch_observe(const struct batch *batch, int table, int place, struct observation *out);
/* every hand, RANKS counts for each place of each table; `suits` (4 words each) may be NULL */
void batch_hands(const struct batch *batch, uint8_t *ranks, uint32_t *suits);

/* open_hands.c: whether the side of the first seat wins a deal that it leads, with open hands and best play: 1 or 0;
 * ERROR_CAPACITY if `states` do not decide it, else an error. For two sides, and games without suits. */
int open_hands_solve(const struct engine *engine, const struct deal *deal, uint32_t states);

/* Open hands: the mover, the play to beat, its owner and the passes since. */
struct open_question {
    hand_t hands[MAX_SEATS]; /* in the order of play; all have cards */
    uint32_t suits[MAX_SEATS][4];
    struct combo to_beat;    /* length 0: the mover leads */
    uint8_t side[MAX_SEATS]; /* 0 or 1; the first seat that empties its hand wins for its side */
    uint8_t seats, mover, owner, passes;
    uint8_t plain_keys;      /* not 0: states are stored unreduced instead of by equivalence */
    uint8_t verdict_only;    /* not 0: one winning move is enough, and no line is written */
};

/* A move: a play with the suits of its cards where they matter, or a pass (length 0). */
struct open_play {
    struct combo combo;
    uint32_t suits[4];
    uint8_t seat;
};

struct open_answer {
    uint32_t nodes;   /* states looked at */
    uint32_t n_plays; /* moves with which the side that moves wins; 0: it loses */
    uint32_t n_line;  /* moves of a line to the end */
    uint8_t exact;    /* 0: the bounds ended the search, and nothing is known */
    uint8_t winner;   /* side */
    uint8_t mover;    /* seat that moves: the next one where the first cannot lead */
};

#define OPEN_MEMORY_LEAST 1048576
#define OPEN_PLAYS_BYTES 8388608 /* for plays of the states on the way, at most */

/* open_hands_search.c: the winner with best play and the winning moves, proven, in at most `nodes` states and
 * `bytes` of memory, which is zero at first, exclusive, and reusable. 0 or an error; a search ended by its bounds is
 * no error */
int open_hands_search_run(const struct rules *rules, const struct open_question *question, void *memory, size_t bytes,
                          uint32_t nodes, struct open_answer *out, struct open_play *plays, int cap, struct open_play *line,
                          int line_cap);

#endif
