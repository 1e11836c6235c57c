/* The signals of `consensus` that need nothing but the ground, family by family. Twins: the functions of the same names
   in extractors/consensus/structure_signals.py, text_signals.py and topic_signals.py.

   Signals stand in rows, a number per block; each function writes the rows of its family in the order of its names. */

#include <math.h>

#include "ground.h"
#include "groups.h"

static int64_t at_step(const Ground *g, int64_t steps, int64_t block) { return g->around_at[steps * g->blocks + block]; }
static const double *held(const Ground *g, int64_t row) { return g->held + row * g->elements; }
enum { WORDS, LINKED, RUNNING, BLOCKS };

static void fill(float *row, int64_t blocks, double value) {
  for (int64_t b = 0; b < blocks; b++) row[b] = (float)value;
}

static int text_signals(const Ground *g, float *out) {
  int64_t size = g->blocks;
  uint64_t *hash = calloc((size_t)size + 1, sizeof *hash);
  Groups same;
  if (!hash) return 0;
  for (int64_t b = 0; b < size; b++)
    for (int64_t run = g->bound[b]; run < g->bound[b + 1]; run++) hash[b] += g->run_hash[run];
  int done = make_groups(hash, size, &same);
  for (int64_t b = 0; b < size && done; b++) {
    double words = g->words[b], characters = g->characters[b];
    int64_t first = g->bound[b];
    float *row = out + b;
    row[0] = (float)log1p(words);
    row[size] = (float)log1p(characters);
    row[2 * size] = (float)g->link[b];
    row[3 * size] = (float)share(g->strong[b], words);
    row[4 * size] = (float)share(g->code[b], words);
    row[5 * size] = (float)share(g->upper[b], characters);
    row[6 * size] = (float)share(g->digits[b], characters);
    row[7 * size] = (float)least(g->sentences[b] / (words + 1), 1);
    row[8 * size] = (float)least(g->pauses[b] / (words + 1), 1);
    row[9 * size] = (float)g->closes[b];
    row[10 * size] = (float)(least(share(characters, words), 20) / 10);
    row[11 * size] = (float)log1p((double)(g->bound[b + 1] - first));
    row[12 * size] = (float)log1p(b ? (double)(g->gap[first] - g->gap[g->bound[b - 1]]) : 0);
    row[13 * size] = (float)log((double)same.size[same.group[b]]);
  }
  if (done) drop_groups(&same);
  free(hash);
  return done;
}

static void element_signals(const Ground *g, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    for (int64_t name = 0; name < 4; name++, row += size) *row = g->is_columns[name * g->numbers + g->own_tag[b]];
    for (int64_t bit = 0; bit < g->inside; bit++, row += size) *row = (float)(g->around[b] >> bit & 1);
    for (int64_t mark = 0; mark < 3; mark++, row += size)
      *row = (float)((g->run_marks[g->bound[b]] & g->mark_bits[mark]) > 0);
    *row = (float)(g->depth[at_step(g, 0, b)] / 20.0);
  }
}

static void position_signals(const Ground *g, float *out) {
  int64_t size = g->blocks;
  double before = 0, running = 0;
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    row[0] = (float)(before / g->total);
    row[size] = (float)((double)b / (double)size);
    row[2 * size] = (float)log1p(before);
    row[3 * size] = (float)log1p(g->total - before);
    row[4 * size] = (float)(running / most(g->total_long, 1));
    before += g->words[b];
    running += g->is_long[b] ? g->words[b] : 0;
  }
}

/* ... the headline and the way to it */

static int64_t find_headline(const Ground *g, const double *match) {
  int64_t best = 0;
  for (int64_t b = 1; b < g->blocks; b++)
    if (match[b] > match[best]) best = b;
  if (match[best] > 0.2) return best;
  for (int64_t b = 0; b < g->blocks; b++)
    if (g->own_tag[b] == g->h1_tag) return b;
  return -1;
}

