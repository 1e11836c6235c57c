/* The block that is most like the page's title, and the way to it from each other block. Twins: headline_signals and what
   it calls in extractors/consensus/text_signals.py. */

#include "signals.h"

/* How much of a block the title has, and of the title a block; `matched`: how many of its words the title has, unless it has
   none. */
static double alike_of(const Ground *g, const uint32_t *matched, int64_t b) {
  return g->title_words ? share(matched[b], count_of(g, COUNTED, b)) : 0;
}
static double cover_of(const Ground *g, const uint32_t *matched, int64_t b) {
  return g->title_words ? least((double)matched[b] / (double)g->title_words, 1) : 0;
}

static double match_of(const Ground *g, const uint32_t *matched, int64_t b) {
  if (count_of(g, COUNTED, b) > 40) return 0; /* _LONGEST_HEADLINE */
  double level = level_of(g, b), match = alike_of(g, matched, b) * cover_of(g, matched, b) * (1 + 0.25 * level);
  return match + 0.15 * level * (match > 0);
}

/* Finds the headline, and what stands before it. */
void study_headline(const Ground *g, const uint32_t *matched, Study *study) {
  int64_t best = 0, first = -1;
  study->highest = match_of(g, matched, 0);
  for (int64_t b = 0; b < g->blocks; b++) {
    double match = match_of(g, matched, b);
    if (first < 0 && tag_of(g, b) == g->h1_tag) first = b;
    if (!(match > study->highest)) continue;
    study->highest = match;
    best = b;
  }
  study->headline = study->highest > 0.2 ? best : first;
  study->trunk = study->headline < 0 ? -1 : g->place[study->headline];
  study->trunk_depth = 0;
  study->behind = 0;
  for (int64_t holder = study->trunk; holder > 0; holder = g->up[holder]) study->trunk_depth++;
  for (int64_t b = 0; b < study->headline; b++) study->behind += g->words[b];
}

/* What the fork holds, how far it is, and what the branch holds that a block stands in. */
static void branch_signals(const Ground *g, const Stretch *s, float *out) {
  int64_t size = s->count;
  for (int64_t i = 0; i < size; i++) {
    const Frame *around = s->frame + i;
    int32_t at = around->fork, off = around->branch;
    float *row = out + i;
    row[0] = (float)(held(g, WORDS, at) / g->total);
    row[size] = (float)share(held(g, LINKED, at), held(g, WORDS, at));
    row[2 * size] = (float)((double)(s->study->trunk_depth - around->fork_depth) / 10.0);
    row[3 * size] = (float)((around->depth - around->fork_depth) / 10.0);
    row[4 * size] = (float)(off ? held(g, WORDS, off) / g->total : 1.0);
    row[5 * size] = (float)(off ? share(held(g, LINKED, off), held(g, WORDS, off)) : 0.0);
    row[6 * size] = (float)(off ? share(held(g, RUNNING, off), held(g, WORDS, off)) : 0.0);
    row[7 * size] = (float)(off ? off > s->study->trunk : 0.5);
  }
}

static float signed_logarithm(float *logs, double value) {
  return value < 0 ? -logarithm(logs, -value) : logarithm(logs, value);
}

void headline_signals(const Ground *g, const Stretch *s, float *out) {
  const uint32_t *matched = column_of(s->survey, MATCHED);
  int64_t size = s->count, headline = s->study->headline;
  double before = s->study->before;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    out[i] = (float)alike_of(g, matched, b);
    out[size + i] = (float)cover_of(g, matched, b);
    out[2 * size + i] = b == headline;
    out[4 * size + i] = headline < 0 ? 0 : signed_logarithm(s->logs, (double)(b - headline));
    out[5 * size + i] = signed_logarithm(s->logs, before - s->study->behind);
    before += g->words[b];
  }
  fill(out + 3 * size, size, s->study->highest);
  if (headline >= 0)
    branch_signals(g, s, out + 6 * size);
  else
    fill(out + 6 * size, 8 * size, -1);
}
