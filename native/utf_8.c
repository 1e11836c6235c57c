/* Decodes UTF-8 into characters of one width, in two passes: the first tells how wide they are. Twin: bytes.decode, which
   also says what is wrong with bytes that are no UTF-8. */

#include "kernels.h"

enum { TOGETHER = 64 };

/* Whether all of the next bytes are ASCII; all are looked at at once. */
static inline int are_plain(const uint8_t *s) {
  uint8_t any = 0;
  for (int i = 0; i < TOGETHER; i++) any |= s[i];
  return any < 0x80;
}

static inline int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* How many bytes the character has that starts with this byte, which is not ASCII; 0 if none does. */
static inline int64_t length_of(uint8_t lead) {
  return lead >= 0xC2 && lead <= 0xDF ? 2 : (lead & 0xF0) == 0xE0 ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/* The character of so many bytes; each has six bits, the first one fewer. */
static inline uint32_t character(const uint8_t *s, int64_t length) {
  if (length == 2) return (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu);
  if (length == 3) return (s[0] & 0xFu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
  return (s[0] & 7u) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 | (s[3] & 0x3Fu);
}

/* The character that starts at i and is not ASCII, and its bytes; 0 if none does: it is cut off, too long, or no text. */
static inline uint32_t read_character(const uint8_t *s, int64_t size, int64_t i, int64_t *length) {
  *length = length_of(s[i]);
  if (!*length || i + *length > size) return 0;
  for (int64_t j = 1; j < *length; j++)
    if (!continues(s[i + j])) return 0;
  uint32_t c = character(s + i, *length);
  if (*length == 3 && (c < 0x800 || (c >= 0xD800 && c <= 0xDFFF))) return 0;
  return *length == 4 && (c < 0x10000 || c > 0x10FFFF) ? 0 : c;
}

/* Counts the characters, and tells all of their bits; -1 for what is no UTF-8. */
KERNEL int64_t measure_utf_8(const uint8_t *s, int64_t size, uint32_t *bits) {
  int64_t found = 0, length;
  uint32_t all = 0;
  for (int64_t i = 0; i < size; found++) {
    while (i + TOGETHER <= size && are_plain(s + i)) {
      i += TOGETHER;
      found += TOGETHER;
    }
    if (i == size) break;
    if (s[i] < 0x80) {
      i++;
      continue;
    }
    uint32_t c = read_character(s, size, i, &length);
    if (!c) return -1;
    all |= c;
    i += length;
  }
  *bits = all;
  return found;
}

#define WRITER(width, CH)                                                                                              \
  KERNEL void write_utf_8_##width(const uint8_t *s, int64_t size, CH *to) {                                            \
    for (int64_t i = 0; i < size;) {                                                                                   \
      for (; i + TOGETHER <= size && are_plain(s + i); i += TOGETHER, to += TOGETHER)                                  \
        for (int j = 0; j < TOGETHER; j++) to[j] = s[i + j];                                                           \
      if (i == size) break;                                                                                            \
      int64_t length = s[i] < 0x80 ? 1 : length_of(s[i]);                                                              \
      *to++ = (CH)(length == 1 ? s[i] : character(s + i, length));                                                     \
      i += length;                                                                                                     \
    }                                                                                                                  \
  }
WRITER(1, uint8_t)
WRITER(2, uint16_t)
WRITER(4, uint32_t)
