/* game.h - state of a deal in progress. */
#ifndef PAILI_ROBOT_GAME_H
#define PAILI_ROBOT_GAME_H

#include "robots.h"

struct game {
    const struct rules *rules;
    const struct deal *deal; /* seats, sides and end of the deal; current hands are below */
    hand_t hands[MAX_SEATS];
    uint32_t suits[MAX_SEATS][4];
    hand_t shown[MAX_SEATS]; /* cards of a seat that are public */
    struct combo to_beat;
    int owner, mover, passes, led, out; /* out: number of seats that have gone out */
    hand_t gone, tricks[TRICKS_SEEN];   /* as in a view */
    struct tally tally;
    struct past *past; /* NULL, or an array that records all moves */
    int noted;
};

/* 0, or an error for a deal that cannot be played. */
int game_verify(const struct rules *rules, const struct deal *deal);

/* Begin a verified deal; the seed selects the public cards of the first seat. */
void game_start(struct game *g, const struct rules *rules, const struct deal *deal, uint64_t seed);

/* The cards that a seat may have left when it goes out. */
int game_spare(const struct deal *deal, int seat);

/* Whether a seat has an ally. */
int game_has_ally(const struct game *g, int seat);

/* The mover's table. */
void game_table(const struct game *g, struct table *table);

/* The view of the mover. */
void game_look(const struct game *g, struct view *view);

/* Carry out a play, or a pass (length 0), of the seat to move; 1 if it ends the deal. */
int game_step(struct game *g, const struct combo *combo, const uint32_t *taken, struct result *out);

/* Write the places and the points of a finished deal. */
void game_end(const struct game *g, struct result *out);

/* Whether the mover leads but can lead nothing: it has only wild cards that cannot be played alone. */
int game_stuck(const struct game *g);

/* Let the next seat lead instead. */
void game_skip(struct game *g);

/* Chooses a move for a player with a view; `taken` becomes the suits of the cards, if suits matter. 0 or an error. */
typedef int mover(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                  struct choice *out, uint32_t *taken);

/* Let a player choose a move from the view of the seat to move; 0 or an error. */
int game_ask(const struct game *g, const struct player *player, mover *mover, uint64_t seed, struct choice *out,
             uint32_t *taken);

/* Let players play the deal to its end; 0 or an error. */
int game_run(struct game *g, const struct player *players, mover *mover, uint64_t seed, struct result *out);

#endif
