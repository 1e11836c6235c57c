/* Tells what elements are for by the words of their names. Twin: NameKinds of losses/dropped.py.

   The words of each tag stand in small letters, a blank behind each, and a NUL between two tags. */

#include "kernels.h"

static uint8_t kind_of(const NameTable *words, const uint8_t *begins, const uint8_t *kind, const uint8_t *text,
                       int64_t length) {
  for (int32_t n = 0; n < words->count; n++) {
    int32_t at = words->at[n], own = words->at[n + 1] - at;
    if (text[0] != words->text[at] || length < own || (length > own && !begins[n])) continue;
    if (!memcmp(text, words->text + at, (size_t)own)) return kind[n];
  }
  return 0;
}

/* `begins` tells which words may go on; `told` has the bits of all words of each tag. */
KERNEL void tell_kinds(const NameTable *words, const uint8_t *begins, const uint8_t *kind, const uint8_t *text,
                       int64_t size, uint8_t *told) {
  *told = 0;
  for (int64_t i = 0; i < size;) {
    if (!text[i]) {
      *++told = 0;
      i++;
      continue;
    }
    const uint8_t *behind = memchr(text + i, ' ', (size_t)(size - i));
    int64_t end = behind ? behind - text : size;
    *told |= kind_of(words, begins, kind, text + i, end - i);
    i = end + 1;
  }
}
