/* The smallest server: one connection at a time, POST /N stores rows from number N on, GET /N
   sends the rows behind number N. */

#define _GNU_SOURCE
#include "limit.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static sqlite3 *db;
static sqlite3_stmt *insert_change, *insert_record, *select_records;
static uint8_t message[MESSAGE_BYTES_MAX]; /* what came, then what goes out */

static void open_store(void) {
    db = open_database("server", "server");
    insert_change = prepare(
        db,
        "insert into change"
        " (audit, sequence, replica, n, outcome, received_ms, key, hash, body, body_bytes)"
        " values (1, ?1, 1, ?1, 1, 1800000000000, ?2, ?3, ?4, length(?4))");
    insert_record = prepare(
        db,
        "insert into record (audit, sequence, writer, before, key, digest, image)"
        " values (1, ?, 1, 0, ?, ?, ?)");
    select_records = prepare(
        db,
        "select key, digest, image from record where audit = 1 and sequence > ?"
        " order by sequence limit ?");
}

/* Takes rows of key, body and hash. */
static void store(long n, const uint8_t *at, const uint8_t *end) {
    run(db, "begin immediate");
    for (; at < end; n++) {
        struct bytes key = take(&at), body = take(&at), hash = take(&at);
        sqlite3_bind_int64(insert_change, 1, n);
        bind_bytes(insert_change, 2, key);
        bind_bytes(insert_change, 3, hash);
        bind_bytes(insert_change, 4, body);
        step(insert_change);
        sqlite3_bind_int64(insert_record, 1, n);
        bind_bytes(insert_record, 2, key);
        bind_bytes(insert_record, 3, rows[n - 1].column[DIGEST]);
        bind_bytes(insert_record, 4, rows[n - 1].column[IMAGE]);
        step(insert_record);
    }
    commit(db, "server");
}

/* Gives rows of key, digest and image, the image with as many bytes more as a seal has. */
static long feed(long after) {
    uint8_t *at = message;
    sqlite3_bind_int64(select_records, 1, after);
    sqlite3_bind_int64(select_records, 2, ROWS_PER_BATCH);
    while (sqlite3_step(select_records) == SQLITE_ROW) {
        at = put(put(at, blob(select_records, 0)), blob(select_records, 1));
        uint8_t *image = at;
        at = put(at, blob(select_records, 2)) + SEAL_BYTES;
        uint32_t count = at - image - 4;
        memcpy(image, &count, 4);
    }
    sqlite3_reset(select_records);
    return at - message;
}

/* Receives until `count` bytes are there; 0 when the client is gone. */
static int receive(int connection, long *have, long count) {
    while (*have < count) {
        long more = recv(connection, message + *have, sizeof message - 1 - *have, 0);
        if (more <= 0) return 0;
        *have += more;
    }
    return 1;
}

static int send_all(int connection, const void *bytes, long count, int flags) {
    for (const uint8_t *at = bytes; count > 0;) {
        long sent = send(connection, at, count, flags);
        if (sent <= 0) return 0;
        at += sent;
        count -= sent;
    }
    return 1;
}

/* Reads one request with its body; returns the size of its head, 0 when the client is gone. */
static long receive_request(int connection, long *have) {
    char *text = (char *)message, *end = 0;
    *have = 0;
    while (!end) {
        if (!receive(connection, have, *have + 1)) return 0;
        text[*have] = 0;
        end = memmem(text, *have, "\r\n\r\n", 4);
    }
    char *length = strcasestr(text, "content-length:");
    long head = end + 4 - text;
    long count = length && length < end ? atol(length + 15) : 0;
    return receive(connection, have, head + count) ? head : 0;
}

static void answer_requests(int connection) {
    for (long have, head; (head = receive_request(connection, &have));) {
        long n, answer = 0;
        if (sscanf((char *)message, "POST /%ld", &n) == 1)
            store(n, message + head, message + have);
        else if (sscanf((char *)message, "GET /%ld", &n) == 1)
            answer = feed(n);
        char line[128];
        int count = snprintf(
            line, sizeof line, "HTTP/1.1 200 OK\r\nContent-Length: %ld\r\n\r\n", answer);
        if (!send_all(connection, line, count, answer ? MSG_MORE : 0)) return;
        if (!send_all(connection, message, answer, 0)) return;
    }
}

pid_t start_server(int *port) {
    int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    require(!bind(listener, (struct sockaddr *)&address, size), "no port is free");
    require(!listen(listener, 4), "no connection can be taken");
    getsockname(listener, (struct sockaddr *)&address, &size);
    *port = ntohs(address.sin_port);
    pid_t process = fork();
    if (process) {
        close(listener);
        return process;
    }
    open_store();
    for (int connection; (connection = accept(listener, 0, 0)) >= 0; close(connection)) {
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        answer_requests(connection);
    }
    exit(1);
}
