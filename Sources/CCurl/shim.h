// libcurl's setters and getters are variadic, which Swift cannot call, and a wrong argument type
// is undefined behaviour that no compiler reports. One typed wrapper per kind of argument:
// the option's kind (long, string, pointer, callback) is in its page in the libcurl manual.
#ifndef ACCORD_CCURL_SHIM_H
#define ACCORD_CCURL_SHIM_H
#include <curl/curl.h>
#include <string.h>

/// Receives bytes of a body or one header line; returning less than size * count ends the transfer.
typedef size_t (*accord_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

// MARK: Options of one transfer

/// Sets an option of kind long, switches included.
static inline CURLcode accord_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets an option of kind curl_off_t (names ending in _LARGE).
static inline CURLcode accord_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets an option of kind string; libcurl copies it.
static inline CURLcode accord_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets an option of kind pointer: a callback's context, the error buffer, bytes to copy.
static inline CURLcode accord_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets the header lines; the list must outlive the transfer.
static inline CURLcode accord_curl_set_headers(CURL *easy, struct curl_slist *lines) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, lines);
}

/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
static inline CURLcode accord_curl_set_receiver(
    CURL *easy, CURLoption option, accord_curl_receiver receiver) {
    return curl_easy_setopt(easy, option, receiver);
}

/// Sets the callback that supplies a body: it fills the bytes and returns how many there are.
static inline CURLcode accord_curl_set_supplier(CURL *easy, accord_curl_receiver supplier) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, supplier);
}

/// Sets the callback that sees every byte of the wire.
static inline CURLcode accord_curl_set_tracer(CURL *easy, curl_debug_callback tracer) {
    return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, tracer);
}

// MARK: What a transfer knows about itself

/// The pointer that CURLOPT_PRIVATE stored, or null.
static inline void *accord_curl_get_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

/// What the server's own certificate says under a name, or null; needs CURLOPT_CERTINFO. Told of the
/// transfer that made the connection, and lasts as long as the handle.
static inline const char *accord_curl_get_certificate_field(CURL *easy, const char *name) {
    struct curl_certinfo *chain = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL ||
        chain->num_of_certs < 1) {
        return NULL;
    }
    size_t length = strlen(name);
    for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next) {
        if (strncmp(line->data, name, length) == 0 && line->data[length] == ':') {
            return line->data + length + 1;
        }
    }
    return NULL;
}

/// What a proxy answered when it was asked for a way to the server; 0 when none was asked.
static inline long accord_curl_get_connect_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return status;
}

/// The result in a CURLMSG_DONE message, which is a member of a union.
static inline CURLcode accord_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}
#endif
