/* payment.c - payment of a deal.
 *
 * Three kinds of payment can be combined: a stake of each loser to each winner, raised by bombs and a spring; points
 * for cards left and for bombs; points for places. `struct payment` selects them; nothing here depends on a single
 * game. */
#include "robot/payment.h"
#include "rules/cards.h"

#include <string.h>

#define MOST_DOUBLED 20 /* maximum number of doublings, to avoid overflow */

static int is_amount(int32_t amount)
{
    return amount >= -MOST_AMOUNT && amount <= MOST_AMOUNT;
}

int payment_verify(const struct payment *payment)
{
    int sound = !payment || (is_amount(payment->stake) && is_amount(payment->card) && is_amount(payment->bomb));
    for (int i = 0; i < MAX_SEATS && payment; i++)
        sound &= is_amount(payment->by_partner[i]) && is_amount(payment->by_place[i]);
    return sound ? 0 : ERROR_POLICY;
}

int payment_for_bomb(const struct payment *payment, const struct combo *combo)
{
    return payment && combo->tier && (payment->bomb || (payment->doubling | payment->adding) >> combo->shape & 1);
}

void payment_count(const struct payment *payment, const struct combo *combo, int seat, const struct combo *beaten,
                   int owner, struct tally *tally)
{
    tally->plays[seat]++;
    if (!combo->tier || !payment)
        return;
    tally->doubling = (uint8_t)(tally->doubling + (payment->doubling >> combo->shape & 1) * combo->length);
    tally->adding += payment->adding >> combo->shape & 1;
    tally->bombs[seat]++;
    if (payment->unbeaten && beaten->length && beaten->tier && tally->bombs[owner])
        tally->bombs[owner]--;
}

/* The factor of a spring or an anti-spring; 0 if there was none. */
static int spring_of(const struct payment *payment, const struct closing *closing, const struct tally *tally)
{
    int winner = closing->places[0], first = closing->first, idle = 1;
    for (int seat = 0; seat < closing->seats; seat++)
        if (seat != winner && seat != first)
            idle &= !tally->plays[seat];
    if (closing->side[winner] == closing->side[first])
        return idle ? payment->spring : 0;
    return tally->plays[first] == 1 && (idle || !payment->idle_ally) ? payment->anti_spring : 0;
}

/* The stake after all doublings and additions, at most MOST_PAID either way. */
static int32_t stake_of(const struct payment *payment, const struct closing *closing, const struct tally *tally)
{
    int doubled = tally->doubling, spring = spring_of(payment, closing, tally);
    doubled = payment->most_bombs && doubled > payment->most_bombs ? payment->most_bombs : doubled;
    doubled = doubled > MOST_DOUBLED ? MOST_DOUBLED : doubled;
    int64_t times = 1 + tally->adding + (spring && payment->spring_adds);
    int64_t paid = payment->stake * times * (1 << doubled) * (spring && !payment->spring_adds ? spring : 1);
    return (int32_t)(paid > MOST_PAID ? MOST_PAID : paid < -MOST_PAID ? -MOST_PAID : paid);
}

static void move_points(int32_t *points, int from, int to, int32_t amount)
{
    points[from] -= amount;
    points[to] += amount;
}

/* Pay the stake from the losing side to the winning side. */
static void pay_stake(const struct payment *payment, const struct closing *closing, const struct tally *tally,
                      int32_t *points)
{
    int32_t stake = stake_of(payment, closing, tally);
    const uint8_t *side = closing->side;
    int won = side[closing->places[0]];
    for (int seat = 0; seat < closing->seats && payment->even; seat++)
        points[seat] += side[seat] == won ? stake : -stake;
    for (int winner = 0; winner < closing->seats && !payment->even; winner++)
        for (int loser = 0; loser < closing->seats && side[winner] == won; loser++)
            if (side[loser] != won)
                move_points(points, loser, winner, stake);
}

/* Pay for cards left and for bombs. */
static void pay_cards(const struct payment *payment, const struct closing *closing, const struct tally *tally,
                      int32_t *points)
{
    int winner = closing->places[0];
    for (int seat = 0; seat < closing->seats; seat++) {
        int left = cards_size(closing->left[seat]), plays = tally->plays[seat];
        int idle = !plays || (payment->shut && seat == closing->first && plays == 1);
        int bombs = payment->winner_bombs && seat != winner ? 0 : tally->bombs[seat];
        if (seat != winner && (left > 1 || payment->one_left))
            move_points(points, seat, winner, payment->card * left * (idle && payment->idle ? payment->idle : 1));
        for (int other = 0; other < closing->seats; other++)
            if (other != seat)
                move_points(points, other, seat, payment->bomb * bombs);
    }
}

static void pay_places(const struct payment *payment, const struct closing *closing, int32_t *points)
{
    const uint8_t *side = closing->side, *places = closing->places;
    int32_t climbed = 0;
    for (int place = closing->seats - 1; place; place--) /* the best place of an ally */
        climbed = side[places[place]] == side[places[0]] ? payment->by_partner[place] : climbed;
    for (int place = 0; place < closing->seats; place++)
        points[places[place]] +=
            payment->by_place[place] + (side[places[place]] == side[places[0]] ? climbed : -climbed);
}

void payment_settle(const struct payment *payment, const struct closing *closing, const struct tally *tally,
                    int32_t *points)
{
    memset(points, 0, (size_t)closing->seats * sizeof *points);
    if (!payment)
        return;
    if (payment->stake)
        pay_stake(payment, closing, tally, points);
    if (payment->card || payment->bomb)
        pay_cards(payment, closing, tally, points);
    pay_places(payment, closing, points);
}
