/* endgame.h - deals that are nearly over, solved. See endgame.c. */
#ifndef PAILI_ENDGAME_H
#define PAILI_ENDGAME_H

#include "game.h"
#include "walk.h"

/* Whether the side of seat 0 wins when all hands are open and everybody plays for his side as well as can be: 1 or 0;
 * ERROR_ROOM if `limit` states do not tell. For deals of two sides without suits, of which nobody has gone out. */
int endgame_wins(const struct game *g, uint32_t limit, struct scratch *scratch);

#endif
