/* Marks the blocks that are said again. Twin: find_copies of extractors/consensus/structure_signals.py. */

#include "groups.h"
#include "signals.h"
#include "survey.h"

/* Marks the blocks that another with the same text stands before; tells which was the last of these. Gives whether any of
   them is long enough, -1 where memory is short. */
static int mark_later(const Ground *g, const Surveying *rules, uint8_t *later, int64_t *before) {
  Groups same;
  uint64_t *hash = calloc((size_t)g->blocks + 1, sizeof *hash);
  int any = 0, done = hash != NULL;
  for (int64_t b = 0; b < g->blocks && done; b++)
    for (int64_t run = g->bound[b]; run < g->bound[b + 1]; run++) hash[b] += g->run_hash[run];
  done = done && make_groups(hash, g->blocks, &same);
  for (int64_t b = 0; b < g->blocks && done; b++) {
    int64_t *last = same.last + same.group[b]; /* from here on, of those before */
    before[b] = same.first[same.group[b]] == b ? b : *last;
    *last = b;
    later[b] = before[b] < b && g->counted[b] >= rules->around_words;
    any |= later[b] && g->words[b] >= rules->copied_words;
  }
  if (done) drop_groups(&same);
  free(hash);
  return done ? any : -1;
}

static int is_copy(const Ground *g, const Surveying *rules, const uint8_t *later, const int64_t *before, int64_t block) {
  double whole = 0, copied = 0;
  if (!later[block] || g->words[block] < rules->copied_words) return 0;
  if (at_step(g, 1, block) == at_step(g, 1, before[block])) return 0;
  int64_t low = block > rules->reach ? block - rules->reach : 0, high = block + rules->reach + 1;
  for (int64_t b = low; b < high && b < g->blocks; b++) {
    whole += g->words[b] + 0.5;
    copied += later[b] ? g->words[b] + 0.5 : 0;
  }
  return copied > rules->mostly * whole;
}

/* Gives 0 where memory is short. */
int find_copies(const Ground *g, const Surveying *rules, uint8_t *again) {
  size_t count = (size_t)g->blocks + 1;
  int64_t *before = malloc(count * sizeof *before);
  uint8_t *later = malloc(count);
  int any = before && later ? mark_later(g, rules, later, before) : -1;
  for (int64_t b = 0; b < g->blocks && any >= 0; b++) again[b] = any && is_copy(g, rules, later, before, b);
  free(before);
  free(later);
  return any >= 0;
}
