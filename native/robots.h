/* robots.h - the interface of the robots: the view of a seat, policies, and whole games.
 *
 * A view has the table, the unseen cards, and the sizes of the other hands. Seats are counted from the mover, in the
 * order of play: 0 itself, 1 the next. Rules of play know only allies and enemies. */
#ifndef PAILI_ROBOTS_H
#define PAILI_ROBOTS_H

#include "engine.h"

#define MAX_SEATS 4
#define LEFT_UNKNOWN 255
#define TRICKS_SEEN 4 /* tricks whose cards a view has one by one */

/* A pattern of plays: some cards and the readings that match. */
struct play_pattern {
    hand_t cards;
    hand_t plays_as; /* the declared cards; 0: any reading */
    uint64_t rows;   /* bit i: readings as row i match */
    uint8_t suit;    /* 1..4: for rows of one suit, the suit; 0: any */
};

#define MOST_AMOUNT 10000   /* maximum amount of a payment, either way */
#define MOST_PAID 2097152   /* maximum stake after all doublings */
#define MOST_NUMBER 5000000 /* maximum number of a policy, either way: sums of its rules stay in range */

/* Payment of a deal, each amount in points. Bombs are plays of a higher tier. */
struct payment {
    int32_t stake;                 /* paid by a loser to a winner, before it is doubled or added to */
    uint64_t doubling;             /* bit i: a bomb of row i doubles the stake, a run once for each rank */
    uint64_t adding;               /* bit i: a bomb of row i adds the stake once more */
    uint8_t most_bombs;            /* maximum number of bombs that double; 0: no maximum */
    uint8_t spring;                /* factor if the first leader wins and the other side has played nothing; 0: none */
    uint8_t anti_spring;           /* factor if the first leader loses and has played once */
    uint8_t idle_ally;             /* the latter only if the winner's ally has played nothing either */
    uint8_t spring_adds;           /* not 0: a spring or anti-spring adds the stake once instead of multiplying it */
    uint8_t even;                  /* not 0: each seat wins or loses the stake, also against a larger or smaller side */
    int32_t card;                  /* paid by a loser to the winner for each remaining card */
    uint8_t one_left;              /* not 0: also by a loser with one card; 0: that one pays nothing */
    uint8_t idle;                  /* factor of `card` for a seat that has played nothing; 0 or 1: none */
    uint8_t shut;                  /* not 0: also for the first leader, if it has played once */
    int32_t bomb;                  /* paid by every other seat for a bomb */
    uint8_t unbeaten;              /* not 0: only for bombs that were not beaten */
    uint8_t winner_bombs;          /* not 0: only for the winner's bombs */
    int32_t by_partner[MAX_SEATS]; /* paid to the first seat's side, by its ally's place from 0; the other side pays */
    int32_t by_place[MAX_SEATS];   /* to a seat by its own place */
};

/* The plays of a deal, as far as they decide its payment. */
struct tally {
    uint8_t doubling, adding; /* number of bombs of either kind */
    uint8_t bombs[MAX_SEATS]; /* of each seat, bombs that are paid for */
    uint8_t plays[MAX_SEATS]; /* of each seat, without passes */
};

enum aim { AIM_WIN, AIM_POINTS };

/* The turn: the play to beat, its owner and the mover; seats are counted as in a view. */
struct turn {
    struct combo to_beat; /* length 0: the mover leads */
    uint8_t mover, owner; /* owner: the seat of the play to beat */
};

struct view {
    struct table table;
    hand_t unseen; /* cards of all other hands */
    uint32_t unseen_suits[4];
    uint8_t seats;                    /* 2..MAX_SEATS */
    uint8_t left[MAX_SEATS];          /* cards of each seat, or LEFT_UNKNOWN; 0: gone out */
    uint8_t ally[MAX_SEATS];          /* not 0: on the mover's side */
    uint8_t owner;                    /* seat of the play to beat; 0: none */
    hand_t held[MAX_SEATS];           /* unseen cards that a seat must have */
    uint8_t to_places;                /* as in a deal */
    uint8_t enemies_allied;           /* not 0: all seats that are not allies are one side */
    uint8_t undealt;                  /* unseen cards out of play */
    uint8_t most;                     /* maximum cards of a seat of LEFT_UNKNOWN; 0: MAX_TURNS */
    uint8_t first;                    /* first leader of the deal */
    uint8_t handicap;                 /* as in a deal */
    hand_t gone;                      /* cards played so far, for policies that forget */
    hand_t tricks[TRICKS_SEEN];       /* of these, the cards of the current trick and of those before it */
    const struct payment *payment;    /* NULL: the deal pays nothing */
    struct tally tally;               /* of the plays so far */
    const struct play_pattern *only;  /* plays from which the mover chooses, besides the pass */
    const struct play_pattern *avoid; /* plays that the mover does not choose */
    int n_only, n_avoid;              /* numbers of patterns; 0: no filter */
};

