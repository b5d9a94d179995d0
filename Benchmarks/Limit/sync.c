/* The same rows from one laptop's database over libcurl into the server's, and from there into an
   empty laptop's; every batch is durable on both sides before the next. */

#include "limit.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

static CURL *curl;
static int port;
static long wire_bytes;
static uint8_t request[MESSAGE_BYTES_MAX], answer[MESSAGE_BYTES_MAX];
static long answer_count;

static size_t take_answer(char *bytes, size_t size, size_t count, void *context) {
    (void)context;
    require(answer_count + size * count <= sizeof answer, "an answer is too large");
    memcpy(answer + answer_count, bytes, size * count);
    answer_count += size * count;
    return size * count;
}

static void open_connection(void) {
    curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, curl_slist_append(0, "Expect:"));
}

/* POSTs the first `count` bytes of `request`, or GETs when there are none. */
static void perform(long n, long count) {
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/%ld", port, n);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, count ? CURLOPT_POST : CURLOPT_HTTPGET, 1L);
    if (count) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, count);
    }
    answer_count = 0;
    CURLcode code = curl_easy_perform(curl);
    require(code == CURLE_OK, curl_easy_strerror(code));
    long head_sent, head_received;
    curl_off_t sent, received;
    curl_easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &head_sent);
    curl_easy_getinfo(curl, CURLINFO_HEADER_SIZE, &head_received);
    curl_easy_getinfo(curl, CURLINFO_SIZE_UPLOAD_T, &sent);
    curl_easy_getinfo(curl, CURLINFO_SIZE_DOWNLOAD_T, &received);
    wire_bytes += head_sent + head_received + sent + received;
}

/* Fills `request` with the rows behind a number; returns how many bytes they take. */
static long read_batch(sqlite3_stmt *batch, long after, long *last) {
    uint8_t *at = request;
    *last = after;
    sqlite3_bind_int64(batch, 1, after);
    sqlite3_bind_int64(batch, 2, ROWS_PER_BATCH);
    for (; sqlite3_step(batch) == SQLITE_ROW; ++*last)
        for (int column = 0; column < 3; column++) at = put(at, blob(batch, column));
    sqlite3_reset(batch);
    return at - request;
}

static double push(void) {
    sqlite3 *db = open_database("sender", 0);
    double start = now();
    sqlite3_stmt *batch = prepare(
        db,
        "select record.key, change.body, change.hash"
        " from change join record on record.number = change.record"
        " where change.chain = 1 and change.n > ?"
        " order by change.n limit ?");
    sqlite3_stmt *acknowledge = prepare(
        db,
        "update change set outcome = 1, overlay = 1"
        " where chain = 1 and n > ? and n <= ?");
    long after = 0;
    for (long last, count; (count = read_batch(batch, after, &last)); after = last) {
        perform(after + 1, count);
        run(db, "begin immediate");
        sqlite3_bind_int64(acknowledge, 1, after);
        sqlite3_bind_int64(acknowledge, 2, last);
        step(acknowledge);
        commit(db, "sender");
    }
    double seconds = now() - start;
    require(after == row_count, "rows were lost on their way to the server");
    sqlite3_finalize(batch);
    sqlite3_finalize(acknowledge);
    sqlite3_close(db);
    return seconds;
}

/* Stores an answer's rows and where the next one begins; returns how many rows there were. */
static long store_answer(sqlite3 *db, sqlite3_stmt *insert, sqlite3_stmt *cursor) {
    long count = 0;
    run(db, "begin immediate");
    for (const uint8_t *at = answer; at < answer + answer_count; count++) {
        struct bytes key = take(&at), digest = take(&at), image = take(&at);
        bind_bytes(insert, 1, key);
        bind_bytes(insert, 2, image);
        bind_bytes(insert, 3, digest);
        step(insert);
    }
    step(cursor);
    commit(db, "receiver");
    return count;
}

static double pull(void) {
    sqlite3 *db = open_database("receiver", "laptop");
    run(db, "insert into audit (number, id, root) values (1, randomblob(16), zeroblob(32))");
    double start = now();
    sqlite3_stmt *insert = prepare(
        db,
        "insert into record (audit, key, pulled, base_digest, shown_digest, is_shared)"
        " values (1, ?1, ?2, ?3, ?3, 0)");
    sqlite3_stmt *cursor = prepare(db, "update audit set cursor = zeroblob(104) where number = 1");
    long after = 0;
    for (perform(after, 0); answer_count; perform(after, 0))
        after += store_answer(db, insert, cursor);
    double seconds = now() - start;
    require(after == row_count, "rows were lost on their way from the server");
    sqlite3_finalize(insert);
    sqlite3_finalize(cursor);
    sqlite3_close(db);
    return seconds;
}

void measure_push_and_pull(void) {
    long findings = row_count * FINDINGS_PER_ROW;
    pid_t server = start_server(&port);
    open_connection();
    perform(row_count, 0); /* Both works begin with the connection open and the server ready. */
    wire_bytes = 0;
    double push_seconds = push();
    long push_bytes = wire_bytes;
    wire_bytes = 0;
    double pull_seconds = pull();
    curl_easy_cleanup(curl);
    kill(server, SIGTERM);
    struct rusage usage;
    wait4(server, 0, 0, &usage);
    long memory = usage.ru_maxrss * 1024;
    print("push", push_seconds, findings, push_bytes, disk_size("server"), memory);
    print("pull", pull_seconds, findings, wire_bytes, disk_size("receiver"), 0);
}
