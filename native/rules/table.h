/* table.h - what may be played at a table. See table.c. */
#ifndef PAILI_RULES_TABLE_H
#define PAILI_RULES_TABLE_H

#include "engine.h"

/* 0, or ERROR_HAND, ERROR_COMBO: a table whose cards and combo the rules can have */
int table_verify(const struct rules *rules, const struct table *table);

/* Whether a combo may be played at a table, apart from what it must beat. */
int table_allows(const struct rules *rules, const struct table *table, const struct combo *combo);

#endif