static int branch_signals(const Ground *g, int64_t headline, float *out) {
  int64_t size = g->blocks, count = g->holder_count;
  int64_t *fork = malloc(2 * ((size_t)count + 1) * sizeof *fork), *branch = fork + count;
  if (!fork) return 0;
  const double *words = held(g, WORDS), *linked = held(g, LINKED), *running = held(g, RUNNING);
  for (int64_t h = 0; h < count; h++) {
    int trunk = h <= headline && g->last[g->holders[h]] > g->holders[headline];
    fork[h] = trunk || !h ? h : fork[g->up[h]];
    int off_trunk = !trunk && fork[g->up[h]] == g->up[h];
    branch[h] = trunk || !h ? 0 : off_trunk ? h : branch[g->up[h]];
  }
  for (int64_t b = 0; b < size; b++) {
    int64_t own = at_step(g, 0, b), at = fork[own], off = branch[own];
    float *row = out + b;
    row[0] = (float)(words[at] / g->total);
    row[size] = (float)share(linked[at], words[at]);
    row[2 * size] = (float)((g->depth[headline] - g->depth[at]) / 10.0);
    row[3 * size] = (float)((g->depth[own] - g->depth[at]) / 10.0);
    row[4 * size] = (float)(off ? words[off] / g->total : 1.0);
    row[5 * size] = (float)(off ? share(linked[off], words[off]) : 0.0);
    row[6 * size] = (float)(off ? share(running[off], words[off]) : 0.0);
    row[7 * size] = (float)(off ? off > headline : 0.5);
  }
  free(fork);
  return 1;
}

static double signed_logarithm(double value) { return value < 0 ? -log1p(-value) : log1p(value); }

/* `matched`: per block, how many of its words the title has. */
static int headline_signals(const Ground *g, const int64_t *matched, float *out) {
  int64_t size = g->blocks;
  double *match = calloc((size_t)size + 1, sizeof *match), highest = 0, before = 0, behind = 0;
  if (!match) return 0;
  for (int64_t b = 0; b < size; b++) {
    double alike = share((double)matched[b], g->counted[b]);
    double covered = least((double)matched[b] / (double)(g->title_words > 1 ? g->title_words : 1), 1);
    match[b] = g->counted[b] <= 40 ? alike * covered * (1 + 0.25 * g->level[b]) : 0;
    match[b] = match[b] + 0.15 * g->level[b] * (match[b] > 0);
    if (b == 0 || match[b] > highest) highest = match[b];
    out[b] = (float)alike;
    out[size + b] = (float)covered;
  }
  int64_t headline = find_headline(g, match);
  free(match);
  for (int64_t b = 0; b < headline; b++) behind += g->words[b];
  for (int64_t b = 0; b < size; b++) {
    out[2 * size + b] = b == headline;
    out[4 * size + b] = (float)(headline < 0 ? 0 : signed_logarithm((double)(b - headline)));
    out[5 * size + b] = (float)signed_logarithm(before - behind);
    before += g->words[b];
  }
  fill(out + 3 * size, size, highest);
  if (headline >= 0) return branch_signals(g, at_step(g, 0, headline), out + 6 * size);
  fill(out + 6 * size, 8 * size, -1);
  return 1;
}

/* ... landmarks */

static int is_inside(const Ground *g, int64_t block, int64_t holder) {
  int64_t element = g->holders[holder], own = g->holders[at_step(g, 0, block)];
  return own >= element && own < g->last[element];
}

static int64_t largest_of(const Ground *g, int32_t tag, const double *amount, int64_t *count) {
  int64_t largest = -1;
  *count = 0;
  for (int64_t h = 0; h < g->holder_count; h++) {
    if (g->tag[g->holders[h]] != tag || held(g, WORDS)[h] <= 0) continue;
    ++*count;
    if (largest < 0 || amount[h] > amount[largest]) largest = h;
  }
  return largest;
}