/* Reasons of a robot: bits of `struct choice`. */
enum reason {
    REASON_FINISH = 1,            /* empties the hand */
    REASON_SURE_WIN = 2,          /* it cannot be beaten, and neither can all but the last of the following plays */
    REASON_STOP_ENEMY = 4,        /* an enemy close to going out must not get the lead or a matching type */
    REASON_LEAVE_ALLY = 8,        /* an ally's play, which is left unbeaten */
    REASON_ALLY_OUT = 16,         /* an ally is about to go out */
    REASON_FEED_ALLY = 32,        /* a low lead for an ally with few cards */
    REASON_GUARD = 64,            /* stops the next enemy from playing low cards */
    REASON_KEEP_BOMB = 128,       /* the bomb is kept for an emergency or the finish */
    REASON_USE_BOMB = 256,        /* a bomb in danger, or to finish */
    REASON_CONTROLS_FIRST = 512,  /* at most one weak combo is left: strong ones are led first */
    REASON_BEST_REST = 1024,      /* no other play leaves a hand of higher value */
    REASON_LOOSE = 2048,          /* drawn at random among plays within the level's bound */
    REASON_ONLY = 4096,           /* the only legal action */
    REASON_SEARCHED = 8192,       /* playouts of sampled worlds, with the score of the rules as a prior */
    REASON_LEARNED = 16384,       /* the networks rate it best, and no rule recorded a reason */
    REASON_BEST_OF_SPLIT = 32768, /* no other combo of the best split leaves a hand of higher value */
    REASON_BALANCE = 65536,       /* best sum of remaining hand and rules of play */
    REASON_KEEPS_MORE = 131072,   /* of plays that differ only in their kickers, it leaves the better hand */
    REASON_FILTERED = 262144,     /* the only legal action that `only` and `avoid` allow */
    REASON_NOT_WORTH = 524288     /* a pass: every play costs the hand more than the trick is worth */
};

/* Parameters of a policy, in 1 / SCORE_UNIT of a turn unless noted. */
enum policy_number {
    POLICY_PASS,          /* value of a pass, added to that of the hand */
    POLICY_DANGER,        /* against passing on an enemy's play, divided by that enemy's cards */
    POLICY_BOMB_KEEP,     /* against a bomb, in addition to its value in the split */
    POLICY_BOMB_NEAR,     /* the same if an enemy or the own hand is close to going out */
    POLICY_ALARM,         /* against passing on an enemy's play, divided by the fewest cards of an enemy */
    POLICY_RUN,           /* for beating an enemy, divided by the turns that remain after it */
    POLICY_ALLY_NEXT,     /* against beating an ally if an ally moves next */
    POLICY_ALLY_NEXT_KEY, /* the same for each step of the ally's key */
    POLICY_ALLY_NEXT_OUT, /* the same, divided by the ally's cards */
    POLICY_ALLY_NEXT_RUN, /* for beating the ally, divided by the turns that remain after it */
    POLICY_ALLY_GUARD,    /* against beating an ally if an enemy moves next; then as above */
    POLICY_ALLY_GUARD_KEY,
    POLICY_ALLY_GUARD_OUT,
    POLICY_ALLY_GUARD_RUN,
    POLICY_GUARD,          /* for a solo or pair of at least GUARD_KEY before an enemy */
    POLICY_GUARD_KEY,      /* a key */
    POLICY_STOP_SHAPE,     /* against leading a type that an enemy's last cards could have */
    POLICY_STOP_KEY,       /* for each step of the key if such a lead is unavoidable */
    POLICY_FEED,           /* for leading a type that an ally's last cards could have, the lower the better */
    POLICY_CONTROLS_FIRST, /* for leading an unbeatable play if at most one other can be beaten */
    POLICY_RUN_OUT,        /* for the probability of playing out the hand with every trick held or retaken */
    POLICY_RUN_OUT_FORCED, /* the same if players who can beat must do so */
    POLICY_BOMB_MORE,      /* for each bomb after the first one in the hand: the next bomb costs less */
    POLICY_LEAD_LOW,       /* against each step of the key of a lead */
    POLICY_SPARE_HIGH,     /* against each step of the key above the play to beat, unless an enemy is nearly out */
    POLICY_NUMBERS
};

