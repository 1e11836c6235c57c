/* Puts the columns of a page that was read side by side, so that Python can give back the room that was not needed. What
   only reading needs is dropped. Twin: none, numpy makes each column as long as it is. */

#include "page.h"

/* Moves columns of `width` bytes each number to the front of their stretch; `length` tells how long they are. */
static void move_columns(void *stretch, size_t width, int64_t *at, const int64_t *length, int columns) {
  int64_t to = 0;
  for (int i = 0; i < columns; i++) {
    if (length[i])
      memmove((uint8_t *)stretch + (size_t)to * width, (uint8_t *)stretch + (size_t)at[i] * width,
              (size_t)length[i] * width);
    at[i] = to;
    to += length[i];
  }
  at[columns] = to;
}

void pack(Page *page) {
  int64_t tags = page->tags, runs = page->runs, elements = page->elements;
  const int64_t int_length[INTS] = {2 * tags + 2, tags + 2, runs, runs, runs, runs, elements, elements, elements, elements,
                                    elements, 2 * page->unowned, tags + 2, page->seen, page->blocks + 1, page->invented,
                                    page->invented};
  const int64_t short_length[SHORTS] = {tags, elements}, byte_length[BYTES] = {0, 0, 0, elements, runs, runs};
  move_columns(page->ints, sizeof *page->ints, page->int_at, int_length, INTS);
  move_columns(page->shorts, sizeof *page->shorts, page->short_at, short_length, SHORTS);
  move_columns(page->bytes, sizeof *page->bytes, page->byte_at, byte_length, BYTES);
}
