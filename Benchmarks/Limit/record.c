/* One row a commit, and all rows in one commit. */

#include "limit.h"

#include <stdlib.h>

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double commit_one_row(sqlite3 *db, sqlite3_stmt *insert, struct bytes body) {
    double start = now();
    run(db, "begin immediate");
    bind_bytes(insert, 1, body);
    step(insert);
    run(db, "commit");
    return now() - start;
}

/* A table without any index: the least that a durable commit of one finding's bytes takes. */
void measure_single_commits(void) {
    sqlite3 *db = open_database("bare", "laptop");
    run(db, "create table bare (id integer primary key, body blob not null)");
    sqlite3_stmt *insert = prepare(db, "insert into bare (body) values (?)");
    double seconds[SINGLE_COMMITS];
    for (int i = 0; i < SINGLE_COMMITS; i++) {
        struct bytes body = rows[i % row_count].column[BODY];
        body.count /= FINDINGS_PER_ROW;
        seconds[i] = commit_one_row(db, insert, body);
    }
    sqlite3_finalize(insert);
    sqlite3_close(db);
    qsort(seconds, SINGLE_COMMITS, sizeof *seconds, ascending);
    double median = seconds[SINGLE_COMMITS / 2];
    print("record", median * SINGLE_COMMITS, SINGLE_COMMITS, 0, disk_size("bare"), 0);
}

static void insert_rows(sqlite3 *db, sqlite3_stmt *record, sqlite3_stmt *change) {
    for (long i = 0; i < row_count; i++) {
        struct bytes *column = rows[i].column;
        bind_bytes(record, 1, column[KEY]);
        bind_bytes(record, 2, column[IMAGE]);
        bind_bytes(record, 3, column[DIGEST]);
        step(record);
        sqlite3_bind_int64(change, 1, i + 1);
        sqlite3_bind_int64(change, 2, sqlite3_last_insert_rowid(db));
        bind_bytes(change, 3, column[HASH]);
        bind_bytes(change, 4, column[CHAIN]);
        bind_bytes(change, 5, column[BODY]);
        step(change);
    }
}

void measure_bulk(void) {
    sqlite3 *db = open_database("sender", "laptop");
    run(db, "insert into audit (number, id, root) values (1, randomblob(16), zeroblob(32))");
    run(db,
        "insert into chain (number, audit, replica, source, n, hash)"
        " values (1, 1, randomblob(16), 1, 0, zeroblob(32))");
    double start = now();
    sqlite3_stmt *record = prepare(
        db,
        "insert into record (audit, key, shown, shown_digest, is_shared)"
        " values (1, ?, ?, ?, 0)");
    sqlite3_stmt *change = prepare(
        db,
        "insert into change"
        " (chain, n, record, hash, chain_hash, recorded_milliseconds, overlay, body)"
        " values (1, ?, ?, ?, ?, 1800000000000, 2, ?)");
    run(db, "begin immediate");
    insert_rows(db, record, change);
    commit(db, "sender");
    double seconds = now() - start;
    sqlite3_finalize(record);
    sqlite3_finalize(change);
    sqlite3_close(db);
    print("bulk", seconds, row_count * FINDINGS_PER_ROW, 0, disk_size("sender"), 0);
}
