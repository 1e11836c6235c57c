/* What the elements around a block are and hold. Twins: the functions of the same names in
   extractors/consensus/structure_signals.py. */

#include "signals.h"

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

int landmark_signals(const Ground *g, float *logs, float *out) {
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
    row[3 * size] = nearest ? logarithm(logs, words[nearest]) : -1;
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

int container_signals(const Ground *g, float *out) {
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

int candidate_signals(const Ground *g, float *out) {
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

static float density_of(const Ground *g, float *logs, int64_t holder) {
  double plain = held(g, WORDS)[holder] - held(g, LINKED)[holder];
  return logarithm(logs, plain / (double)(g->last[g->holders[holder]] - g->holders[holder]));
}

void density_signals(const Ground *g, float *logs, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    out[b] = density_of(g, logs, at_step(g, 0, b));
    out[size + b] = density_of(g, logs, at_step(g, 1, b));
  }
  fill(out + 2 * size, size, density_of(g, logs, 0));
}

void ancestor_signals(const Ground *g, float *logs, float *out) {
  static const int64_t up[] = {1, 2, 3, 4, 8}; /* _UP */
  int64_t size = g->blocks;
  for (int64_t n = 0; n < 5; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t holder = at_step(g, up[n], b);
      double words = held(g, WORDS)[holder], running = held(g, RUNNING)[holder];
      float *row = out + 6 * n * size + b;
      row[0] = logarithm(logs, words);
      row[size] = (float)share(held(g, LINKED)[holder], words);
      row[2 * size] = (float)share(running, words);
      row[3 * size] = (float)(words / g->total);
      row[4 * size] = logarithm(logs, held(g, BLOCKS)[holder]);
      row[5 * size] = (float)(running / g->total_long);
    }
}
