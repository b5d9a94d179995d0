// ZSTD_CONTENTSIZE_UNKNOWN and ZSTD_CONTENTSIZE_ERROR are casts in macros, which Swift cannot see.
#ifndef ACCORD_CZSTD_SHIM_H
#define ACCORD_CZSTD_SHIM_H
#include <zstd.h>

/// The decoded size that the first frame claims, or 0 when it claims none or is no frame.
static inline unsigned long long accord_zstd_claimed_size(const void *frame, size_t count) {
    unsigned long long size = ZSTD_getFrameContentSize(frame, count);
    int is_known = size != ZSTD_CONTENTSIZE_UNKNOWN && size != ZSTD_CONTENTSIZE_ERROR;
    return is_known ? size : 0;
}
#endif
