/* search.c - choose a move by sampling worlds and playing them out with the fast policy at every seat.
 *
 * A WORLD is a deal of the unseen cards to the others that agrees with the known facts: the number of cards of each,
 * and cards that a seat must have. Candidates are the best options of the fast policy, bombs, and the pass. Sequential
 * halving selects one: all candidates are tried in the same worlds, then the better half in more worlds, until one is
 * left or is clearly ahead of the second. The result of a world is the payment of the mover, or whether the mover's
 * side wins, depending on the policy's aim; the score of the fast policy is a prior with a small weight. A bomb on an
 * ally's play, a play there that the favourite would not beat, or one that the policy scores far below its favourite,
 * must be significantly better than the favourite. If points are the aim, the prior of a candidate that won all of its
 * games does not count. The budget counts games, never time, and randomness comes from the seed: the same request has
 * the same answer.
 *
 * With a complete history, worlds are drawn with probabilities proportional to its likelihood (beliefs.c); a world that
 * is drawn several times is played once and counted with its multiplicity.
 *
 * Two results are exact. A candidate that surely wins, whatever the enemies have, is played without sampling
 * (forced_win.c); and a world with few cards left is solved with open hands instead of played out (open_hands.c).
 *
 * The memo of splits is shared by all worlds: the mover's own hand is the same in each of them. */
#include "robot/search.h"
#include "robot/beliefs.h"
#include "robot/chance.h"
#include "robot/forced_win.h"
#include "robot/open_hands.h"
#include "robot/payment.h"
#include "robot/playout.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "robot/worlds.h"
#include "rules/cards.h"
#include "split/option.h"
#include "split/split.h"

#include <math.h>
#include <string.h>

#define EVIDENCE (2 * SCORE_UNIT) /* a candidate scored this far below the favourite needs significant evidence */
#define ENOUGH 16                 /* games from which a candidate's results count alone */
#define DEVIATIONS 1.96           /* standard deviations on each side of a 95 % interval */

struct candidate {
    struct option option;
    uint32_t taken[4];
    int place; /* rank in the policy's order; 0: its favourite */
    int won, tried;
    double gained; /* sum of results: games won, or points */
    double points, point_squares;
    double squares; /* sum of the squared multiplicities of its worlds */
    int32_t prior;  /* score by the fast policy minus the best score */
};

/* Lead of one candidate over another in the worlds in which both were tried, weighted by multiplicity. */
struct lead {
    double games, squares;                  /* sum of multiplicities */
    double sum, weighted, weighted_squares; /* sums of lead and squared lead; and of squared multiplicities */
};

/* State of a search: its candidates and its worlds. */
struct rollouts {
    const struct engine *engine;
    struct policy policy; /* plays the worlds out */
    const struct budget *budget;
    const struct view *view;
    const struct history *history;
    struct candidate candidates[MOST_CANDIDATES];
    struct deal world;
    const struct drawn *drawn; /* drawn by the history; none without a history */
    int n_drawn, next;         /* number of drawn worlds, and index of the next one */
    uint32_t sampled;          /* number of sampled worlds */
    double effective;          /* effective number of sampled worlds */
    int n, listed;             /* remaining candidates, and all candidates that were tried */
    int solvable;              /* two sides, no suits, and no seat has gone out: worlds can be solved */
    int aim;                   /* enum aim */
    double staked, stakes;     /* sum of absolute points over all games, and number of games */
    struct lead leads[MOST_CANDIDATES][MOST_CANDIDATES]; /* leads by the indices of two candidates */
};

/* ---- the choice -------------------------------------------------------------------------------------------------- */

/* Half of the mean difference in the result between a lost and a won game. */
static double scale_of(const struct rollouts *r)
{
    return r->aim == AIM_WIN || r->staked <= 0 ? 0.5 : r->staked / r->stakes;
}

/* The prior of a candidate. It estimates wins, so for points it does not count if enough games were all won. */
static int32_t prior_of(const struct rollouts *r, const struct candidate *a)
{
    return r->aim == AIM_POINTS && a->won == a->tried && a->tried >= ENOUGH ? 0 : a->prior;
}

/* Games that a candidate won (for points: their equivalent), less its prior disadvantage. */
static double credit(const struct rollouts *r, const struct candidate *a)
{
    double scale = scale_of(r), games = r->aim == AIM_WIN ? a->gained : (a->gained / scale + a->tried) / 2;
    return games + r->budget->prior_weight / 100.0 * prior_of(r, a) / SCORE_UNIT;
}

