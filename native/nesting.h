/* The elements that are open at a place of a page, from the outside in, as places among the holders of blocks. So what
   stands around a block is known, and nothing but these is remembered. Twin: none, numpy looks along `jumps` of
   document/tree/elements.py. */

#ifndef WEBWINNOW_NESTING_H
#define WEBWINNOW_NESTING_H

#include "kernels.h"

/* Closes and opens elements until a holder is the innermost one; gives the place of the first that was opened, which is
   behind the last one if none was. Holders stand before those inside them: what stands behind is not around. */
static inline int64_t open_holders(const int32_t *up, int32_t holder, int32_t *open, int64_t *last) {
  int64_t first = *last + 1, missing = 0;
  for (int32_t each = holder;; each = up[each]) {
    while (first > 0 && open[first - 1] > each) first--;
    if (first > 0 && open[first - 1] == each) break;
    missing++;
    if (!each) break;
  }
  *last = first + missing - 1;
  for (int64_t at = *last; at >= first; at--, holder = up[holder]) open[at] = holder;
  return first;
}

#endif
