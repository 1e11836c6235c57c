/* The families of signals: what they share, and which there are. Signals stand in rows, a number per block; each function
   writes the rows of its family in the order of its names, and those that need room give 0 where memory is short. */

#ifndef WEBWINNOW_SIGNALS_H
#define WEBWINNOW_SIGNALS_H

#include "ground.h"

enum { WORDS, LINKED, RUNNING, BLOCKS }; /* rows of what holders hold */

static inline int64_t at_step(const Ground *g, int64_t steps, int64_t block) {
  return g->around_at[steps * g->blocks + block];
}
static inline const double *held(const Ground *g, int64_t row) { return g->held + row * g->elements; }

static inline void fill(float *row, int64_t blocks, double value) {
  for (int64_t b = 0; b < blocks; b++) row[b] = (float)value;
}

int text_signals(const Ground *g, float *out);
void element_signals(const Ground *g, float *out);
void position_signals(const Ground *g, float *out);
int window_signals(const Ground *g, float *out);
void neighbour_signals(const Ground *g, float *out);
int headline_signals(const Ground *g, const int64_t *matched, float *out);
int landmark_signals(const Ground *g, float *out);
int container_signals(const Ground *g, float *out);
int candidate_signals(const Ground *g, float *out);
void density_signals(const Ground *g, float *out);
void ancestor_signals(const Ground *g, float *out);
int path_signals(const Ground *g, const int32_t *kind, float *out);
int sibling_signals(const Ground *g, const int32_t *kind, float *out);

#endif
