/* Functions that are compiled twice: for every processor, and for those with wide registers (AVX2). */

#ifndef WEBWINNOW_WIDE_H
#define WEBWINNOW_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#define WIDE __attribute__((target("avx2")))
#else
#define INLINED static inline
#define WIDE
#endif

#endif
