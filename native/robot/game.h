/* game.h - a deal while it is played. */
#ifndef PAILI_ROBOT_GAME_H
#define PAILI_ROBOT_GAME_H

#include "robots.h"

#define MOST_MOVES 2000 /* of a deal: no cards, no play is ever met */

struct game {
    const struct rules *rules;
    const struct deal *deal; /* seats, sides, how it ends; hands are those below */
    hand_t hands[MAX_SEATS];
    uint32_t suits[MAX_SEATS][4];
    hand_t shown[MAX_SEATS]; /* cards of a seat that all have seen */
    struct combo to_beat;
    int owner, mover, passes, led, out; /* out: seats that have gone out */
    struct tally tally;
    struct past *past;                  /* array for all moves, where they are noted */
    int noted;
};

/* 0, or ERROR_STATE: a deal that can be played */
int game_verify(const struct rules *rules, const struct deal *deal);

/* Begin a verified deal; the seed selects the public cards of the first seat. */
void game_start(struct game *g, const struct rules *rules, const struct deal *deal, uint64_t seed);

/* Whether a seat has an ally. */
int game_has_ally(const struct game *g, int seat);

/* The mover's table. */
void game_table(const struct game *g, struct table *table);

/* The view of the mover. */
void game_look(const struct game *g, struct view *view);

/* Carry out a play, or a pass (length 0), of the seat that moves; 1 when it ends the deal. */
int game_step(struct game *g, const struct combo *combo, const uint32_t *taken, struct result *out);

/* Write down the places and the points of a deal that a step has ended. */
void game_end(const struct game *g, struct result *out);

/* Whether the mover leads and has nothing that could ever be led: wild cards that cannot be played alone. */
int game_stuck(const struct game *g);

/* Let the next seat lead in its place. */
void game_skip(struct game *g);

/* Chooses a move for a player with a view; `taken` becomes the suits of the cards, if they matter. 0 or an error. */
typedef int mover(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                  struct choice *out, uint32_t *taken);

/* Let players play on to the end; 0 or an error. */
int game_run(struct game *g, const struct player *players, mover *mover, uint64_t seed, struct result *out);

#endif
