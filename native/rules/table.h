/* table.h - legality of plays at a table. See table.c. */
#ifndef PAILI_RULES_TABLE_H
#define PAILI_RULES_TABLE_H

#include "engine.h"

/* 0, or ERROR_COMBO for a combo that is no reading of its own cards, or a pass with cards. */
int table_verify_combo(const struct rules *rules, const struct combo *combo);

/* 0, or ERROR_HAND or ERROR_COMBO for a table with an impossible hand or play to beat. */
int table_verify(const struct rules *rules, const struct table *table);

/* Whether the constraints of a table allow a combo, not considering the play to beat. */
int table_allows(const struct rules *rules, const struct table *table, const struct combo *combo);

#endif