/* Order candidates by credit per game, with one more game counted as lost; then by the fast policy. */
static int is_better(const struct rollouts *r, const struct candidate *a, const struct candidate *b)
{
    double x = credit(r, a) * (b->tried + 1), y = credit(r, b) * (a->tried + 1);
    return x != y ? x > y : a->prior > b->prior;
}

static void sort_candidates(struct rollouts *r)
{
    for (int i = 1; i < r->n; i++) {
        struct candidate moved = r->candidates[i];
        int j = i;
        for (; j && is_better(r, &moved, &r->candidates[j - 1]); j--)
            r->candidates[j] = r->candidates[j - 1];
        r->candidates[j] = moved;
    }
}

/* Whether a candidate is ahead of another by `deviations` standard errors of the mean difference. If no world
 * contradicts the lead, one opposite world is added. */
static int is_ahead(const struct rollouts *r, const struct candidate *a, const struct candidate *b, double deviations)
{
    const struct lead *lead = &r->leads[a->place][b->place];
    if (lead->games <= 0)
        return 0;
    double mean = lead->sum / lead->games, one = 2 * scale_of(r) * lead->squares / (lead->games * lead->games);
    double spread = lead->weighted_squares - 2 * mean * lead->weighted + mean * mean * lead->squares;
    double variance = spread / (lead->games * lead->games) + one * one;
    return mean > 0 && mean * mean > deviations * deviations * variance;
}

static int is_clear(const struct rollouts *r)
{
    const struct candidate *a = &r->candidates[0], *b = &r->candidates[1];
    return a->tried >= ENOUGH && is_ahead(r, a, b, 3);
}

/* Draw the next world; return its multiplicity. */
static int next_world(struct rollouts *r, uint64_t seed)
{
    int place = r->next++;
    struct drawn world =
        r->n_drawn ? r->drawn[place % r->n_drawn] : (struct drawn){chance_at(seed, (uint64_t)place), 1};
    worlds_deal(r->view, world.seed, &r->world);
    return (int)world.times;
}

/* Add the result of a world with its multiplicity. */
static void count_outcome(struct rollouts *r, struct candidate *candidate, struct outcome outcome, int times)
{
    double points = outcome.points[0];
    candidate->won += outcome.won * times;
    candidate->tried += times;
    candidate->gained += times * (r->aim == AIM_WIN ? outcome.won : points);
    candidate->points += times * points;
    candidate->point_squares += times * points * points;
    candidate->squares += (double)times * times;
    r->staked += times * (points < 0 ? -points : points);
    r->stakes += times;
}

/* Add the leads between the remaining candidates in a world. */
static void count_leads(struct rollouts *r, const struct outcome *outcomes, int times)
{
    double often = times, squared = often * often;
    for (int a = 0; a < r->n; a++)
        for (int b = 0; b < r->n; b++) {
            struct lead *lead = &r->leads[r->candidates[a].place][r->candidates[b].place];
            double ahead =
                r->aim == AIM_WIN ? outcomes[a].won - outcomes[b].won : outcomes[a].points[0] - outcomes[b].points[0];
            lead->games += often;
            lead->squares += squared;
            lead->sum += often * ahead;
            lead->weighted += squared * ahead;
            lead->weighted_squares += squared * ahead * ahead;
        }
}

/* Try the remaining candidates in `worlds` worlds; returns the number of games played, or an error. */
static int try_worlds(struct rollouts *r, uint64_t seed, int worlds)
{
    const struct playout playout = {.engine = r->engine,
                                    .policy = &r->policy,
                                    .view = r->view,
                                    .world = &r->world,
                                    .turn = {.to_beat = r->view->table.to_beat, .owner = r->view->owner},
                                    .open = r->solvable ? r->budget->open : 0,
                                    .aim = r->aim};
    struct outcome outcomes[MOST_CANDIDATES];
    int games = 0;
    while (worlds > 0) {
        int times = next_world(r, seed);
        for (int c = 0; c < r->n; c++) {
            outcomes[c] = playout_run(&playout, &r->candidates[c].option.combo, r->candidates[c].taken, seed);
            if (outcomes[c].won < 0)
                return outcomes[c].won;
            count_outcome(r, &r->candidates[c], outcomes[c], times);
        }
        count_leads(r, outcomes, times);
        worlds -= times;
        games += r->n;
    }
    return games;
}

