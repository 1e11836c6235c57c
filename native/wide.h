/* Functions that are compiled twice: for every processor, and for those with wide registers (AVX2). */

#ifndef WEBWINNOW_WIDE_H
#define WEBWINNOW_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define INLINED static inline __attribute__((always_inline))
#define WIDE __attribute__((target("avx2")))
enum { BYTES_AT_ONCE = 32, LEAST_AT_ONCE = BYTES_AT_ONCE + 2 };
#define LOOKS_AT_BYTES
#else
#define INLINED static inline
#define WIDE
#endif

#endif
