/* What is repeated: blocks with equal paths through the tree, and elements with siblings like them. Twins: path_signals and
   sibling_signals of extractors/consensus/structure_signals.py. */

#include "groups.h"
#include "signals.h"

static int group_figures(const Ground *g, float *logs, const uint64_t *key, float *out) {
  int64_t size = g->blocks;
  Groups same;
  double *words = calloc(3 * ((size_t)size + 1), sizeof *words), *linked = words + size, *closes = linked + size;
  int done = words && make_groups(key, size, &same);
  for (int64_t b = 0; b < size && done; b++) {
    words[same.group[b]] += g->words[b];
    linked[same.group[b]] += g->linked[b];
    closes[same.group[b]] += g->closes[b];
  }
  for (int64_t b = 0; b < size && done; b++) {
    int32_t group = same.group[b];
    double count = (double)same.size[group];
    float *row = out + b;
    for (int n = 0; n < 6 && same.first[group] < b; n++) row[n * size] = out[n * size + same.first[group]];
    if (same.first[group] < b) continue;
    row[0] = logarithm(logs, count);
    row[size] = logarithm(logs, words[group] / count);
    row[2 * size] = (float)(words[group] / g->total);
    row[3 * size] = (float)share(linked[group], words[group]);
    row[4 * size] = (float)(closes[group] / count);
    row[5 * size] = (float)((double)(same.last[group] - same.first[group]) / (double)size);
  }
  if (done) drop_groups(&same);
  free(words);
  return done;
}

/* One number of the names of four elements, and one of these and the classes of three; numbers may wrap. */
int path_signals(const Ground *g, float *logs, const int32_t *kind, float *out) {
  int64_t size = g->blocks;
  uint64_t *path = calloc(2 * ((size_t)size + 1), sizeof *path), *classes = path + size;
  if (!path) return 0;
  for (int64_t b = 0; b < size; b++) {
    for (int64_t steps = 0; steps < 4; steps++)
      path[b] = path[b] * 4099u + (uint64_t)g->tag[g->holders[at_step(g, steps, b)]];
    for (int64_t steps = 0; steps < 3; steps++)
      classes[b] = classes[b] * 65537u + (uint64_t)kind[at_step(g, steps, b)];
    classes[b] += path[b] * (65537ull * 65537ull * 65537ull);
  }
  int done = group_figures(g, logs, path, out) && group_figures(g, logs, classes, out + 6 * size);
  free(path);
  return done;
}

typedef struct {
  double *count, *mean, *variation; /* per holder: siblings like it, their mean words, and how these differ */
  int64_t *item;                    /* the nearest repeated element around it, the root if there is none; */
  int64_t *group;                   /* the same, of those that hold more than one block */
} Siblings;

static int find_siblings(const Ground *g, const int32_t *kind, Siblings *found) {
  int64_t count = g->holder_count;
  const double *words = held(g, WORDS);
  uint64_t *key = malloc(((size_t)count + 1) * sizeof *key);
  double *sum = calloc(2 * ((size_t)count + 1), sizeof *sum), *squares = sum + count;
  Groups same;
  for (int64_t h = 0; h < count && key; h++)
    key[h] = ((uint64_t)g->up[h] * 4099u + (uint64_t)g->tag[g->holders[h]]) * 65537u + (uint64_t)kind[h];
  if (key) key[0] = UINT64_MAX; /* the root is nobody's sibling */
  int done = key && sum && make_groups(key, count, &same);
  for (int64_t h = 0; h < count && done; h++) {
    sum[same.group[h]] += words[h];
    squares[same.group[h]] += words[h] * words[h];
  }
  for (int64_t h = 0; h < count && done; h++) {
    int32_t group = same.group[h];
    double size = (double)same.size[group], mean = sum[group] / size;
    found->count[h] = size;
    found->mean[h] = mean;
    found->variation[h] = sqrt(most(squares[group] / size - mean * mean, 0)) / most(mean, 1);
    int several = size >= 3, up = h > 0; /* _SEVERAL */
    found->item[h] = several ? h : up ? found->item[g->up[h]] : 0;
    found->group[h] = several && held(g, BLOCKS)[h] > 1 ? h : up ? found->group[g->up[h]] : 0;
  }
  if (done) drop_groups(&same);
  free(key);
  free(sum);
  return done;
}

static void repeated_signals(const Ground *g, float *logs, const Siblings *found, const int64_t *items, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    int64_t own = at_step(g, 0, b), item = items[own];
    double any = item > 0, count = found->count[item], mean = found->mean[item];
    float *row = out + b;
    row[0] = any > 0 ? logarithm(logs, count) : 0;
    row[size] = any > 0 ? logarithm(logs, mean) : 0;
    row[2 * size] = (float)(least(found->variation[item], 3) * any);
    row[3 * size] = (float)(held(g, WORDS)[item] / g->total * any);
    row[4 * size] = (float)(count * mean / g->total * any);
    row[5 * size] = (float)((any > 0 ? g->depth[own] - g->depth[item] : 20) / 10.0);
  }
}

int sibling_signals(const Ground *g, float *logs, const int32_t *kind, float *out) {
  size_t count = (size_t)g->holder_count + 1;
  double *figures = calloc(3 * count, sizeof *figures), largest = 0;
  int64_t *items = calloc(2 * count, sizeof *items);
  Siblings found = {figures, figures + count, figures + 2 * count, items, items + count};
  int done = figures && items && find_siblings(g, kind, &found);
  if (done) {
    for (int64_t h = 0; h < g->holder_count; h++) largest = most(largest, found.count[h]);
    fill(out, g->blocks, log1p(largest));
    repeated_signals(g, logs, &found, found.item, out + g->blocks);
    repeated_signals(g, logs, &found, found.group, out + 7 * g->blocks);
  }
  free(figures);
  free(items);
  return done;
}
