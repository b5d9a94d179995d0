// sqlite3_db_config is variadic, which Swift cannot call: one typed wrapper per use.
#ifndef ACCORD_CSQLITE_SHIM_H
#define ACCORD_CSQLITE_SHIM_H
#include <sqlite3.h>

/// Keeps SQLite from checkpointing when the last connection closes; returns an SQLite result code.
static inline int accord_sqlite_no_checkpoint_on_close(sqlite3 *database) {
    int now = 0;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &now);
}
#endif
