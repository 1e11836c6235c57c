/* What stands around each element. Twins: Elements.inside and Elements.nearest of document/tree/elements.py.

   Elements stand in preorder, so the element around one was answered before it. */

#include "kernels.h"

KERNEL void mark_inside(int64_t elements, const int32_t *parent, const uint8_t *marked, uint8_t *inside) {
  for (int64_t i = 0; i < elements; i++) inside[i] = marked[i] || (parent[i] >= 0 && inside[parent[i]]);
}

KERNEL void find_nearest(int64_t elements, const int32_t *parent, const uint8_t *marked, int32_t *nearest) {
  for (int64_t i = 0; i < elements; i++) nearest[i] = marked[i] ? (int32_t)i : parent[i] >= 0 ? nearest[parent[i]] : 0;
}