static int landmark_signals(const Ground *g, float *out) {
  int64_t size = g->blocks, articles, mains, *around = calloc((size_t)g->holder_count + 1, sizeof *around);
  const double *words = held(g, WORDS);
  if (!around) return 0;
  int64_t main_ = largest_of(g, g->main_tag, words, &mains);
  int64_t article = largest_of(g, g->article_tag, held(g, RUNNING), &articles);
  for (int64_t h = 0; h < g->holder_count; h++)
    around[h] = g->tag[g->holders[h]] == g->article_tag && words[h] > 0 ? h : h ? around[g->up[h]] : 0;
  for (int64_t b = 0; b < size; b++) {
    int64_t nearest = around[at_step(g, 0, b)];
    float *row = out + b;
    row[0] = main_ >= 0 && !is_inside(g, b, main_);
    row[3 * size] = nearest ? (float)log1p(words[nearest]) : -1;
    row[4 * size] = nearest ? (float)(words[nearest] / g->total) : -1;
    row[5 * size] = article >= 0 ? (float)is_inside(g, b, article) : -1;
    row[6 * size] = article >= 0 && !nearest;
  }
  fill(out + size, size, (main_ >= 0 ? words[main_] : 0.0) / g->total);
  fill(out + 2 * size, size, log1p((double)articles));
  fill(out + 7 * size, size, article >= 0 ? words[article] / g->total : -1);
  free(around);
  return 1;
}

/* ... what stands around, in lines */

static double between(const double *before, int64_t size, int64_t low, int64_t high) {
  return before[high < size ? high : size] - before[low > 0 ? low : 0];
}

static int window_signals(const Ground *g, float *out) {
  static const int64_t reaches[] = {2, 5, 10, 25}; /* _REACHES */
  int64_t size = g->blocks;
  double *words = calloc(4 * ((size_t)size + 1), sizeof *words);
  double *plain = words + size + 1, *linked = plain + size + 1, *running = linked + size + 1;
  if (!words) return 0;
  for (int64_t b = 0; b < size; b++) {
    words[b + 1] = words[b] + g->words[b];
    plain[b + 1] = plain[b] + (g->words[b] - g->linked[b]);
    linked[b + 1] = linked[b] + g->linked[b];
    running[b + 1] = running[b] + g->is_long[b];
  }
  for (int64_t n = 0; n < 4; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t low = b - reaches[n], high = b + reaches[n] + 1;
      double width = (double)((high < size ? high : size) - (low > 0 ? low : 0)), all = between(words, size, low, high);
      float *row = out + 4 * n * size + b;
      row[0] = (float)log1p(all / width);
      row[size] = (float)log1p(between(plain, size, low, high) / width);
      row[2 * size] = (float)share(between(linked, size, low, high), all);
      row[3 * size] = (float)(between(running, size, low, high) / width);
    }
  free(words);
  return 1;
}

static void neighbour_signals(const Ground *g, float *out) {
  static const int64_t offsets[] = {-2, -1, 1, 2}; /* _NEIGHBOURS */
  int64_t size = g->blocks;
  for (int64_t n = 0; n < 4; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t other = b + offsets[n];
      out[n * size + b] = other >= 0 && other < size ? (float)log1p(g->words[other]) : 0;
    }
  for (int64_t b = 0; b < size; b++) {
    out[4 * size + b] = b ? (float)g->link[b - 1] : 0;
    out[5 * size + b] = b ? (float)g->level[b - 1] : 0;
  }
}

/* ... containers, candidates, densities, ancestors */

/* Blocks inside the chosen element, the steps from it through the tree, and how deep below. The chosen element and
   those around it are a chain; a block lies in its outer elements only: in none that starts behind it or ends before. */