/* Number of worlds in a round of the halving, for each of `n` candidates. */
static int round_worlds(const struct rollouts *r, int n)
{
    int rounds = 1;
    for (int left = r->n; left > 2; left = (left + 1) / 2)
        rounds++;
    int worlds = (int)r->budget->games / rounds / n;
    return worlds ? worlds : 1;
}

/* Draw the worlds of all rounds if there is a history; 0 or an error. */
static int draw_worlds(struct rollouts *r, uint64_t seed)
{
    int wanted = 0, n = r->n;
    uint32_t worlds = r->budget->worlds;
    if (!r->history->n || !worlds)
        return 0;
    for (; n > 1; n = (n + 1) / 2)
        wanted += round_worlds(r, n);
    struct evidence evidence = {.engine = r->engine,
                                .policy = &r->policy,
                                .view = r->view,
                                .history = r->history,
                                .worlds = worlds,
                                .most = r->budget->most_worlds,
                                .policy_trust = r->budget->policy_trust,
                                .seed = seed};
    const struct likelihoods *drawn = r->engine->likelihoods;
    int count = beliefs_draw(&evidence, (uint32_t)wanted);
    r->drawn = drawn->drawn;
    r->n_drawn = count;
    r->sampled = drawn->weighed.n;
    r->effective = drawn->weighed.effective;
    return count < 0 ? count : 0;
}

static int favourite_of(const struct rollouts *r)
{
    int i = 0;
    while (r->candidates[i].place)
        i++;
    return i;
}

/* Whether a candidate must be significantly better than the favourite: it bombs an ally's play, beats one that the
 * favourite leaves to him, or the fast policy scores it far below the favourite. */
static int needs_evidence(const struct rollouts *r, const struct candidate *candidate)
{
    const struct combo *combo = &candidate->option.combo;
    int on_ally = r->view->owner && r->view->ally[r->view->owner] && combo->length;
    int against = on_ally && (combo->tier || !r->candidates[favourite_of(r)].option.combo.length);
    return candidate->place && (against || prior_of(r, candidate) <= -EVIDENCE);
}

/* Keep the favourite while a remaining candidate needs evidence against it. */
static void keep_favourite(struct rollouts *r)
{
    int i = favourite_of(r), needed = 0;
    for (int c = 0; c < r->n; c++)
        needed |= needs_evidence(r, &r->candidates[c]);
    if (i < r->n || !needed)
        return;
    struct candidate favourite = r->candidates[i];
    memmove(&r->candidates[r->n + 1], &r->candidates[r->n], (size_t)(i - r->n) * sizeof favourite);
    r->candidates[r->n++] = favourite;
}

/* Sequential halving within the budget of games. */
static int halve(struct rollouts *r, uint64_t seed, struct search_result *out)
{
    int error = draw_worlds(r, seed);
    int rounds[MOST_CANDIDATES], n_rounds = 0;
    for (int n = r->n; n > 1; n = (n + 1) / 2)
        rounds[n_rounds++] = round_worlds(r, n);
    for (int round = 0; !error && round < n_rounds; round++) {
        int most = (int)(r->budget->games - out->games) / r->n; /* ends early if the budget is small */
        int games = try_worlds(r, seed, rounds[round] < most ? rounds[round] : most);
        if (games < 0)
            return games;
        out->games += (uint32_t)games;
        sort_candidates(r);
        if (is_clear(r))
            break;
        r->n = (r->n + 1) / 2;
        keep_favourite(r);
    }
    return error;
}

/* Take the best options of the fast policy as candidates; beyond the maximum also bombs, and the pass if its score is
 * close. */
static void add_candidates(struct rollouts *r, const struct option *options, int n)
{
    uint8_t seen[MAX_OPTIONS] = {0};
    int32_t most = 0;
    for (int left = n; left && r->n < MOST_CANDIDATES; left--) {
        int best = -1, beyond = r->n >= (int)r->budget->candidates;
        for (int i = 0; i < n; i++)
            if (!seen[i] && (best < 0 || options[i].value > options[best].value))
                best = i;
        const struct option *option = &options[best];
        seen[best] = 1;
        most = left == n ? option->value : most;
        int32_t behind = most - option->value;
        if (beyond && behind > 4 * SCORE_UNIT)
            break;
        if (beyond && option->combo.length && !option->combo.tier)
            continue;
        behind = behind < 5 * SCORE_UNIT ? behind : 5 * SCORE_UNIT;
        r->candidates[r->n] = (struct candidate){.option = *option, .place = r->n, .prior = -behind};
        r->n++;
    }
    r->listed = r->n;
}

