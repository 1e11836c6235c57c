/* The families of signals: what they share, and which there are. Signals stand in rows, a number per block; each function
   writes the rows of its family in the order of its names, and those that need room give 0 where memory is short. */

#ifndef WEBWINNOW_SIGNALS_H
#define WEBWINNOW_SIGNALS_H

#include <math.h>

#include "ground.h"

enum { WORDS, LINKED, RUNNING, BLOCKS }; /* rows of what holders hold */

static inline int64_t at_step(const Ground *g, int64_t steps, int64_t block) {
  return g->around_at[steps * g->blocks + block];
}
static inline const double *held(const Ground *g, int64_t row) { return g->held + row * g->elements; }

static inline void fill(float *row, int64_t blocks, double value) {
  for (int64_t b = 0; b < blocks; b++) row[b] = (float)value;
}

enum { LOGARITHMS = 8192 };

/* log1p as a signal. Most are of half and whole numbers, again and again: these are known from the first time. */
static inline float logarithm(float *known, double value) {
  double twice = 2 * value;
  if (!(twice >= 0 && twice < LOGARITHMS) || twice != (double)(int32_t)twice) return (float)log1p(value);
  float *found = known + (int32_t)twice;
  if (*found == 0) *found = (float)log1p(value);
  return *found;
}

int text_signals(const Ground *g, float *logs, float *out);
void element_signals(const Ground *g, float *out);
void position_signals(const Ground *g, float *logs, float *out);
int window_signals(const Ground *g, float *logs, float *out);
void neighbour_signals(const Ground *g, float *logs, float *out);
void page_signals(const Ground *g, float *logs, float *out);
int headline_signals(const Ground *g, float *logs, const int64_t *matched, float *out);
int landmark_signals(const Ground *g, float *logs, float *out);
int container_signals(const Ground *g, float *out);
int candidate_signals(const Ground *g, float *out);
void density_signals(const Ground *g, float *logs, float *out);
void ancestor_signals(const Ground *g, float *logs, float *out);
int path_signals(const Ground *g, float *logs, const int32_t *kind, float *out);
int sibling_signals(const Ground *g, float *logs, const int32_t *kind, float *out);

#endif
