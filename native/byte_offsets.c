/* Finds where characters start among bytes of UTF-8. Twin: _in_utf_8 of document/charset/byte_offsets.py. */

#include "kernels.h"

static inline int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* How many of eight bytes continue a character: their upper bits are 10. */
static inline int64_t count_continuing(const uint8_t *bytes) {
  uint64_t eight;
  memcpy(&eight, bytes, sizeof eight);
  uint64_t marked = (eight >> 7) & ~(eight >> 6) & UINT64_C(0x0101010101010101);
  return (int64_t)(marked * UINT64_C(0x0101010101010101) >> 56);
}

/* `wanted` are characters, in order; those beyond the end are found there. */
KERNEL void find_bytes(const uint8_t *bytes, int64_t size, int64_t count, const int64_t *wanted, int64_t *found) {
  int64_t at = 0, begun = 0; /* characters that begin before `at` */
  for (int64_t n = 0; n < count; n++) {
    while (at + 8 <= size) {
      int64_t more = 8 - count_continuing(bytes + at);
      if (begun + more > wanted[n]) break;
      begun += more;
      at += 8;
    }
    for (; at < size && (continues(bytes[at]) || begun < wanted[n]); at++) begun += !continues(bytes[at]);
    found[n] = at;
  }
}
