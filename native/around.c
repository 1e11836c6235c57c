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
