/* Groups of places that hold equal values. Twin: equal_values of extractors/consensus/ground.py, whose groups stand in
   another order; what is added up over them is the same. */

#ifndef WEBWINNOW_GROUPS_H
#define WEBWINNOW_GROUPS_H

#include "kernels.h"

typedef struct {
  int32_t *group; /* per place */
  int64_t *size, *first, *last, count;
} Groups;

static inline void drop_groups(Groups *found) {
  free(found->group);
  free(found->size);
}

/* Gives 0 where memory is short. */
static inline int make_groups(const uint64_t *values, int64_t places, Groups *found) {
  size_t slots = 16;
  while (slots < 2 * (size_t)places) slots *= 2;
  int32_t *slot = calloc(slots, sizeof *slot);
  found->group = malloc(((size_t)places + 1) * sizeof *found->group);
  found->size = calloc(3 * ((size_t)places + 1), sizeof *found->size);
  found->count = 0;
  if (!slot || !found->group || !found->size) {
    free(slot);
    drop_groups(found);
    found->group = NULL;
    found->size = NULL;
    return 0;
  }
  found->first = found->size + places + 1;
  found->last = found->first + places + 1;
  for (int64_t i = 0; i < places; i++) {
    size_t at = (size_t)(values[i] * 0x9E3779B97F4A7C15u >> 20) & (slots - 1);
    while (slot[at] && values[found->first[slot[at] - 1]] != values[i]) at = (at + 1) & (slots - 1);
    if (!slot[at]) {
      found->first[found->count] = i;
      slot[at] = (int32_t)++found->count;
    }
    int32_t group = slot[at] - 1;
    found->group[i] = group;
    found->size[group]++;
    found->last[group] = i;
  }
  free(slot);
  return 1;
}

#endif
