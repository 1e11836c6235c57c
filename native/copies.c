/* Marks the blocks that are said again. Twin: find_copies of extractors/consensus/structure_signals.py. */

#include <math.h>

#include "groups.h"
#include "survey.h"

/* Marks the blocks that another with the same text stands before; tells which was the last of these, and how many have the
   same text, as a logarithm. Gives whether any of those marked is long enough, -1 where memory is short. */
static int mark_later(const Ground *g, const Surveying *rules, const uint64_t *hash, float *copies, uint8_t *later,
                      int32_t *before) {
  Groups same;
  int any = 0;
  if (!group_places(hash, g->blocks, before, &same)) return -1;
  for (int64_t b = 0; b < g->blocks; b++) {
    int32_t group = before[b], *last = same.last + group; /* from here on, of those before */
    copies[b] = (float)log((double)same.size[group]);
    before[b] = same.first[group] == b ? (int32_t)b : *last;
    *last = (int32_t)b;
    later[b] = before[b] < b && count_of(g, COUNTED, b) >= rules->around_words;
    any |= later[b] && g->words[b] >= rules->copied_words;
  }
  drop_groups(&same);
  return any;
}

static int is_copy(const Ground *g, const Surveying *rules, const uint8_t *later, const int32_t *before, int64_t block) {
  double whole = 0, copied = 0;
  if (!later[block] || g->words[block] < rules->copied_words) return 0;
  if (g->up[g->place[block]] == g->up[g->place[before[block]]]) return 0;
  int64_t low = block > rules->reach ? block - rules->reach : 0, high = block + rules->reach + 1;
  for (int64_t b = low; b < high && b < g->blocks; b++) {
    whole += g->words[b] + 0.5;
    copied += later[b] ? g->words[b] + 0.5 : 0;
  }
  return copied > rules->mostly * whole;
}

/* `hash`: of the text of each block. Gives 0 where memory is short. */
int find_copies(const Ground *g, const Surveying *rules, const uint64_t *hash, float *copies, uint8_t *again) {
  size_t count = (size_t)g->blocks + 1;
  int32_t *before = take_scratch(count, sizeof *before);
  uint8_t *later = take_scratch(count, sizeof *later);
  int any = before && later ? mark_later(g, rules, hash, copies, later, before) : -1;
  for (int64_t b = 0; b < g->blocks && any >= 0; b++) again[b] = any && is_copy(g, rules, later, before, b);
  leave_scratch(before);
  leave_scratch(later);
  return any >= 0;
}
