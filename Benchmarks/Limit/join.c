/* Two sorted lists of changes, and what each side has seen; no values. */

#include "limit.h"

struct dot {
    uint64_t high, low, n;
};

struct live_change {
    struct dot dot;
    uint64_t live; /* a bit for each write */
};

struct record {
    int seen_count, change_count;
    struct dot seen[4];
    struct live_change change[4];
};

static int by_replica(const struct dot *left, const struct dot *right) {
    if (left->high != right->high) return left->high < right->high ? -1 : 1;
    if (left->low != right->low) return left->low < right->low ? -1 : 1;
    return 0;
}

static int by_dot(const struct dot *left, const struct dot *right) {
    int order = by_replica(left, right);
    return order ? order : left->n < right->n ? -1 : left->n > right->n;
}

static int has_seen(const struct record *record, const struct dot *dot) {
    for (int i = 0; i < record->seen_count; i++)
        if (!by_replica(&record->seen[i], dot)) return record->seen[i].n >= dot->n;
    return 0;
}

static void keep(
    const struct live_change *change, const struct record *other, struct record *result) {
    if (!has_seen(other, &change->dot)) result->change[result->change_count++] = *change;
}

static void join_seen(
    const struct record *left, const struct record *right, struct record *result) {
    int l = 0, r = 0;
    while (l < left->seen_count && r < right->seen_count) {
        const struct dot *mine = &left->seen[l], *theirs = &right->seen[r];
        int order = by_replica(mine, theirs);
        int takes_mine = order < 0 || (order == 0 && mine->n > theirs->n);
        result->seen[result->seen_count++] = takes_mine ? *mine : *theirs;
        l += order <= 0;
        r += order >= 0;
    }
    while (l < left->seen_count) result->seen[result->seen_count++] = left->seen[l++];
    while (r < right->seen_count) result->seen[result->seen_count++] = right->seen[r++];
}

/* Opaque to the optimiser, so that a million equal joins are a million joins. */
__attribute__((noipa)) static void join(
    const struct record *left, const struct record *right, struct record *result) {
    int l = 0, r = 0;
    result->seen_count = result->change_count = 0;
    while (l < left->change_count && r < right->change_count) {
        const struct live_change *mine = &left->change[l], *theirs = &right->change[r];
        int order = by_dot(&mine->dot, &theirs->dot);
        if (order < 0) keep(mine, right, result);
        if (order > 0) keep(theirs, left, result);
        if (order == 0 && (mine->live & theirs->live)) {
            struct live_change both = {mine->dot, mine->live & theirs->live};
            result->change[result->change_count++] = both;
        }
        l += order <= 0;
        r += order >= 0;
    }
    while (l < left->change_count) keep(&left->change[l++], right, result);
    while (r < right->change_count) keep(&right->change[r++], left, result);
    join_seen(left, right, result);
}

void measure_join(void) {
    struct dot one = {5, 1, 1}, two = {5, 2, 1};
    struct record left = {1, 1, {one}, {{one, 1}}}, right = {1, 1, {two}, {{two, 1}}}, result;
    long siblings = 0;
    double start = now();
    for (int i = 0; i < JOINS; i++) {
        join(&left, &right, &result);
        siblings += result.change_count;
    }
    double seconds = now() - start;
    require(siblings == 2L * JOINS, "a join lost a sibling");
    print("join", seconds, JOINS, 0, 0, 0);
}
