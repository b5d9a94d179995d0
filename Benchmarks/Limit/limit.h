/* What the machine can do at most: the works of accord-bench in C, on Accord's own bytes.

   Every work starts from empty copies of Accord's databases, so tables, indexes and page size are
   Accord's; pragmas and checkpoints are the same. Nothing is hashed, merged or compressed: digests
   and images come ready-made from rows.bin. */

#ifndef LIMIT_H
#define LIMIT_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    FINDINGS_PER_ROW = 10, /* SyntheticFindings.perState */
    ROWS_PER_BATCH = 1000,
    SINGLE_COMMITS = 500,
    JOINS = 1000000,
    SEAL_BYTES = 18, /* what a record carries on the wire and the server does not store */
    WAL_BYTES_MAX = 16 << 20,
    MESSAGE_BYTES_MAX = 64 << 20,
};

/* ---- measure.c ---- */

/* Seconds on a clock that never goes back. */
double now(void);
/* Ends the program with a sentence when something does not hold. */
void require(int holds, const char *otherwise);
/* The line that Measurement.line makes. */
void print(const char *work, double seconds, long count, long wire, long disk, long memory);

/* ---- rows.c: the input ---- */

struct bytes {
    const uint8_t *start;
    uint32_t count;
};

/* The columns of rows.bin, in order. */
enum { KEY, BODY, HASH, CHAIN, DIGEST, IMAGE, COLUMNS };

/* One change of one component state, and the record that it makes. */
struct row {
    struct bytes column[COLUMNS];
};

extern struct row *rows;
extern long row_count;

void load_rows(const char *input);

/* Reads a 32-bit length and that many bytes, and moves on behind them. */
struct bytes take(const uint8_t **at);
/* Writes what `take` reads; returns the place behind it. */
uint8_t *put(uint8_t *at, struct bytes bytes);

/* ---- database.c ---- */

/* Where the empty databases are, and where the works put theirs. */
void set_folders(const char *input, const char *folder);

/* Opens a database with the pragmas of DatabaseFile; a template makes it anew. */
sqlite3 *open_database(const char *name, const char *template);
sqlite3_stmt *prepare(sqlite3 *db, const char *sql);
void run(sqlite3 *db, const char *sql);
void bind_bytes(sqlite3_stmt *statement, int index, struct bytes bytes);
struct bytes blob(sqlite3_stmt *statement, int column);
/* Runs a statement that returns no rows, and makes it ready for new parameters. */
void step(sqlite3_stmt *statement);
/* Commits, and moves the log into the file when it has grown as large as Accord allows. */
void commit(sqlite3 *db, const char *name);
/* The size of a closed database, once its log is part of it. */
long disk_size(const char *name);

/* ---- server.c ---- */

/* Serves in another process until that is killed; returns it, and its port. */
pid_t start_server(int *port);

/* ---- The works ---- */

void measure_join(void);
void measure_single_commits(void);
void measure_bulk(void);
/* Both need what `measure_bulk` left. */
void measure_push_and_pull(void);

#endif
