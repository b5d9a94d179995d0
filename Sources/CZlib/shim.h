// deflateInit2 and inflateInit2 are macros, which Swift cannot call.
#ifndef ACCORD_CZLIB_SHIM_H
#define ACCORD_CZLIB_SHIM_H
#include <zlib.h>

/// Prepares a gzip encoder; `level` is zlib's 1 to 9; returns a zlib result code.
static inline int accord_gzip_deflate_start(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Prepares a decoder for gzip bodies; returns a zlib result code.
static inline int accord_gzip_inflate_start(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

/// Prepares a decoder for what lies in zip archives; returns a zlib result code.
static inline int accord_zip_inflate_start(z_stream *stream) {
    return inflateInit2(stream, -15);
}
#endif
