#include "limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

void require(int holds, const char *otherwise) {
    if (holds) return;
    fprintf(stderr, "limit: %s\n", otherwise);
    exit(1);
}

void print(const char *work, double seconds, long count, long wire, long disk, long memory) {
    printf("%s %.6f %ld %ld %ld %ld\n", work, seconds, count, wire, disk, memory);
    fflush(stdout);
}
