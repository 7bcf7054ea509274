/* assemble.c - reconstruct the split of a DP value: the first steps, in the order of the DP, with this value; or, if a
 * limit ended the DP, the split without runs and kickers.
 */
#include "split/assemble.h"
#include "plays/balance.h"
#include "plays/value.h"
#include "rules/read.h"

void assemble_add(const struct bodies *bodies, const struct step *step, struct assembly *out)
{
    const struct body *body = &bodies->list[step->body];
    if (body->row == ROW_GIVES) {
        *(body->balance == BALANCE_PAIR ? &out->pairs : &out->singles) += step->taken;
    } else if (out->n < MAX_TURNS) {
        const struct shape *shape = &bodies->rules->shapes[body->row];
        int owed = body->is_short ? BALANCE_SHORT - body->balance : shape->kickers * shape->kicker_size * body->length;
        out->combos[out->n++] = (struct part){
            .cards = step->taken,
            .row = body->row,
            .start = body->start,
            .length = body->length,
            .body = read_body(bodies->rules, shape, body->start, body->length),
            .owed = (uint8_t)owed,
        };
    }
}

/* Find the first step with a value, starting at the previous body of the same rank; 0 if there is none. If a limit
 * ended the DP, an earlier body may have the value, because the remaining state was not evaluated in both orders. */
static int find_step(struct dp *w, hand_t hand, int balance, int32_t value, struct step *step)
{
    return dp_step(w, hand, step->body, balance, value, step) == value ||
           dp_step(w, hand, w->bodies->first[cards_lowest(hand)], balance, value, step) == value;
}

/* The same, found once in a call: the remaining hands of a list of hints share most of their steps. */
static int next_step(struct dp *w, hand_t hand, int balance, int32_t value, struct step *step)
{
    struct known_step *known =
        &w->memo->steps[hash_place(hand ^ (uint64_t)balance << 40 ^ (uint64_t)step->body << 52, STEP_BITS)];
    const struct known_step made = {hand, 0, w->memo->calls, value, (uint16_t)balance, (uint16_t)step->body, 0};
    if (known->call == made.call && known->hand == hand && known->value == value && known->balance == made.balance &&
        known->from == made.from && !w->cut) {
        *step = (struct step){known->body, known->taken};
        return 1;
    }
    if (!find_step(w, hand, balance, value, step))
        return 0;
    *known = made;
    known->taken = step->taken;
    known->body = (uint16_t)step->body;
    return 1;
}

static void take_step(struct dp *w, const struct step *step, hand_t *hand, int *balance, int32_t *value,
                      struct assembly *out)
{
    assemble_add(w->bodies, step, out);
    *hand -= step->taken;
    *balance += w->bodies->list[step->body].balance;
    *value -= w->bodies->list[step->body].value;
}

int assemble_dp(struct dp *w, hand_t hand, int balance, int32_t value, struct assembly *out)
{
    dp_split(w, hand, balance);
    while (hand) {
        int32_t known;
        int rank = cards_lowest(hand);
        struct step step = {.body = w->bodies->first[rank]}, steps[RANKS];
        if (!w->cut && !cards_count(hand, RANK_WILD)) {
            int n = dp_trace(w, hand, balance, value, steps);
            for (int i = 0; i < n; i++)
                take_step(w, &steps[i], &hand, &balance, &value, out);
            if (!n)
                return 0;
            continue;
        }
        if (!dp_recall(w, hand, balance, &known)) /* a limit ended the DP */
            return assemble_plain(w->bodies, hand, out) == value;
        while (cards_count(hand, rank)) {
            if (!next_step(w, hand, balance, value, &step))
                return 0;
            take_step(w, &step, &hand, &balance, &value, out);
        }
    }
    return 1;
}

int32_t assemble_plain(const struct bodies *bodies, hand_t hand, struct assembly *out)
{
    int32_t value = 0;
    while (hand) {
        int i = bodies_plain(bodies, hand);
        if (i < 0)
            return NEVER;
        assemble_add(bodies, &(struct step){i, bodies->list[i].cards}, out);
        value += bodies->list[i].value;
        hand -= bodies->list[i].cards;
    }
    return value;
}