enum policy_kind { POLICY_RANDOM, POLICY_POWER, POLICY_RULES, POLICY_SEARCH };

#define MOST_BUDGET 1000000 /* limit for games, or hundredths of a world: sums stay in range */
#define MOST_WORLDS 4000

/* Limits of a search. */
struct budget {
    uint32_t games;        /* games played out, over all candidates */
    uint32_t candidates;   /* options that are tried, without bombs and the pass */
    uint32_t prior_weight; /* weight of the prior: hundredths of a world for each turn of score difference */
    uint32_t open;         /* a world with at most this number of cards left is solved with open hands */
    uint32_t worlds;       /* worlds weighted by the likelihood of the history; 0: equal weights */
    uint32_t most_worlds;  /* maximum worlds if the effective number of the first ones is small */
    uint32_t policy_trust; /* confidence, in per cent, that every seat plays like the policy */
};

struct past {
    struct combo combo; /* length 0: a pass */
    uint8_t seat;       /* seat of the move */
};

#define MOST_MOVES 2000 /* maximum moves of a deal */

/* A complete history from the first lead on; without moves: unknown. */
struct history {
    const struct past *moves;
    int n;
    uint8_t asker;    /* requesting seat, by the numbers of the moves */
    hand_t must_show; /* the first lead had to contain these cards */
};

#define NET_INPUTS 423     /* inputs; few are on at a time */
#define NET_ACTIVE 48      /* maximum inputs that are on */
#define NET_BEATEN_ROW 109 /* first input of the row to beat */
#define NET_ROW 274        /* first input of an option's row */
#define NET_ROWS 20        /* inputs of a row; the last is the pass */
#define NET_FIRST 64
#define NET_SECOND 32
#define NET_ROLES 3         /* no ally; next seat is an enemy; next seat is an ally */
#define NET_UNIT 256        /* fixed-point representation of 1 */
#define NET_MOST_FIRST 668  /* maximum parameter of the first layer: sums fit 16 bits */
#define NET_MOST_LATER 2047 /* maximum parameter of the other layers: sums fit 32 bits */
#define NET_TOP_FIRST 4095  /* maximum output of the first layer */
#define NET_TOP_SECOND 16383

/* A small network that rates the options of a seat; see net.c. */
struct net {
    int16_t first[NET_INPUTS][NET_FIRST], first_bias[NET_FIRST];
    int16_t second[NET_SECOND][NET_FIRST], second_bias[NET_SECOND];
    int16_t last[NET_SECOND];
};

/* net.c: 0, or ERROR_RULES for parameters out of bounds */
int net_verify(const struct net *net);
/* write the output of one of NET_ROLES networks for `n` inputs that are on, in 1 / SCORE_UNIT of a turn; 0, or
 * ERROR_STATE for a role or an input that does not exist, or ERROR_CAPACITY for more than NET_ACTIVE inputs */
int net_rating(const struct net *nets, int role, const uint16_t *on, int n, int32_t *out);

/* What a policy does not see, as people do not; zeros: nothing. */
struct limits {
    uint8_t forgets; /* not 0: cards played before the last `tricks` tricks count as unseen, unless the policy counts
                        their rank */
    uint8_t tricks;  /* at most TRICKS_SEEN */
    uint8_t counts;  /* number of ranks that it counts, those of the highest powers; at most RANKS */
    uint8_t notices; /* not 0: more cards of a seat than this count as an unknown number */
    uint8_t
        alarm; /* who holds a bomb without wild cards does not let an enemy with at most this number of cards take a trick */
};

struct policy {
    uint8_t kind;      /* enum policy_kind: any legal action, best remaining hand, rules, search */
    int32_t looseness; /* choose at random among options at most this far below the best */
    int32_t numbers[POLICY_NUMBERS];
    struct budget budget; /* of POLICY_SEARCH */
    uint8_t aim;          /* enum aim: chance that the side goes out next, or payment if there is one */
    uint8_t learned;      /* not 0: the networks of the weights, if any, rate the options */
    int32_t temperature;  /* not 0: choose at random, with probabilities proportional to exp(value / temperature) */
    struct limits limits;
};

