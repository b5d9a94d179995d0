#include "limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct row *rows;
long row_count;

struct bytes take(const uint8_t **at) {
    struct bytes result;
    memcpy(&result.count, *at, 4);
    result.start = *at + 4;
    *at += 4 + result.count;
    return result;
}

uint8_t *put(uint8_t *at, struct bytes bytes) {
    memcpy(at, &bytes.count, 4);
    memcpy(at + 4, bytes.start, bytes.count);
    return at + 4 + bytes.count;
}

void load_rows(const char *input) {
    char path[4096];
    snprintf(path, sizeof path, "%s/rows.bin", input);
    FILE *file = fopen(path, "rb");
    struct stat status;
    require(file && !fstat(fileno(file), &status), "rows.bin cannot be read");
    uint8_t *all = malloc(status.st_size);
    require(fread(all, 1, status.st_size, file) == (size_t)status.st_size, "rows.bin is short");
    fclose(file);
    long room = 0;
    for (const uint8_t *at = all; at < all + status.st_size; row_count++) {
        if (row_count == room) {
            room = room ? room * 2 : 1024;
            rows = realloc(rows, room * sizeof *rows);
        }
        for (int i = 0; i < COLUMNS; i++) rows[row_count].column[i] = take(&at);
    }
}