static int distance_signals(const Ground *g, int64_t chosen, float *out) {
  int64_t size = g->blocks, length = 0, *chain = malloc(((size_t)chosen + 1) * sizeof *chain);
  if (!chain) return 0;
  for (int64_t e = 0; e <= chosen; e++)
    if (g->last[e] > chosen) chain[length++] = e;
  for (int64_t b = 0; b < size; b++) {
    int64_t own = at_step(g, 0, b), place = g->holders[own], low = 0, high = length;
    while (low < high) { /* those that start behind */
      int64_t middle = (low + high) / 2;
      if (chain[middle] <= place)
        low = middle + 1;
      else
        high = middle;
    }
    int64_t met = low;
    for (low = 0, high = length; low < high;) { /* those that end before */
      int64_t middle = (low + high) / 2;
      if (g->last[chain[middle]] > place)
        low = middle + 1;
      else
        high = middle;
    }
    met = met < low ? met : low;
    out[b] = met == length;
    out[size + b] = (float)((double)(length - met) / 10);
    out[2 * size + b] = (float)((double)(g->depth[own] - met + 1) / 10);
  }
  free(chain);
  return 1;
}

static int container_signals(const Ground *g, float *out) {
  static const double shares[] = {0.6, 0.3}; /* _CONTAINERS */
  for (int64_t n = 0; n < 2; n++) {
    int64_t chosen = g->elements - 1;
    while (chosen > 0 && !(g->element_long[chosen] >= shares[n] * g->total_long)) chosen--;
    if (!distance_signals(g, chosen, out + 3 * n * g->blocks)) return 0;
  }
  return 1;
}

static int64_t score_candidates(const Ground *g, double *score, double *half) {
  for (int64_t b = 0; b < g->blocks; b++) {
    double pay = g->words[b] >= 8 ? 1 + g->pauses[b] + least(g->characters[b] / 100, 3) : 0;
    pay *= 1 - g->link[b];
    score[at_step(g, 1, b)] += pay;
    half[at_step(g, 2, b)] += pay;
  }
  int64_t top = 0;
  for (int64_t h = 0; h < g->holder_count; h++) {
    score[h] = (score[h] + 0.5 * half[h]) * (1 - least(share(held(g, LINKED)[h], held(g, WORDS)[h]), 1));
    if (score[h] > score[top]) top = h;
  }
  return top;
}

static int candidate_signals(const Ground *g, float *out) {
  int64_t size = g->blocks, count = g->holder_count;
  double *score = calloc(3 * ((size_t)count + 1), sizeof *score), *half = score + count, *best = half + count;
  if (!score) return 0;
  int64_t top = score_candidates(g, score, half);
  double peak = most(score[top], 1e-9);
  for (int64_t h = 0; h < count; h++) best[h] = h ? most(score[h], best[g->up[h]]) : score[h];
  int done = distance_signals(g, g->holders[top], out);
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    row[3 * size] = (float)(best[at_step(g, 0, b)] / peak);
    row[4 * size] = (float)(score[at_step(g, 1, b)] / peak);
    row[5 * size] = (float)(score[at_step(g, 2, b)] / peak);
  }
  fill(out + 6 * size, size, log1p(peak));
  fill(out + 7 * size, size, held(g, WORDS)[top] / g->total);
  free(score);
  return done;
}

static double density_of(const Ground *g, int64_t holder) {
  double plain = held(g, WORDS)[holder] - held(g, LINKED)[holder];
  return log1p(plain / (double)(g->last[g->holders[holder]] - g->holders[holder]));
}

static void density_signals(const Ground *g, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    out[b] = (float)density_of(g, at_step(g, 0, b));
    out[size + b] = (float)density_of(g, at_step(g, 1, b));
  }
  fill(out + 2 * size, size, density_of(g, 0));
}