struct choice {
    struct combo combo; /* length 0: pass */
    uint32_t reasons;   /* enum reason, or-ed */
    int32_t value;
    uint8_t forced; /* not 0: the only legal action */
};

/* policy.c: choose a move; `seed` decides where the policy chooses at random. Returns 0 or an error. */
int policy_choose(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                  struct choice *out);

/* A policy's score of a play or of the pass. */
struct opinion {
    struct combo combo; /* length 0: the pass */
    int32_t value;      /* as in a choice */
    uint8_t considered; /* not 0: the policy may choose it; on a lead without danger only combos of the best split */
};

/* policy.c: score every play and a legal pass by the rules of a policy, or of its playout policy. Returns their number,
 * or an error. */
int policy_opinions(const struct engine *engine, const struct policy *policy, const struct view *view,
                    struct opinion *out, int cap);

#define MOST_CANDIDATES 16

/* Results of a search for one candidate. */
struct tried {
    struct combo combo;       /* length 0: the pass */
    uint32_t won, games;      /* sampled games, counted with the multiplicity of their world */
    double effective;         /* effective number of games */
    double points, deviation; /* mean payment of the mover's seat, and standard deviation of the points of a game */
    int32_t behind;           /* score below the policy's favourite; at most five turns */
    double rating;            /* share won, or points by stake, with the prior; never more than the one before */
};

struct search_result {
    uint32_t games; /* games played out in total */
    uint32_t n;     /* number of candidates, the chosen one first; 0: no search */
    struct tried candidates[MOST_CANDIDATES];
    uint32_t worlds;     /* number of sampled worlds */
    double effective;    /* effective number of worlds */
    double prior_weight; /* games counted as lost per turn of score difference */
    uint8_t aim;         /* enum aim: the result that decides */
    double stake;        /* mean absolute points of a game */
};

/* search.c: choose a move by playing out sampled worlds with the rules and parameters of `policy` at every seat.
 * Returns 0 or an error. */
int search_choose(const struct engine *engine, const struct policy *policy, const struct view *view,
                  const struct history *history, uint64_t seed, struct choice *out, struct search_result *result);

#define MOST_COMPARED 12

/* Results of some moves in one sampled world, which was drawn `times` times. */
struct compared {
    uint32_t times;
    uint32_t won;                             /* bit i: the side of seat 0 goes out next after move i */
    int32_t points[MOST_COMPARED][MAX_SEATS]; /* payment of each seat after move i */
};

/* Moves to compare in worlds that agree with a view. */
struct comparison {
    struct turn turn;          /* the turn of seat 0, or a later turn; a seat that has gone out never moves */
    const struct combo *moves; /* of the mover; length 0: the pass */
    int n;                     /* number of moves; 0: the policy moves, and there is one result */
    const struct deal *dealt;  /* the only world; NULL: sample worlds */
    uint32_t worlds, draws;    /* worlds to sample, and to draw from them by weight; without a history only `draws` */
    uint32_t most;             /* if at most so many worlds agree with the view, all are played, by weight */
    int exact;                 /* out: all worlds were played out */
    double effective;          /* out: effective number of worlds */
};

/* comparison.c: play the same worlds of a view out after each of some moves, with the same seeds. Returns the number of
 * results, at most max(`draws`, `most`), or an error. */
int comparison_run(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, struct comparison *comparison, uint64_t seed, struct compared *out);

/* forced_win.c: the line of a sure win that begins with `combo` if all others pass. Returns its length;
 * 0 if none is proven, and always in games with suits. */
int forced_win_line(const struct engine *engine, const struct view *view, const struct combo *combo, struct combo *line,
                    int cap);

struct beliefs {
    double holds[MAX_SEATS][RANKS];    /* probability that a seat has at least one card of a rank */
    double expected[MAX_SEATS][RANKS]; /* expected cards of a rank */
    double bomb[MAX_SEATS];            /* probability that a seat has a bomb */
    uint8_t bomb_known[MAX_SEATS];     /* not 0: the probability is 0 or 1 in every deal */
    double effective;                  /* effective number of worlds */
};

