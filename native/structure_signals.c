/* What the elements around a block are and hold. Twins: the functions of the same names in
   extractors/consensus/structure_signals.py. */

#include "scratch.h"
#include "signals.h"

static int is_inside(const Ground *g, int64_t block, int64_t holder) {
  int32_t element = g->holders[holder], own = g->holders[g->place[block]];
  return own >= element && own < g->last[element];
}

static int64_t largest_of(const Ground *g, int32_t tag, int row, int64_t *count) {
  int64_t largest = -1;
  *count = 0;
  for (int64_t h = 0; h < g->holder_count; h++) {
    if (g->tag[g->holders[h]] != tag || held(g, WORDS, h) <= 0) continue;
    ++*count;
    if (largest < 0 || held(g, row, h) > held(g, row, largest)) largest = h;
  }
  return largest;
}

void study_landmarks(const Ground *g, Study *study) {
  int64_t mains;
  study->main_ = largest_of(g, g->main_tag, WORDS, &mains);
  study->article = largest_of(g, g->article_tag, RUNNING, &study->articles);
}

void landmark_signals(const Ground *g, const Stretch *s, float *out) {
  int64_t size = s->count, main_ = s->study->main_, article = s->study->article;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    int32_t nearest = s->frame[i].article;
    float *row = out + i;
    row[0] = main_ >= 0 && !is_inside(g, b, main_);
    row[3 * size] = nearest ? logarithm(s->logs, held(g, WORDS, nearest)) : -1;
    row[4 * size] = nearest ? (float)(held(g, WORDS, nearest) / g->total) : -1;
    row[5 * size] = article >= 0 ? (float)is_inside(g, b, article) : -1;
    row[6 * size] = article >= 0 && !nearest;
  }
  fill(out + size, size, (main_ >= 0 ? held(g, WORDS, main_) : 0.0) / g->total);
  fill(out + 2 * size, size, log1p((double)s->study->articles));
  fill(out + 7 * size, size, article >= 0 ? held(g, WORDS, article) / g->total : -1);
}

/* Finds an element and those around it, from the outside in; gives how many these are. */
static int64_t find_chain(const Ground *g, int64_t chosen, int32_t *chain) {
  int64_t length = 0;
  for (int64_t e = chosen; e > 0; e = g->parent[e]) length++;
  for (int64_t e = chosen, at = length; at >= 0; at--, e = g->parent[e]) chain[at] = (int32_t)e;
  return length + 1;
}

/* Blocks inside the chosen element, the steps from it through the tree, and how deep below. The chosen element and
   those around it are a chain; a block lies in its outer elements only: in none that starts behind it or ends before. */
static int distance_signals(const Ground *g, const Stretch *s, int64_t chosen, float *out) {
  int64_t size = s->count, length;
  int32_t *chain = malloc(((size_t)chosen + 1) * sizeof *chain);
  if (!chain) return 0;
  length = find_chain(g, chosen, chain);
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    int64_t place = g->holders[g->place[b]], low = 0, high = length;
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
    out[i] = met == length;
    out[size + i] = (float)((double)(length - met) / 10);
    out[2 * size + i] = (float)((double)(s->frame[i].depth - met + 1) / 10);
  }
  free(chain);
  return 1;
}

int container_signals(const Ground *g, const Stretch *s, float *out) {
  return distance_signals(g, s, s->study->container[0], out) &&
         distance_signals(g, s, s->study->container[1], out + 3 * s->count);
}

static double pay_of(const Ground *g, int64_t b) {
  double pay = g->words[b] >= 8 ? 1 + count_of(g, PAUSES, b) + least((double)count_of(g, CHARACTERS_SEEN, b) / 100, 3) : 0;
  return pay * (1 - link_of(g, b));
}

/* Scores holders, as shares of the highest score. Gives 0 where memory is short. */
int study_candidates(const Ground *g, float *score, Study *study) {
  double *paid = take_zeros(2 * ((size_t)g->holder_count + 1), sizeof *paid), *paid_half = paid + g->holder_count;
  if (!paid) return 0;
  for (int64_t b = 0; b < g->blocks; b++) {
    int32_t parent = g->up[g->place[b]];
    double pay = pay_of(g, b);
    paid[parent] += pay;
    paid_half[g->up[parent]] += pay;
  }
  study->top = 0;
  for (int64_t h = 0; h < g->holder_count; h++) {
    paid[h] = (paid[h] + 0.5 * paid_half[h]) * (1 - least(share(held(g, LINKED, h), held(g, WORDS, h)), 1));
    if (paid[h] > paid[study->top]) study->top = h;
  }
  study->peak = most(paid[study->top], 1e-9);
  for (int64_t h = 0; h < g->holder_count; h++) score[h] = (float)(paid[h] / study->peak);
  leave_scratch(paid);
  return 1;
}

int candidate_signals(const Ground *g, const Stretch *s, float *out) {
  const float *score = column_of(s->survey, SCORE);
  int64_t size = s->count, top = s->study->top;
  for (int64_t i = 0; i < size; i++) {
    float *row = out + i;
    row[3 * size] = s->frame[i].best;
    row[4 * size] = score[at_step(s, 1, i)];
    row[5 * size] = score[at_step(s, 2, i)];
  }
  fill(out + 6 * size, size, log1p(s->study->peak));
  fill(out + 7 * size, size, held(g, WORDS, top) / g->total);
  return distance_signals(g, s, g->holders[top], out);
}

static float density_of(const Ground *g, float *logs, int64_t holder) {
  double plain = held(g, WORDS, holder) - held(g, LINKED, holder);
  return logarithm(logs, plain / (double)(g->last[g->holders[holder]] - g->holders[holder]));
}

void density_signals(const Ground *g, const Stretch *s, float *out) {
  int64_t size = s->count;
  for (int64_t i = 0; i < size; i++) {
    out[i] = density_of(g, s->logs, at_step(s, 0, i));
    out[size + i] = density_of(g, s->logs, at_step(s, 1, i));
  }
  fill(out + 2 * size, size, density_of(g, s->logs, 0));
}

void ancestor_signals(const Ground *g, const Stretch *s, float *out) {
  static const int64_t up[] = {1, 2, 3, 4, 8}; /* _UP */
  int64_t size = s->count;
  for (int64_t n = 0; n < 5; n++)
    for (int64_t i = 0; i < size; i++) {
      int64_t holder = at_step(s, up[n], i);
      double words = held(g, WORDS, holder), running = held(g, RUNNING, holder);
      float *row = out + 6 * n * size + i;
      row[0] = logarithm(s->logs, words);
      row[size] = (float)share(held(g, LINKED, holder), words);
      row[2 * size] = (float)share(running, words);
      row[3 * size] = (float)(words / g->total);
      row[4 * size] = logarithm(s->logs, held(g, BLOCKS, holder));
      row[5 * size] = (float)(running / g->total_long);
    }
}
