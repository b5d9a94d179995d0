#include "limit.h"

#include <signal.h>
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

int main(int count, char **arguments) {
    require(count == 3, "usage: limit INPUT FOLDER, INPUT as `accord-bench workload` wrote it");
    signal(SIGPIPE, SIG_IGN);
    set_folders(arguments[1], arguments[2]);
    load_rows(arguments[1]);
    measure_join();
    measure_single_commits();
    measure_bulk();
    measure_push_and_pull();
    return 0;
}
