// mallopt is glibc's alone, so it has no place in Swift's modules of the C library.
#ifndef ACCORD_CMEMORY_SHIM_H
#define ACCORD_CMEMORY_SHIM_H
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Lets so many threads have a heap of their own; the others share one of these.
static inline void accord_memory_heaps(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
#endif
}
#endif
