/* What is repeated: blocks with equal paths through the tree, and elements with siblings like them. Twins: path_signals and
   sibling_signals of extractors/consensus/structure_signals.py. */

#include "groups.h"
#include "signals.h"

enum { FIGURES = 6 }; /* of a path */

typedef struct {
  double words, linked, closes;
} Added;

/* Tells of each block its group, and of each group its figures. */
static int group_figures(const Ground *g, const uint64_t *key, int32_t *group, float *figures) {
  Groups same;
  if (!group_places(key, g->blocks, group, &same)) return 0;
  Added *added = take_zeros((size_t)same.count, sizeof *added);
  for (int64_t b = 0; b < g->blocks && added; b++) {
    added[group[b]].words += g->words[b];
    added[group[b]].linked += linked_of(g, b);
    added[group[b]].closes += g->closes[b];
  }
  for (int64_t n = 0; n < same.count && added; n++, figures += FIGURES) {
    double count = (double)same.size[n], words = added[n].words;
    figures[0] = (float)log1p(count);
    figures[1] = (float)log1p(words / count);
    figures[2] = (float)(words / g->total);
    figures[3] = (float)share(added[n].linked, words);
    figures[4] = (float)(added[n].closes / count);
    figures[5] = (float)((double)(same.last[n] - same.first[n]) / (double)g->blocks);
  }
  int done = added != NULL;
  drop_groups(&same);
  leave_scratch(added);
  return done;
}

/* One number of the names of four elements, and one of these and the classes of three; numbers may wrap. */
int study_paths(const Ground *g, const int32_t *number, const int32_t *kind, int32_t *group, float *figures) {
  uint64_t *key = take_scratch((size_t)g->blocks + 1, sizeof *key);
  int done = key != NULL;
  for (int both = 0; both < 2 && done; both++) {
    for (int64_t b = 0; b < g->blocks; b++) {
      uint64_t path = 0, classes = 0;
      for (int32_t steps = 0, holder = g->place[b]; steps < 4; steps++, holder = g->up[holder]) {
        path = path * 4099u + (uint64_t)g->tag[g->holders[holder]];
        if (steps < 3) classes = classes * 65537u + (uint64_t)kind[number[holder]];
      }
      key[b] = both ? classes + path * (65537ull * 65537ull * 65537ull) : path;
    }
    done = group_figures(g, key, group + both * g->blocks, figures + both * FIGURES * g->blocks);
  }
  leave_scratch(key);
  return done;
}

void path_signals(const Stretch *s, float *out) {
  const int32_t *group = column_of(s->survey, PATHS);
  const float *figures = column_of(s->survey, PATH_FIGURES);
  int64_t blocks = s->survey->page->blocks;
  for (int both = 0; both < 2; both++, group += blocks, figures += FIGURES * blocks)
    for (int64_t i = 0; i < s->count; i++)
      for (int n = 0; n < FIGURES; n++)
        out[(both * FIGURES + n) * s->count + i] = figures[FIGURES * group[s->from + i] + n];
}

/* Groups the holders by parent, name and classes; tells of each group how many it has, their words, and the squares of
   these. */
int study_siblings(const Ground *g, const int32_t *number, const int32_t *kind, const Survey *survey, Study *study) {
  int64_t count = g->holder_count;
  int32_t *sibling = column_of(survey, SIBLINGS);
  uint32_t *size = column_of(survey, SIBLING_COUNTS);
  double *sum = column_of(survey, SIBLING_SUMS), *squares = sum + g->elements;
  uint64_t *key = take_scratch((size_t)count + 1, sizeof *key);
  Groups same;
  for (int64_t h = 0; h < count && key; h++)
    key[h] = ((uint64_t)g->up[h] * 4099u + (uint64_t)g->tag[g->holders[h]]) * 65537u + (uint64_t)kind[number[h]];
  if (key) key[0] = UINT64_MAX; /* the root is nobody's sibling */
  int done = key && group_places(key, count, sibling, &same);
  leave_scratch(key);
  if (!done) return 0;
  study->siblings = 0;
  for (int64_t n = 0; n < same.count; n++) {
    size[n] = (uint32_t)same.size[n];
    sum[n] = squares[n] = 0;
    study->siblings = most(study->siblings, size[n]);
  }
  for (int64_t h = 0; h < count; h++) {
    double words = held(g, WORDS, h);
    sum[sibling[h]] += words;
    squares[sibling[h]] += words * words;
  }
  drop_groups(&same);
  return 1;
}

/* The nearest repeated element, or the nearest of these that holds more than one block. */
static void repeated_signals(const Ground *g, const Stretch *s, int of_groups, float *out) {
  const int32_t *sibling = column_of(s->survey, SIBLINGS);
  const uint32_t *sizes = column_of(s->survey, SIBLING_COUNTS);
  const double *sum = column_of(s->survey, SIBLING_SUMS), *squares = sum + g->elements;
  int64_t size = s->count;
  for (int64_t i = 0; i < size; i++) {
    const Frame *around = s->frame + i;
    int32_t item = of_groups ? around->group : around->item, like = sibling[item];
    int32_t depth = of_groups ? around->group_depth : around->item_depth;
    double any = item > 0, count = sizes[like], mean = sum[like] / count;
    double variation = sqrt(most(squares[like] / count - mean * mean, 0)) / most(mean, 1);
    float *row = out + i;
    row[0] = any > 0 ? logarithm(s->logs, count) : 0;
    row[size] = any > 0 ? logarithm(s->logs, mean) : 0;
    row[2 * size] = (float)(least(variation, 3) * any);
    row[3 * size] = (float)(held(g, WORDS, item) / g->total * any);
    row[4 * size] = (float)(count * mean / g->total * any);
    row[5 * size] = (float)((any > 0 ? around->depth - depth : 20) / 10.0);
  }
}

void sibling_signals(const Ground *g, const Stretch *s, float *out) {
  fill(out, s->count, log1p(s->study->siblings));
  repeated_signals(g, s, 0, out + s->count);
  repeated_signals(g, s, 1, out + 7 * s->count);
}
