/* layout.c - the split behind a value of the walk: the first steps, in the walk's order, that lead to it; and the split
 * without runs and kickers, where a limit ended the walk.
 */
#include "walk.h"

static void lay(const struct search *s, const struct step *step, struct layout *out)
{
    const struct body *body = &s->bodies[step->body];
    if (body->row == ROW_GIVES) {
        *(body->balance == BALANCE_PAIR ? &out->pairs : &out->singles) += step->taken;
    } else if (out->n < MAX_TURNS) {
        const struct shape *shape = &s->rules->shapes[body->row];
        int owed = body->is_short ? BALANCE_SHORT - body->balance
                                  : shape->kickers * shape->kicker_size * body->length;
        out->combos[out->n++] = (struct laid){
            .cards = step->taken, .row = body->row, .start = body->start, .length = body->length,
            .body = read_body(s->rules, shape, body->start, body->length), .owed = (uint8_t)owed,
        };
    }
}

void walk_lay_out(struct search *s, hand_t hand, struct layout *out)
{
    int balance = BALANCE_ZERO;
    if (!s->planned)
        plan_bodies(s);
    while (hand) {
        int32_t value;
        int rank = cards_lowest(hand);
        struct step step = {.body = s->first[rank]};
        if (!walk_recall(s, hand, balance, &value)) { /* where the limit ended the walk */
            walk_lay_plain(s, hand, out);
            return;
        }
        while (cards_count(hand, rank)) {
            value = walk_step(s, hand, step.body, balance, value, &step);
            if (!IS_SPLIT(value))
                return; /* not reached: the value came from some step */
            lay(s, &step, out);
            hand -= step.taken;
            balance += s->bodies[step.body].balance;
            value -= s->bodies[step.body].value;
        }
    }
}

/* The body that plays `count` cards of one rank as they are; -1 if there is none. */
static int plain_body(const struct search *s, int rank, int count)
{
    for (int i = s->first[rank]; i < s->first[rank + 1]; i++) {
        const struct body *body = &s->bodies[i];
        if (body->row != ROW_GIVES && body->balance == 0 && body->cards == cards_of(rank, count) &&
            body->wilds != WILD_SOME)
            return i;
    }
    return -1;
}

int32_t walk_lay_plain(const struct search *s, hand_t hand, struct layout *out)
{
    int32_t value = 0;
    while (hand) {
        int i = -1, rank = cards_lowest(hand), count = cards_count(hand, rank);
        while (count && (i = plain_body(s, rank, count)) < 0)
            count--;
        if (!count)
            return NEVER;
        if (out)
            lay(s, &(struct step){i, cards_of(rank, count)}, out);
        value += s->bodies[i].value;
        hand -= cards_of(rank, count);
    }
    return value;
}
