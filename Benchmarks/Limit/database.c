#include "limit.h"

#include <stdio.h>
#include <sys/stat.h>

static const char *templates, *databases;

void set_folders(const char *input, const char *folder) {
    templates = input;
    databases = folder;
}

static void path_of(char path[4096], const char *folder, const char *name, const char *suffix) {
    snprintf(path, 4096, "%s/%s.sqlite%s", folder, name, suffix);
}

static void copy(const char *source, const char *target) {
    FILE *from = fopen(source, "rb"), *to = fopen(target, "wb");
    require(from && to, "an empty database cannot be copied");
    char buffer[65536];
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, from));)
        require(fwrite(buffer, 1, count, to) == count, "the disk is full");
    fclose(from);
    fclose(to);
}

sqlite3 *open_database(const char *name, const char *template) {
    char path[4096], source[4096];
    path_of(path, databases, name, "");
    path_of(source, templates, template ? template : "", "");
    if (template) copy(source, path);
    sqlite3 *db;
    require(!sqlite3_open(path, &db), "a database cannot be opened");
    run(db, "pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0;"
            "pragma cache_size = -65536; pragma temp_store = memory; pragma foreign_keys = on");
    return db;
}

sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, 0);
    require(!code, sqlite3_errmsg(db));
    return statement;
}

void run(sqlite3 *db, const char *sql) {
    require(!sqlite3_exec(db, sql, 0, 0, 0), sqlite3_errmsg(db));
}

void bind_bytes(sqlite3_stmt *statement, int index, struct bytes bytes) {
    sqlite3_bind_blob(statement, index, bytes.start, bytes.count, SQLITE_STATIC);
}

struct bytes blob(sqlite3_stmt *statement, int column) {
    const void *start = sqlite3_column_blob(statement, column);
    return (struct bytes){start, sqlite3_column_bytes(statement, column)};
}

void step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    require(code == SQLITE_DONE, sqlite3_errmsg(sqlite3_db_handle(statement)));
    sqlite3_reset(statement);
}

void commit(sqlite3 *db, const char *name) {
    run(db, "commit");
    char path[4096];
    path_of(path, databases, name, "-wal");
    struct stat status;
    if (!stat(path, &status) && status.st_size > WAL_BYTES_MAX)
        run(db, "pragma wal_checkpoint(truncate)");
}

long disk_size(const char *name) {
    sqlite3 *db = open_database(name, 0);
    run(db, "pragma wal_checkpoint(truncate)");
    sqlite3_close(db);
    char path[4096];
    path_of(path, databases, name, "");
    struct stat status;
    require(!stat(path, &status), "a database is gone");
    return status.st_size;
}
