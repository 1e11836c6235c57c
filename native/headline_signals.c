/* The block that is most like the page's title, and the way to it from each other block. Twins: headline_signals and what
   it calls in extractors/consensus/text_signals.py. */

#include "signals.h"

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

static float signed_logarithm(float *logs, double value) {
  return value < 0 ? -logarithm(logs, -value) : logarithm(logs, value);
}

/* `matched`: per block, how many of its words the title has. */
int headline_signals(const Ground *g, float *logs, const int64_t *matched, float *out) {
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
    out[4 * size + b] = headline < 0 ? 0 : signed_logarithm(logs, (double)(b - headline));
    out[5 * size + b] = signed_logarithm(logs, before - behind);
    before += g->words[b];
  }
  fill(out + 3 * size, size, highest);
  if (headline >= 0) return branch_signals(g, at_step(g, 0, headline), out + 6 * size);
  fill(out + 6 * size, 8 * size, -1);
  return 1;
}