static void ancestor_signals(const Ground *g, float *out) {
  static const int64_t up[] = {1, 2, 3, 4, 8}; /* _UP */
  int64_t size = g->blocks;
  for (int64_t n = 0; n < 5; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t holder = at_step(g, up[n], b);
      double words = held(g, WORDS)[holder], running = held(g, RUNNING)[holder];
      float *row = out + 6 * n * size + b;
      row[0] = (float)log1p(words);
      row[size] = (float)share(held(g, LINKED)[holder], words);
      row[2 * size] = (float)share(running, words);
      row[3 * size] = (float)(words / g->total);
      row[4 * size] = (float)log1p(held(g, BLOCKS)[holder]);
      row[5 * size] = (float)(running / g->total_long);
    }
}

/* ... what is repeated */

static int group_figures(const Ground *g, const uint64_t *key, float *out) {
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
    row[0] = (float)log1p(count);
    row[size] = (float)log1p(words[group] / count);
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
static int path_signals(const Ground *g, const int32_t *kind, float *out) {
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
  int done = group_figures(g, path, out) && group_figures(g, classes, out + 6 * size);
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

static void repeated_signals(const Ground *g, const Siblings *found, const int64_t *items, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    int64_t own = at_step(g, 0, b), item = items[own];
    double any = item > 0, count = found->count[item], mean = found->mean[item];
    float *row = out + b;
    row[0] = (float)(log1p(count) * any);
    row[size] = (float)(log1p(mean) * any);
    row[2 * size] = (float)(least(found->variation[item], 3) * any);
    row[3 * size] = (float)(held(g, WORDS)[item] / g->total * any);
    row[4 * size] = (float)(count * mean / g->total * any);
    row[5 * size] = (float)((any > 0 ? g->depth[own] - g->depth[item] : 20) / 10.0);
  }
}

static int sibling_signals(const Ground *g, const int32_t *kind, float *out) {
  size_t count = (size_t)g->holder_count + 1;
  double *figures = calloc(3 * count, sizeof *figures), largest = 0;
  int64_t *items = calloc(2 * count, sizeof *items);
  Siblings found = {figures, figures + count, figures + 2 * count, items, items + count};
  int done = figures && items && find_siblings(g, kind, &found);
  if (done) {
    for (int64_t h = 0; h < g->holder_count; h++) largest = most(largest, found.count[h]);
    fill(out, g->blocks, log1p(largest));
    repeated_signals(g, &found, found.item, out + g->blocks);
    repeated_signals(g, &found, found.group, out + 7 * g->blocks);
  }
  free(figures);
  free(items);
  return done;
}

/* Rows of the families, in this order. */
enum { TEXT, ELEMENTS, POSITION, HEADLINE, LANDMARKS, SURROUNDINGS, NEIGHBOURS, CONTAINER, CANDIDATE, DENSITY, ANCESTORS,
       PATHS, SIBLINGS };

/* `at`: the first row of each family; `matched`: per block, words of the title; `kind`: per holder, its class. Gives 0
   where memory is short. */
KERNEL int32_t fill_signals(const Ground *g, const int64_t *at, const int64_t *matched, const int32_t *kind, float *out) {
#define ROWS_OF(family) (out + at[family] * g->blocks)
  element_signals(g, ROWS_OF(ELEMENTS));
  position_signals(g, ROWS_OF(POSITION));
  neighbour_signals(g, ROWS_OF(NEIGHBOURS));
  density_signals(g, ROWS_OF(DENSITY));
  ancestor_signals(g, ROWS_OF(ANCESTORS));
  return text_signals(g, ROWS_OF(TEXT)) && headline_signals(g, matched, ROWS_OF(HEADLINE)) &&
         landmark_signals(g, ROWS_OF(LANDMARKS)) && window_signals(g, ROWS_OF(SURROUNDINGS)) &&
         container_signals(g, ROWS_OF(CONTAINER)) && candidate_signals(g, ROWS_OF(CANDIDATE)) &&
         path_signals(g, kind, ROWS_OF(PATHS)) && sibling_signals(g, kind, ROWS_OF(SIBLINGS));
}
