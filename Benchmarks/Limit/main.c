#include "limit.h"

#include <signal.h>

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
