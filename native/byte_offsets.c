/* Finds where characters start among bytes of UTF-8. Twin: _in_utf_8 of document/charset/byte_offsets.py. */

#include "kernels.h"

static inline int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

enum { BLOCK = 16, EIGHT = 8 }; /* times eight bytes that are counted at once: all of them fit a count of one byte */

/* How many of so many times eight bytes continue a character: their upper bits are 10. */
static inline int64_t count_continuing(const uint8_t *bytes, int times) {
  uint64_t marked = 0;
  for (int n = 0; n < times; n++) {
    uint64_t eight;
    memcpy(&eight, bytes + EIGHT * n, sizeof eight);
    marked += (eight >> 7) & ~(eight >> 6) & UINT64_C(0x0101010101010101);
  }
  return (int64_t)(marked * UINT64_C(0x0101010101010101) >> 56);
}

/* Goes on over so many times eight bytes while a character can begin no sooner: none has less than a byte. */
static inline void go_on(const uint8_t *bytes, int64_t size, int64_t wanted, int times, int64_t *at, int64_t *begun) {
  for (int count = EIGHT * times; *at + count <= size && wanted - *begun >= count; *at += count)
    *begun += count - count_continuing(bytes + *at, times);
}

/* `wanted` are characters, in order; those beyond the end are found there. */
KERNEL void find_bytes(const uint8_t *bytes, int64_t size, int64_t count, const int64_t *wanted, int64_t *found) {
  int64_t at = 0, begun = 0; /* characters that begin before `at` */
  for (int64_t n = 0; n < count; n++) {
    go_on(bytes, size, wanted[n], BLOCK, &at, &begun);
    go_on(bytes, size, wanted[n], 1, &at, &begun);
    for (; at < size && (continues(bytes[at]) || begun < wanted[n]); at++) begun += !continues(bytes[at]);
    found[n] = at;
  }
}
