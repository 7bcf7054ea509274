/* proof.h - sure wins that hold in every world. See proof.c. */
#ifndef PAILI_PROOF_H
#define PAILI_PROOF_H

#include "option.h"
#include "robots.h"

/* Find an option that surely wins among `n`; its place, `n` if none is proven, or an error. */
int proof_find(const struct engine *engine, const struct view *view, const struct option *options, int n);

#endif
