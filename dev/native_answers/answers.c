/* answers.c - calls every function of engine.h and robots.h, and prints two lines for each set of rules: a hash of the
 * answers, and a hash of the numbers of states visited by searches.
 *
 *     answers FILE [THREADS [STEP]]
 *
 * dev/native_answers/questions.py writes FILE: rules, weights, networks, payment, policies and deals. It contains no
 * Python, so it runs under memory and thread sanitizers and valgrind, and any compiler builds it in a second. With
 * several THREADS each of them runs all sets, starting with a different one; all must compute the same digests. The
 * threads have small stacks, so that a call that needs more than the contract promises fails. With a
 * STEP only every STEP-th set is run.
 */
#include "ask.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SETS 64
#define MOST_THREADS 16

/* Stack of a thread, as much as a call of the core may use (engine.h); code under sanitizers has larger frames. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define STACK (8 << 20)
#endif
#endif
#ifndef STACK
#define STACK (256 << 10)
#endif
#define GUARD (4 << 20) /* larger than any frame, so that none reaches beyond it */

static struct set sets[MOST_SETS];
static int n_sets;

struct thread {
    pthread_t id;
    int number;
    struct digest answers[MOST_SETS], work[MOST_SETS];
};

static void print_digest(const char *name, const char *kind, const struct digest *digest)
{
    printf("%s.%s %llu %016llx\n", name, kind, (unsigned long long)digest->answers, (unsigned long long)digest->hash);
}

/* The first thread prints its digests, set by set. */
static void *ask_all(void *argument)
{
    struct thread *thread = argument;
    for (int i = 0; i < n_sets; i++) {
        int at = (i + thread->number) % n_sets;
        ask_set(&sets[at], &thread->answers[at], &thread->work[at]);
        if (thread->number)
            continue;
        print_digest(sets[at].name, "core", &thread->answers[at]);
        print_digest(sets[at].name, "work", &thread->work[at]);
        fflush(stdout);
    }
    return NULL;
}

static void take(FILE *file, void *out, size_t size)
{
    if (size && fread(out, size, 1, file) != 1)
        exit(2);
}

/* Read a file of questions, in the order in which questions.py writes it. */
static void read_sets(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint32_t n;
    if (!file)
        exit(2);
    for (take(file, &n, sizeof n); n_sets < (int)n; n_sets++) {
        struct set *set = &sets[n_sets];
        take(file, set->name, sizeof set->name);
        take(file, &set->suited, 3 * sizeof set->suited);
        take(file, &set->rules, sizeof set->rules);
        take(file, &set->weights, sizeof set->weights);
        take(file, set->net, set->nets ? sizeof set->net : 0);
        take(file, &set->payment, sizeof set->payment);
        take(file, set->policies, sizeof set->policies);
        set->deal = calloc(set->deals, sizeof *set->deal);
        take(file, set->deal, set->deals * sizeof *set->deal);
        for (uint32_t i = 0; i < set->deals; i++)
            set->deal[i].payment = &set->payment;
        if (rules_verify(&set->rules) || split_verify(&set->rules, &set->weights))
            exit(2);
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    static struct thread threads[MOST_THREADS];
    int wrong = 0, n = argc > 2 ? atoi(argv[2]) : 1, step = argc > 3 ? atoi(argv[3]) : 1;
    if (argc < 2 || n < 1 || n > MOST_THREADS || step < 1)
        return 2;
    read_sets(argv[1]);
    for (int i = 0; i * step < n_sets; i++)
        sets[i] = sets[i * step];
    n_sets = (n_sets + step - 1) / step;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK) ||
        pthread_attr_setguardsize(&attributes, GUARD))
        return 2;
    for (int i = 0; i < n; i++) {
        threads[i].number = i;
        if (pthread_create(&threads[i].id, &attributes, ask_all, &threads[i]))
            return 2;
    }
    for (int i = 0; i < n; i++)
        pthread_join(threads[i].id, NULL);
    for (int other = 1; other < n; other++)
        wrong += memcmp(threads[0].answers, threads[other].answers, sizeof threads[0].answers) != 0 ||
                 memcmp(threads[0].work, threads[other].work, sizeof threads[0].work) != 0;
    if (wrong)
        fprintf(stderr, "%d threads heard something else than the first\n", wrong);
    return wrong != 0;
}