/* beliefs.c: estimate the other hands from `worlds` sampled deals, each weighted by the likelihood of a history under a
 * rule policy. With `policy_trust` 0 all weights are equal; 100 assumes that every seat plays like the policy. Returns
 * 0 or an error. */
int beliefs_sample(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, uint32_t worlds, uint32_t policy_trust, uint64_t seed,
                   struct beliefs *out);

struct deal {
    hand_t hands[MAX_SEATS]; /* in the order of play; the first leads */
    uint32_t suits[MAX_SEATS][4];
    hand_t undealt;   /* cards out of play */
    hand_t must_show; /* the first lead must contain these cards */
    uint8_t bottom;   /* public cards of the first seat, selected at random */
    uint8_t seats;
    uint8_t side[MAX_SEATS]; /* seats of equal side are allies */
    uint8_t to_places;       /* not 0: played until one seat is left, or the first two places belong to one side */
    uint8_t first;           /* first leader, for a deal that starts in its middle */
    uint8_t handicap;        /* cards that any other seat may have left when it goes out */
    const struct payment *payment; /* NULL: the deal pays nothing */
};

struct result {
    uint8_t winner;            /* seat that emptied its hand first */
    uint8_t places[MAX_SEATS]; /* seats in the order of going out; then the remaining ones by number */
    uint8_t bombs;             /* plays of a higher tier */
    struct tally tally;
    int32_t points[MAX_SEATS]; /* payment of each seat */
    uint16_t moves;            /* plays and passes */
};

/* The player of a seat. All engines of a game have the same rules; players with the same weights may share one. */
struct player {
    const struct policy *policy;
    const struct engine *engine;
};

/* game.c: shuffle `deck` and deal `sizes[i]` cards to each seat; 0, or ERROR_STATE */
int game_deal(hand_t deck, const uint8_t *sizes, uint8_t seats, uint64_t seed, struct deal *out);
/* match.c: play `n` deals to their ends, each with its seed; splits are cached across them. Returns 0 or an error. */
int match_play(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
               struct result *out);

/* An option of a seat in a game, with its result. */
struct sample {
    uint32_t question; /* number of the question: the options of one seat at one moment */
    int32_t points;    /* payment of the seat */
    uint8_t role, won; /* index of the network; whether the seat's side went out next */
    uint8_t chosen;    /* the policy's own choice, the first sample of its question */
    uint8_t n;
    uint16_t on[NET_ACTIVE]; /* inputs that are on */
};

struct sampling {
    uint32_t question_rate; /* questions per thousand moves of these seats */
    uint32_t random_rate;   /* random moves per thousand, drawn among the likely ones */
    uint8_t seats;          /* bit i: moves of seat i may become questions */
    uint8_t close;          /* not 0: few questions with one best option, and no likely option far behind the best */
};

/* training.c: play `n` deals, and for each question every likely option to the end. Returns the number of samples, or
 * an error. */
int training_samples(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                     const struct sampling *plan, struct sample *out, int cap);

/* A stored game: its moves, the options of its questions, and its payment. */
struct kept_deal {
    uint32_t moves, options;
    int32_t points[MAX_SEATS];
};

struct kept_move {
    hand_t cards, plays_as;
    uint8_t shape, key, length, suit; /* length 0: a pass */
    uint8_t options;                  /* number of options of the question before the move; 0: no question */
};

/* An option of a question, the player's own choice first, with its result as in a sample. */
struct kept_option {
    hand_t cards; /* 0: the pass */
    int32_t points;
    uint8_t shape, key, suit, won;
};

/* Stored games, in arrays of the caller. */
struct kept_games {
    struct kept_deal *deals;
    struct kept_move *moves;
    struct kept_option *options;
    int n_deals, n_moves, n_options;
    int most_moves, most_options; /* capacities; deals without space for MOST_MOVES and questions are left out */
};

/* training.c: play deals like training_samples and store them. Returns the number of deals that fit, or an error. */
int training_keep(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                  const struct sampling *plan, struct kept_games *out);
/* Samples of stored games, scored by the player's policy without networks. Returns their number, or an error:
 * ERROR_STATE for impossible moves, or a payment that differs from the stored one. */
int training_replay(const struct player *player, const struct deal *deals, const uint64_t *seeds,
                    const struct kept_games *kept, struct sample *out, int cap);

/* Write the inputs that are on for an option (length 0: the pass). Returns their number, 0 if there is no such option,
 * or an error. */
