/* A page as it is read: its columns stand in three stretches of memory that Python owns, and later kernels are handed the
   page as one pointer. The fields are those of PageColumns and _Reading of document/reading.py, in this order. */

#ifndef WEBWINNOW_PAGE_H
#define WEBWINNOW_PAGE_H

#include "kernels.h"

/* The rules by which pages are read, and what readers see of them. */
typedef struct {
  const Html *html;
  const Characters *characters;
  const Hiding *hiding;
  const NameTable *plain_types; /* declarations of the document's type after which a page is not in quirks mode */
  const uint8_t *of_name;       /* marks per tag number: document/visibility.py */
  const uint8_t *breaking;      /* per tag number, whether it ends a block: document/markup.py */
  int32_t line_break, hidden, never_seen, unused;
  double mostly;
} Reading;

/* Columns of each stretch, in their order there. */
enum {
  EDGE, CHARACTERS_BEFORE, GAP, START, END, HOME, PARENT, FIRST, CLOSE, LAST, START_TAG, OWNER, SEEN_BEFORE, SEEN_RUNS,
  BLOCK_FIRST, INVENTED, INVENTED_LENGTH, INTS
};
enum { CODE, TAG, SHORTS };
enum { FLAG, FILLED, TAG_MARKS, ELEMENT_MARKS, MARKS, SHOWN, BYTES };

typedef struct {
  int64_t size, most_tags, most_elements;
  int64_t tags, runs, elements, seen, blocks, unowned, invented; /* how many there are */
  int64_t step, quirks;                                          /* where reading goes on after a question */
  int32_t *ints;
  int16_t *shorts;
  uint8_t *bytes;
  /* Where each column starts in its stretch, and where the last one ends: with room, until the page is read. */
  int64_t int_at[INTS + 1], short_at[SHORTS + 1], byte_at[BYTES + 1];
} Page;

static inline int32_t *ints(const Page *page, int column) { return page->ints + page->int_at[column]; }
static inline int16_t *shorts(const Page *page, int column) { return page->shorts + page->short_at[column]; }
static inline uint8_t *bytes(const Page *page, int column) { return page->bytes + page->byte_at[column]; }

/* Where a number stands next, from a place on; `count` if it does no more. Many are looked at at once. */
static inline int64_t next_of(const int16_t *numbers, int64_t from, int64_t count, int16_t wanted) {
  for (; from + 32 <= count; from += 32) {
    int16_t found = 0;
    for (int n = 0; n < 32; n++) found |= (int16_t)(numbers[from + n] == wanted);
    if (found) break;
  }
  while (from < count && numbers[from] != wanted) from++;
  return from;
}

/* The first element whose content does not start before a tag. */
static inline int64_t first_behind(const Page *page, int64_t tag) {
  const int32_t *first = ints(page, FIRST);
  int64_t low = 0, high = page->elements;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    if (first[middle] < tag) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The element that a tag opens, -1 for none; `e` is the one that `first_behind` gives. */
static inline int32_t opened_by(const Page *page, int64_t tag, int64_t e) {
  for (; e < page->elements && ints(page, FIRST)[e] == tag; e++)
    if (ints(page, START_TAG)[e] == tag) return (int32_t)e;
  return -1;
}

enum { READ, ASKS_FOR_QUIRKS, ASKS_FOR_MARKS, ASKS_FOR_ROOM }; /* what reading gives, or -1 or -2 */

int64_t build_tree(const Reading *rules, Page *page);
void mark_elements(const Reading *rules, const Page *page);
void see(const Reading *rules, Page *page);
void pack(Page *page);

typedef struct LayoutRules LayoutRules;
KERNEL int64_t mark_layout_lists(const Page *page, const LayoutRules *rules, uint8_t *found);

#endif