/* Choose the suits of each candidate's cards in games where they matter. Errors are impossible: these plays were listed
 * from a hand that was split. */
static void pick_suits(struct rollouts *r)
{
    for (int i = 0; i < r->n; i++)
        policy_take(r->engine, r->view, &r->candidates[i].option.combo, r->candidates[i].taken);
}

/* Rating of a candidate: credit per game, with one more game counted as lost. A candidate that lacks required evidence
 * is rated below the favourite. */
static double rating_of(const struct rollouts *r, const struct candidate *candidate)
{
    double rating = credit(r, candidate) / (candidate->tried + 1);
    const struct candidate *favourite = &r->candidates[favourite_of(r)];
    if (!needs_evidence(r, candidate) || is_ahead(r, candidate, favourite, DEVIATIONS))
        return rating;
    double bound = credit(r, favourite) / (favourite->tried + 1);
    return rating < bound ? rating : bound;
}

/* Sort candidates with equal numbers of games by rating. */
static void order_by_rating(struct rollouts *r)
{
    double ratings[MOST_CANDIDATES]; /* by place, because the favourite must not be searched while it moves */
    for (int i = 0; i < r->listed; i++)
        ratings[r->candidates[i].place] = rating_of(r, &r->candidates[i]);
    for (int i = 1; i < r->listed; i++) {
        struct candidate moved = r->candidates[i];
        double rating = ratings[moved.place];
        int j = i;
        for (; j && r->candidates[j - 1].tried == moved.tried; j--) {
            double other = ratings[r->candidates[j - 1].place];
            if (rating < other || (rating <= other && moved.prior <= r->candidates[j - 1].prior))
                break;
            r->candidates[j] = r->candidates[j - 1];
        }
        r->candidates[j] = moved;
    }
}

/* Whether a candidate that differs from the best only in its kickers is preferable when games do not distinguish them:
 * it leaves the better hand, or the higher of two last cards. One with fewer games must not be behind at all. */
static int keeps_more(const struct rollouts *r, const struct candidate *other)
{
    const struct candidate *best = &r->candidates[0];
    const struct combo *a = &best->option.combo, *b = &other->option.combo;
    int last = cards_size(r->view->table.hand - a->cards) == 1;
    double deviations = other->tried < best->tried ? 0 : DEVIATIONS;
    return a->length && a->shape == b->shape && a->length == b->length && a->key == b->key &&
           other->option.rest > best->option.rest && (last || !is_ahead(r, best, other, deviations));
}

static void put_first(struct rollouts *r, int place)
{
    struct candidate moved = r->candidates[place];
    memmove(&r->candidates[1], &r->candidates[0], (size_t)place * sizeof moved);
    r->candidates[0] = moved;
}

/* Among the candidates that games do not distinguish from the first, move the one with the best remaining hand to the
 * front; returns whether it is another one. */
static int prefer_rest(struct rollouts *r)
{
    int changed = 0;
    for (int i = 1; i < r->listed; i++)
        if (keeps_more(r, &r->candidates[i])) {
            put_first(r, i);
            changed = 1;
        }
    return changed;
}

/* The highest rating among the candidates with most games: that of the choice, or of the one that it replaced for its
 * kickers. */
static double best_rating(const struct rollouts *r)
{
    const struct candidate *best = &r->candidates[0];
    for (int i = 1; i < r->listed; i++) {
        const struct candidate *tried = &r->candidates[i];
        if (tried->tried > best->tried || (tried->tried == best->tried && rating_of(r, tried) > rating_of(r, best)))
            best = tried;
    }
    return rating_of(r, best);
}

/* Choose the best candidate, and write the results of each. A dropped candidate lost to the remaining ones in the same
 * worlds, so its rating is capped at theirs. */
