/* layout.c - the split behind a value of the walk: the first steps, in the walk's order, that lead to it; and the split
 * without runs and kickers, where a limit ended the walk.
 */
#include "layout.h"
#include "balance.h"
#include "read.h"
#include "worth.h"

void layout_lay(const struct plan *plan, const struct step *step, struct layout *out)
{
    const struct body *body = &plan->bodies[step->body];
    if (body->row == ROW_GIVES) {
        *(body->balance == BALANCE_PAIR ? &out->pairs : &out->singles) += step->taken;
    } else if (out->n < MAX_TURNS) {
        const struct shape *shape = &plan->rules->shapes[body->row];
        int owed = body->is_short ? BALANCE_SHORT - body->balance
                                  : shape->kickers * shape->kicker_size * body->length;
        out->combos[out->n++] = (struct laid){
            .cards = step->taken, .row = body->row, .start = body->start, .length = body->length,
            .body = read_body(plan->rules, shape, body->start, body->length), .owed = (uint8_t)owed,
        };
    }
}

/* The first step, from that of the same rank before on, that leads to a value; 0 if there is none. Where the limit ended the
 * walk, an earlier body may be what leads there: what it leaves was not valued in both orders. */
static int next_step(struct walk *w, hand_t hand, int balance, int32_t value, struct step *step)
{
    return walk_step(w, hand, step->body, balance, value, step) == value ||
           walk_step(w, hand, w->plan.first[cards_lowest(hand)], balance, value, step) == value;
}

int layout_walk(struct walk *w, hand_t hand, int balance, int32_t value, struct layout *out)
{
    walk_list(w);
    while (hand) {
        int32_t known;
        int rank = cards_lowest(hand);
        struct step step = {.body = w->plan.first[rank]};
        if (!walk_recall(w, hand, balance, &known)) /* where the limit ended the walk */
            return layout_plain(&w->plan, hand, out) == value;
        while (cards_count(hand, rank)) {
            if (!next_step(w, hand, balance, value, &step))
                return 0;
            layout_lay(&w->plan, &step, out);
            hand -= step.taken;
            balance += w->plan.bodies[step.body].balance;
            value -= w->plan.bodies[step.body].value;
        }
    }
    return 1;
}

int32_t layout_plain(const struct plan *plan, hand_t hand, struct layout *out)
{
    int32_t value = 0;
    while (hand) {
        int i = plan_plain(plan, hand);
        if (i < 0)
            return NEVER;
        layout_lay(plan, &(struct step){i, plan->bodies[i].cards}, out);
        value += plan->bodies[i].value;
        hand -= plan->bodies[i].cards;
    }
    return value;
}
