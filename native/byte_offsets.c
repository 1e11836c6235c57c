/* Finds where characters start among bytes of UTF-8. Twin: _in_utf_8 of document/charset/byte_offsets.py. */

#include "kernels.h"

static inline int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

enum { BLOCK = 128, FEW = 16 }; /* bytes that are counted at once: more would not fit a count of one byte */

/* How many characters begin in some bytes. */
static inline int64_t count_beginning(const uint8_t *bytes, int count) {
  uint8_t begin = 0;
  for (int n = 0; n < count; n++) begin = (uint8_t)(begin + !continues(bytes[n]));
  return begin;
}

/* Goes on over so many bytes at once while the character may not begin among them: none has less than a byte. */
static inline void go_on(const uint8_t *bytes, int64_t size, int64_t wanted, int count, int64_t *at, int64_t *begun) {
  for (; *at + count <= size && wanted - *begun >= count; *at += count) *begun += count_beginning(bytes + *at, count);
}

/* `wanted` are characters, in order; those beyond the end are found there. */
KERNEL void find_bytes(const uint8_t *bytes, int64_t size, int64_t count, const int64_t *wanted, int64_t *found) {
  int64_t at = 0, begun = 0; /* characters that begin before `at` */
  for (int64_t n = 0; n < count; n++) {
    go_on(bytes, size, wanted[n], BLOCK, &at, &begun);
    go_on(bytes, size, wanted[n], FEW, &at, &begun);
    for (; at < size && (continues(bytes[at]) || begun < wanted[n]); at++) begun += !continues(bytes[at]);
    found[n] = at;
  }
}