static void fill(const struct rollouts *r, uint32_t reasons, struct choice *out, struct search_result *result)
{
    const struct candidate *best = &r->candidates[0];
    out->combo = best->option.combo;
    out->value = best->option.value;
    out->reasons = reasons;
    result->n = (uint32_t)r->listed;
    double rating = best_rating(r);
    for (int i = 0; i < r->listed; i++) {
        const struct candidate *tried = &r->candidates[i];
        double games = tried->tried, mean = games ? tried->points / games : 0;
        double variance = games ? tried->point_squares / games - mean * mean : 0, own = rating_of(r, tried);
        rating = i && own < rating ? own : rating;
        result->candidates[i] = (struct tried){.combo = tried->option.combo,
                                               .won = (uint32_t)tried->won,
                                               .games = (uint32_t)tried->tried,
                                               .effective = games ? games * games / tried->squares : 0,
                                               .points = mean,
                                               .deviation = variance > 0 ? sqrt(variance) : 0,
                                               .behind = -tried->prior,
                                               .rating = rating};
    }
    result->aim = (uint8_t)r->aim;
    result->stake = r->stakes > 0 ? r->staked / r->stakes : 0;
    result->prior_weight = r->budget->prior_weight / 100.0;
    result->worlds = r->n_drawn ? r->sampled : (uint32_t)r->next;
    result->effective = r->n_drawn ? r->effective : r->next;
}

/* Count the bombs that are paid for in a sure win that begins with a combo; or an error. */
static int paid_bombs(const struct rollouts *r, const struct combo *combo)
{
    struct combo line[MAX_TURNS];
    int bombs = 0, n = forced_win_line(r->engine, r->view, combo, line, MAX_TURNS);
    for (int i = 0; i < n; i++)
        bombs += payment_for_bomb(r->view->payment, &line[i]);
    return n < 0 ? n : bombs;
}

/* Choose a candidate that is a sure win; for the aim of points the one with most paid bombs. Returns 1, 0 if there is
 * none, or an error. */
static int prove(const struct rollouts *r, struct choice *out)
{
    int most = -1;
    for (int i = 0; i < r->n && (most < 0 || r->aim == AIM_POINTS); i++) {
        const struct option *option = &r->candidates[i].option;
        int wins = forced_win_proves(r->engine, r->view, option);
        int bombs = wins > 0 && r->aim == AIM_POINTS ? paid_bombs(r, &option->combo) : 0;
        if (wins < 0)
            return wins;
        if (!wins || bombs <= most)
            continue;
        most = bombs;
        out->combo = option->combo;
        out->value = option->value;
        out->reasons = REASON_SURE_WIN;
    }
    return most >= 0;
}

int search_move(const struct engine *engine, const struct policy *policy, const struct view *view,
                const struct history *history, uint64_t seed, struct choice *out, struct search_result *result)
{
    struct rollouts r = {.engine = engine,
                         .policy = *policy,
                         .view = view,
                         .history = history,
                         .budget = &policy->budget,
                         .aim = view->payment ? policy->aim : AIM_WIN};
    r.policy.kind = POLICY_RULES;
    memset(result, 0, sizeof *result);
    int error = policy_move(engine, &r.policy, view, seed, out);
    if (error || out->forced || out->reasons & (REASON_FINISH | REASON_SURE_WIN))
        return error;
    int n = policy_options(engine, &r.policy, view);
    if (n < 2)
        return n < 0 ? n : 0;
    add_candidates(&r, engine->option_memory->options, n);
    pick_suits(&r);
    worlds_sides(view, &r.world);
    r.solvable = playout_solvable(view);
    open_hands_forget(engine->endings);
    split_keep(engine, 1);
    int proven = prove(&r, out);
    error = proven ? proven : halve(&r, seed, result);
    split_keep(engine, 0);
    if (!error && result->games) {
        order_by_rating(&r);
        uint32_t keeps = prefer_rest(&r) ? REASON_KEEPS_MORE : 0;
        fill(&r, REASON_SEARCHED | keeps, out, result);
    }
    return error < 0 ? error : 0;
}

int search_choose(const struct engine *engine, const struct policy *policy, const struct view *view,
                  const struct history *history, uint64_t seed, struct choice *out, struct search_result *result)
{
    int error = policy_verify(policy);
    error = error ? error : view_verify(engine->rules, view);
    error = error ? error : worlds_verify(view);
    error = error ? error : beliefs_verify(engine->rules, view, history);
    return error ? error : search_move(engine, policy, view, history, seed, out, result);
}
