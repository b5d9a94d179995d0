// mallopt is glibc's alone, so it has no place in Swift's modules of the C library.
#ifndef ACCORD_CMEMORY_SHIM_H
#define ACCORD_CMEMORY_SHIM_H
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Lets so many threads have a heap of their own; the others share one of these.
///
/// Blocks of so many bytes and more lie outside of heaps and go back when they are freed. Left to
/// itself glibc raises that bound to 32 MiB by and by, and answers of 4 MiB then lie between small
/// blocks that live on.
static inline void accord_memory_heaps(int count, int mapped_bytes_min) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
    mallopt(M_MMAP_THRESHOLD, mapped_bytes_min);
#endif
}
#endif
