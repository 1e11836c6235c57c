/* Groups of places that hold equal values. Twin: equal_values of extractors/consensus/ground.py, whose groups stand in
   another order; what is added up over them is the same. */

#ifndef WEBWINNOW_GROUPS_H
#define WEBWINNOW_GROUPS_H

#include "scratch.h"

typedef struct {
  int32_t *group;               /* per place */
  int32_t *size, *first, *last; /* per group */
  int64_t count;
} Groups;

static inline void drop_groups(Groups *found) {
  leave_scratch(found->group);
  leave_scratch(found->size);
  found->group = found->size = NULL;
}

/* Writes the group of each place. Gives 0 where memory is short. */
static inline int group_places(const uint64_t *values, int64_t places, int32_t *group, Groups *found) {
  size_t slots = 16;
  while (slots < 2 * (size_t)places) slots *= 2;
  int32_t *slot = take_zeros(slots, sizeof *slot);
  found->size = take_zeros(3 * ((size_t)places + 1), sizeof *found->size);
  found->group = NULL;
  found->count = 0;
  if (!slot || !found->size) {
    leave_scratch(slot);
    drop_groups(found);
    return 0;
  }
  found->first = found->size + places + 1;
  found->last = found->first + places + 1;
  for (int64_t i = 0; i < places; i++) {
    size_t at = (size_t)(values[i] * 0x9E3779B97F4A7C15u >> 20) & (slots - 1);
    while (slot[at] && values[found->first[slot[at] - 1]] != values[i]) at = (at + 1) & (slots - 1);
    if (!slot[at]) {
      found->first[found->count] = (int32_t)i;
      slot[at] = (int32_t)++found->count;
    }
    group[i] = slot[at] - 1;
    found->size[group[i]]++;
    found->last[group[i]] = (int32_t)i;
  }
  leave_scratch(slot);
  return 1;
}

/* The same, in memory that goes with the groups. */
static inline int make_groups(const uint64_t *values, int64_t places, Groups *found) {
  int32_t *group = take_scratch((size_t)places + 1, sizeof *group);
  if (!group || !group_places(values, places, group, found)) {
    leave_scratch(group);
    return 0;
  }
  found->group = group;
  return 1;
}

#endif
