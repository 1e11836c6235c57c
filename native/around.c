/* What stands around each element. Twins: Elements.inside and Elements.nearest of document/tree/elements.py, and
   element_marks of document/visibility.py.

   Elements stand in preorder, so the element around one was answered before it. */

#include "page.h"

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

/* Bits by tag number and an element's own, and those of all around it. Twin: bits_around of document/surroundings.py. */
KERNEL void mark_bits(int64_t elements, const int16_t *tag, const int32_t *parent, const uint8_t *of_name,
                      const uint8_t *own, uint8_t *bits) {
  for (int64_t i = 0; i < elements; i++) bits[i] = of_name[tag[i]] | own[i] | (parent[i] >= 0 ? bits[parent[i]] : 0);
}

/* `of_name` per tag number. Twin: surroundings of document/surroundings.py. */
KERNEL void mark_surroundings(int64_t elements, const int16_t *tag, const int32_t *parent, const uint16_t *of_name,
                              uint16_t *bits) {
  for (int64_t i = 0; i < elements; i++) bits[i] = of_name[tag[i]] | (parent[i] >= 0 ? bits[parent[i]] : 0);
}
