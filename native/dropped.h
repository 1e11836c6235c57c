/* Text that a result leaves out, by kind: the rules, and what is asked. Twin: losses/dropped.py, which fills the fields in
   this order. */

#ifndef WEBWINNOW_DROPPED_H
#define WEBWINNOW_DROPPED_H

#include "page.h"

enum { MOST_KINDS = 8 };

typedef struct {
  const WordTable *parts; /* what stands in every tag whose names tell a kind */
  const Naming *naming;
  const NameTable *words;                 /* words of names that tell a kind, */
  const uint8_t *begins, *told;           /* whether each may go on, and its bit */
  const uint8_t *of_name, *whole;         /* per tag number: the bits of elements, and which stand for the whole page */
  const uint8_t *kind;                    /* per combination of bits */
  int32_t in_link, listed, comment, hidden; /* bits of text in links, in blocks that are mostly links, and so on */
} DroppedRules;

typedef struct {
  int64_t spans;
  const int32_t *start, *end; /* the content, */
  int64_t comments;
  const int32_t *comment_start, *comment_end; /* and the text of comments */
  int64_t total;                              /* gets the characters of all text */
} DroppedAsked;

/* What is known of elements and runs while they are sorted. */
typedef struct {
  uint8_t *around, *told; /* per element: whether text that is left out stands in it, and its bits with those around it */
  uint8_t *kept, *bits;   /* per run: whether it is kept, and its bits; then its kind */
} DroppedScratch;

/* The first two letters of words, which are small ones of ASCII, two at least: by the first, the second ones as bits. */
typedef struct {
  uint32_t second[26];
} LetterPairs;

static inline LetterPairs first_two_letters(const NameTable *words) {
  LetterPairs found = {{0}};
  for (int32_t n = 0; n < words->count; n++) {
    const uint8_t *text = words->text + words->at[n];
    found.second[text[0] - 'a'] |= UINT32_C(1) << (text[1] - 'a');
  }
  return found;
}

/* Marks the runs that are kept, and the elements around the others; gives 0 where a span is no run. */
static int mark_left(const Page *page, const DroppedAsked *asked, const DroppedScratch *scratch) {
  const int32_t *start = ints(page, START), *end = ints(page, END), *parent = ints(page, PARENT);
  for (int64_t n = 0, run = 0; n < asked->spans; n++, run++) {
    while (run < page->runs && start[run] < asked->start[n]) run++;
    if (run == page->runs || start[run] != asked->start[n] || end[run] != asked->end[n]) return 0;
    scratch->kept[run] = 1;
  }
  for (int64_t run = 0; run < page->runs; run++)
    for (int32_t e = scratch->kept[run] ? -1 : ints(page, HOME)[run]; e >= 0 && !scratch->around[e]; e = parent[e])
      scratch->around[e] = 1;
  return 1;
}

/* Marks the runs in blocks that are mostly links. */
static void mark_listed(const DroppedRules *rules, const Page *page, const DroppedScratch *scratch) {
  const int32_t *first = ints(page, BLOCK_FIRST), *runs = ints(page, SEEN_RUNS);
  for (int64_t block = 0; block < page->blocks; block++) {
    int64_t all = 0, linked = 0;
    for (int32_t at = first[block]; at < first[block + 1]; at++) {
      int64_t length = ints(page, END)[runs[at]] - ints(page, START)[runs[at]];
      all += length;
      if (scratch->told[ints(page, HOME)[runs[at]]] & rules->in_link) linked += length;
    }
    for (int32_t at = first[block]; at < first[block + 1] && 2 * linked > all; at++)
      scratch->bits[runs[at]] |= (uint8_t)rules->listed;
  }
}

/* Finds the kind of each run, and counts: how many are left out, and how many characters they have. */
static void count_kinds(const DroppedRules *rules, const Page *page, DroppedAsked *asked, const DroppedScratch *scratch,
                        int64_t *runs, int64_t *characters) {
  for (int64_t run = 0, comment = 0; run < page->runs; run++) {
    int32_t start = ints(page, START)[run], length = ints(page, END)[run] - start;
    asked->total += length;
    if (scratch->kept[run]) continue;
    while (comment < asked->comments && asked->comment_end[comment] <= start) comment++;
    int bits = scratch->bits[run] | (scratch->told[ints(page, HOME)[run]] & ~rules->in_link);
    if (comment < asked->comments && asked->comment_start[comment] <= start) bits |= rules->comment;
    if (!bytes(page, SHOWN)[run]) bits |= rules->hidden;
    scratch->bits[run] = rules->kind[bits];
    runs[scratch->bits[run]]++;
    characters[scratch->bits[run]] += length;
  }
}

/* Writes where the runs start and end that are left out, those of each kind together. */
static void write_by_kind(const Page *page, const DroppedScratch *scratch, const int64_t *runs, int32_t *start,
                          int32_t *end) {
  int64_t next[MOST_KINDS] = {0};
  for (int kind = 1; kind < MOST_KINDS; kind++) next[kind] = next[kind - 1] + runs[kind - 1];
  for (int64_t run = 0; run < page->runs; run++) {
    if (scratch->kept[run]) continue;
    int64_t at = next[scratch->bits[run]]++;
    start[at] = ints(page, START)[run];
    end[at] = ints(page, END)[run];
  }
}

#endif
