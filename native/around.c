/* What stands around each element. Twins: Elements.inside and Elements.nearest of document/tree/elements.py, and
   element_marks of document/visibility.py.

   Elements stand in preorder, so the element around one was answered before it. */

#include "page.h"
#include "scratch.h"

KERNEL void mark_inside(int64_t elements, const int32_t *parent, const uint8_t *marked, uint8_t *inside) {
  for (int64_t i = 0; i < elements; i++) inside[i] = marked[i] || (parent[i] >= 0 && inside[parent[i]]);
}

KERNEL void find_nearest(int64_t elements, const int32_t *parent, const uint8_t *marked, int32_t *nearest) {
  for (int64_t i = 0; i < elements; i++) nearest[i] = marked[i] ? (int32_t)i : parent[i] >= 0 ? nearest[parent[i]] : 0;
}

void mark_elements(const Reading *rules, const Page *page) {
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT), *start_tag = ints(page, START_TAG);
  const uint8_t *of_tag = bytes(page, TAG_MARKS);
  uint8_t *marks = bytes(page, ELEMENT_MARKS);
  for (int64_t i = 0; i < page->elements; i++) {
    uint8_t own = rules->of_name[tag[i]] | (start_tag[i] >= 0 ? of_tag[start_tag[i]] : 0);
    marks[i] = own | (parent[i] >= 0 ? marks[parent[i]] : 0);
  }
}

/* Bits by tag number and an element's own, and those of all around it. Twin: bits_around of document/tree/elements.py. */
KERNEL void mark_bits(int64_t elements, const int16_t *tag, const int32_t *parent, const uint8_t *of_name,
                      const uint8_t *own, uint8_t *bits) {
  for (int64_t i = 0; i < elements; i++) bits[i] = of_name[tag[i]] | own[i] | (parent[i] >= 0 ? bits[parent[i]] : 0);
}

/* `of_name` per tag number. Twin: surroundings of document/tree/elements.py. */
KERNEL void mark_surroundings(int64_t elements, const int16_t *tag, const int32_t *parent, const uint16_t *of_name,
                              uint16_t *bits) {
  for (int64_t i = 0; i < elements; i++) bits[i] = of_name[tag[i]] | (parent[i] >= 0 ? bits[parent[i]] : 0);
}

/* Where the extent of an element begins and ends, as places among the tags: `implied` marks elements that no tag of their
   own opened, and `opened` is the last element that its tag opened. */
static void find_extent(int64_t e, int64_t opened, int64_t tags, const int16_t *code, const int16_t *tag,
                        const int32_t *first, const int32_t *close, const uint8_t *implied, int64_t *start, int64_t *end) {
  *start = first[e] + (implied[e] && (opened <= e || implied[opened]));
  *end = close[e] + (!implied[e] && close[e] < tags && code[close[e]] == -tag[e]);
  if (*end < *start + !implied[e]) *end = *start + !implied[e]; /* a void element is its own tag */
}

/* Marks the tags in the extents of marked elements. Twin: tags_of of document/tree/elements.py. Gives -2 where memory is
   short. */
KERNEL int64_t mark_tags(int64_t elements, int64_t tags, const int16_t *code, const int16_t *tag, const int32_t *first,
                         const int32_t *close, const uint8_t *implied, const uint8_t *marked, uint8_t *inside) {
  int32_t *change = take_zeros((size_t)tags + 2, sizeof *change), depth = 0;
  if (!change) return -2;
  for (int64_t e = elements - 1, opened = e; e >= 0; e--) {
    int64_t start, end;
    if (first[e] != first[opened]) opened = e;
    if (!marked[e]) continue;
    find_extent(e, opened, tags, code, tag, first, close, implied, &start, &end);
    change[start]++;
    change[end]--;
  }
  for (int64_t k = 0; k < tags; k++) inside[k] = (depth += change[k]) > 0;
  leave_scratch(change);
  return 0;
}

/* Marks the elements that held text before a stage hid some, and hold none now, with all inside of them, and lets the tags
   in their extents count for nothing. `had` and `has` are the characters before each gap. Gives -2 where memory is short.
   Twin: Document.reduced. */
KERNEL int64_t take_away(const Page *page, const int32_t *had, const int32_t *has, uint8_t *gone, int32_t *code) {
  const int32_t *first = ints(page, FIRST), *close = ints(page, CLOSE), *owner = ints(page, OWNER);
  uint8_t *work = take_zeros((size_t)page->elements + (size_t)page->tags + 2, 1), *inside = work + page->elements;
  if (!work) return -2;
  for (int64_t i = 0; i < page->unowned; i++) work[owner[2 * i]] = 1;
  for (int64_t i = 0; i < page->elements; i++)
    gone[i] = had[close[i] + 1] > had[first[i] + 1] && has[close[i] + 1] == has[first[i] + 1];
  int64_t done = mark_tags(page->elements, page->tags, shorts(page, CODE), shorts(page, TAG), first, close, work, gone, inside);
  for (int64_t tag = 0; tag < page->tags && !done; tag++)
    if (inside[tag]) code[tag] = 0;
  mark_inside(page->elements, ints(page, PARENT), gone, gone);
  leave_scratch(work);
  return done;
}

/* Filled by extractors/lqf.py, in this order. */
typedef struct {
  const uint8_t *is_block, *is_link; /* per tag number */
  double threshold;
} LinkRules;

/* What stands directly in a block, and how much of it is linked. */
typedef struct {
  int32_t block, links, all;
} Quota;

static void count_links(const Page *page, const LinkRules *rules, const int32_t *before, Quota *quota, uint8_t *linked) {
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT), *home = ints(page, HOME), *gap = ints(page, GAP);
  for (int64_t i = 0; i < page->elements; i++) {
    linked[i] = rules->is_link[tag[i]] || (parent[i] >= 0 && linked[parent[i]]);
    quota[i].block = rules->is_block[tag[i]] ? (int32_t)i : parent[i] >= 0 ? quota[parent[i]].block : 0;
  }
  for (int64_t run = 0; run < page->runs; run++) {
    Quota *block = quota + quota[home[run]].block;
    int32_t characters = before[gap[run] + 1] - before[gap[run]];
    block->all += characters;
    block->links += linked[home[run]] ? characters : 0;
  }
}

/* Marks the runs in blocks of whose characters not too many are linked; -2 where memory is short. `before` are the
   characters that are shown before each gap. Twin: LQF of extractors/lqf.py. */
KERNEL int64_t judge_links(const Page *page, const LinkRules *rules, const int32_t *before, uint8_t *chosen) {
  Quota *quota = take_zeros((size_t)page->elements, sizeof *quota);
  uint8_t *linked = take_scratch((size_t)page->elements, 1);
  if (quota && linked) {
    count_links(page, rules, before, quota, linked);
    for (int64_t run = 0; run < page->runs; run++) {
      const Quota *block = quota + quota[ints(page, HOME)[run]].block;
      chosen[run] = (double)block->links <= rules->threshold * (double)block->all;
    }
  }
  int done = quota && linked;
  leave_scratch(quota);
  leave_scratch(linked);
  return done ? 0 : -2;
}