int training_inputs(const struct engine *engine, const struct policy *policy, const struct view *view,
                    const struct combo *combo, uint16_t on[NET_ACTIVE]);

/* ---- batches of tables ---- */

#define AUCTION_WORDS 4 /* maximum bids of a stage */
#define AUCTION_BIDS 8  /* maximum bids of an auction */
#define ACTION_FEATURES 40
#define OBSERVED_TURNS 15
#define ID_PASS 1 /* ids of bids are 1 to 15; those of plays are larger than 1 << 62 */

/* A stage of an auction. In an array of all stages the first one is the beginning. */
struct auction_stage {
    uint8_t place;                /* place that bids */
    uint8_t words;                /* number of possible bids; 0: the auction is over */
    uint8_t bid[AUCTION_WORDS];   /* ids of the bids */
    uint16_t next[AUCTION_WORDS]; /* index of the stage after each bid */
    uint8_t calls;                /* not 0: a hand with the cards `calls_with` must make the last bid */
    uint8_t known;                /* not 0: the first leader is known and has the bottom */
    uint8_t leader;               /* place of the first leader */
    int32_t stake[MAX_SEATS];     /* at the end: factor of each seat's payment, from the leader on; 0: redeal */
    uint8_t handicap;             /* at the end: as in a deal */
};

/* The rules of a deal, its deck, and its players. */
struct batch_game {
    const struct rules *rules;
    const struct payment *payment; /* NULL: deals pay nothing */
    const uint8_t *deck;           /* one byte per card: the nibble, and from bit 4 on the suit 1..4, or 0 */
    int32_t cards;
    struct player players[MAX_SEATS]; /* by place; NULL policy: the caller plays (suits still need an engine) */
};

/* The observation of a seat; seats are counted from it in the order of play. Unknown values are zero. */
struct observation {
    uint8_t hand[RANKS];
    uint8_t suits[4][SUIT_RANKS]; /* of the hand, where suits matter */
    uint8_t unseen[RANKS];
    uint8_t shown[MAX_SEATS][RANKS]; /* cards that a seat must have */
    uint8_t played[MAX_SEATS][RANKS];
    uint8_t left[MAX_SEATS];
    uint8_t ally[MAX_SEATS];                  /* 1: on the mover's side */
    uint8_t to_beat[ACTION_FEATURES];         /* features of the play to beat; 0 on a lead or a bid */
    uint8_t owner;                            /* its seat; 0: none, or the observing seat */
    uint8_t seat;                             /* the observing seat, counted from the first leader */
    uint8_t place;                            /* place of the observing seat */
    uint8_t turn;                             /* the seat to move; 0: the observing seat */
    uint8_t wild[RANKS];                      /* 1: cards of this nibble are wild */
    uint8_t bids[AUCTION_BIDS];               /* ids of the bids in the order of bidding */
    uint8_t turns[OBSERVED_TURNS][RANKS + 1]; /* the last turns, latest first: 1 + seat, then its cards */
};

struct batch_table;

/* Tables that are stepped together. Places are the seats' numbers during an auction; without one they are counted from
 * the first leader. The caller owns the arrays. */
struct batch {
    const struct batch_game *games;      /* each deal draws one of them */
    const struct auction_stage *auction; /* NULL: the first place leads */
    hand_t calls_with[2];
    uint64_t seed;
    int32_t n_games, n_stages, n;       /* n: tables */
    uint8_t seats, sizes[MAX_SEATS];    /* dealt cards of each place, without the bottom */
    uint8_t bottom;                     /* cards that the first leader takes up */
    uint8_t side[MAX_SEATS], to_places; /* as in a deal */
    uint8_t handicap;                   /* the same, unless an auction decides it */
    uint8_t lead_card;          /* its holder leads and must play it; if undealt, the lowest card leads; 0: none */
    uint8_t suited;             /* suits matter for plays */
    uint8_t by_points;          /* rewards are payments instead of 1 and -1 */
    uint8_t listed;             /* the lists are those of the tables; set by the functions below */
    struct batch_table *tables; /* set by batch_begin */
    struct past *past;          /* set by batch_begin */
    uint8_t *movers, *over;     /* of each table: place to move; number of deals that the last step ended */
    int32_t *rewards;           /* of each table and place: sum over these deals */
    int32_t *counts;            /* of each table: number of actions */
    int64_t *starts;            /* of each table: index of its first action in the following arrays */
    struct combo *plays;
    uint64_t *ids;
    uint8_t *features;                /* of each action; NULL: not written */
    int32_t *values;                  /* of each action: score of the remaining hand, 0 for a bid; may be NULL */
    struct observation *observations; /* of each table; NULL: not written */
    int64_t capacity;                 /* maximum actions of all tables together */
    int32_t bidders;                  /* tables at which a player with a policy has to bid */
};

