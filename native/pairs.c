/* Writes pairs of numbers as JSON has them. Twin: pairs of render/json.py. */

#include "kernels.h"

static uint8_t *put_digits(uint8_t *out, int32_t number) {
  uint8_t digits[12], *at = digits + sizeof digits;
  uint32_t left = (uint32_t)number; /* offsets are never negative */
  do *--at = (uint8_t)('0' + left % 10);
  while (left /= 10);
  memcpy(out, at, (size_t)(digits + sizeof digits - at));
  return out + (digits + sizeof digits - at);
}

/* Each pair takes at most 26 characters; gives how many all of them take. */
KERNEL int64_t write_pairs(int64_t count, const int32_t *start, const int32_t *end, uint8_t *out) {
  uint8_t *at = out;
  for (int64_t n = 0; n < count; n++) {
    if (n) *at++ = ',', *at++ = ' ';
    *at++ = '[';
    at = put_digits(at, start[n]);
    *at++ = ',', *at++ = ' ';
    at = put_digits(at, end[n]);
    *at++ = ']';
  }
  return at - out;
}