/* A player with a policy that has to bid. */
struct bidder {
    int32_t table, game, stage; /* indices into the arrays */
    uint8_t place;
};

/* batch.c: size of the memory of `n` tables; `history`: a player searches */
size_t batch_size(int n, int history);
/* Deal all tables and list their actions. `memory` is zeroed, or was used before with the same number of tables. Lists
 * nothing while there are bidders. Returns 0 or an error. */
int batch_begin(struct batch *batch, void *memory, int history);
/* Carry out one action at each table, an index into its list; a deal that ends is followed by the next one. ERROR_STATE
 * for an index out of range, with the table in `wrong`; nothing is changed then. ERROR_CAPACITY: the actions were
 * carried out, but the next ones do not fit; call batch_list with larger arrays. Lists nothing while there are
 * bidders. */
int batch_step(struct batch *batch, const int32_t *actions, int32_t *wrong);
int batch_list(struct batch *batch);
/* Find the first bidder from table `out->table` on; 1, or 0 if there is none, or ERROR_STATE. */
int batch_bidder(const struct batch *batch, struct bidder *out);
/* Make a bid, an index into those of its stage; call batch_list when no bidders are left. Returns 0 or an error. */
int batch_bid(struct batch *batch, const struct bidder *bidder, int word);
/* Write the observation of a place, on or off turn; 0, or ERROR_STATE. */
int batch_observe(const struct batch *batch, int table, int place, struct observation *out);
/* Write all hands, RANKS counts for each place of each table; `suits` (4 words each) may be NULL. 0, or ERROR_STATE. */
int batch_hands(const struct batch *batch, uint8_t *ranks, uint32_t *suits);

/* open_hands.c: whether the side of the first seat, which leads, wins with open hands and best play: 1 or 0.
 * ERROR_CAPACITY if `states` are not enough; other errors as usual. Only for two sides and games without suits. */
int open_hands_solve(const struct engine *engine, const struct deal *deal, uint32_t states);

/* Open hands: the mover, the play to beat, its owner and the passes since. */
struct open_question {
    hand_t hands[MAX_SEATS]; /* in the order of play; all have cards */
    uint32_t suits[MAX_SEATS][4];
    struct combo to_beat;     /* length 0: the mover leads */
    uint8_t side[MAX_SEATS];  /* 0 or 1; the first seat that empties its hand wins for its side */
    uint8_t spare[MAX_SEATS]; /* cards that a seat may have left when it goes out */
    uint8_t seats, mover, owner, passes;
    uint8_t plain_keys;   /* not 0: store states under unreduced keys instead of one key per equivalence class */
    uint8_t verdict_only; /* not 0: stop at one winning move, and write no line */
    double cpu_until;     /* as in an engine */
};

/* A move: a play with the suits of its cards where they matter, or a pass (length 0). */
struct open_play {
    struct combo combo;
    uint32_t suits[4];
    uint8_t seat;
};

struct open_answer {
    uint32_t nodes;   /* states visited */
    uint32_t n_plays; /* winning moves of the side to move; 0: it loses */
    uint32_t n_line;  /* moves of a line of best play to the end */
    uint8_t exact;    /* 0: a limit ended the search without a result */
    uint8_t winner;   /* side */
    uint8_t mover;    /* seat that moves: the next one if the first cannot lead */
};

#define OPEN_MEMORY_LEAST 1048576
#define OPEN_PLAYS_BYTES 8388608 /* maximum plays stored for the states in progress */

/* open_hands_search.c: prove the winner with best play and all winning moves, within `nodes` states and `bytes` of
 * memory. The memory is zeroed at first, used by one call at a time, and may be reused. Returns 0 or an error; reaching
 * a limit is no error. */
int open_hands_search_run(const struct rules *rules, const struct open_question *question, void *memory, size_t bytes,
                          uint32_t nodes, struct open_answer *out, struct open_play *plays, int cap,
                          struct open_play *line, int line_cap);

#endif
