/* The families of signals: what they share, and which there are. Those that depend on the whole page study it first, and
   give 0 where memory is short. Signals of some blocks then stand in rows; each function writes the rows of its family in
   the order of its names. */

#ifndef WEBWINNOW_SIGNALS_H
#define WEBWINNOW_SIGNALS_H

#include <math.h>

#include "survey.h"

enum { STEPS = 9 }; /* HIGHEST + 1: how many steps up the tree are known of each block */

/* An element that is open at a block, as a place among the holders, and what stands nearest around it or is it. */
typedef struct {
  int32_t holder, depth, fork, fork_depth, branch, article, item, item_depth, group, group_depth;
  float best;
} Frame;

/* Some blocks, and per block what stands around it. */
typedef struct {
  const Survey *survey;
  const Study *study;
  int64_t from, count;
  float *logs;
  int32_t *around_at; /* STEPS rows */
  Frame *frame;
} Stretch;

static inline int64_t at_step(const Stretch *s, int64_t steps, int64_t at) { return s->around_at[steps * s->count + at]; }

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

void study_page_figures(const Ground *g, double *figures);
void study_headline(const Ground *g, const uint32_t *matched, Study *study);
void study_landmarks(const Ground *g, Study *study);
int study_candidates(const Ground *g, float *score, Study *study);
int study_paths(const Ground *g, const int32_t *number, const int32_t *kind, int32_t *group, float *figures);
int study_siblings(const Ground *g, const int32_t *number, const int32_t *kind, const Survey *survey, Study *study);

int fill_signals(Survey *survey, const Ground *g, const Description *said, int64_t from, int64_t count, float *out);

void text_signals(const Ground *g, const Stretch *s, float *out);
void element_signals(const Ground *g, const Stretch *s, float *out);
void position_signals(const Ground *g, const Stretch *s, float *out);
void headline_signals(const Ground *g, const Stretch *s, float *out);
void landmark_signals(const Ground *g, const Stretch *s, float *out);
void word_signals(const Stretch *s, float *out);
void description_signals(const Ground *g, const Stretch *s, const Description *said, float *out);
void window_signals(const Ground *g, const Stretch *s, float *out);
void neighbour_signals(const Ground *g, const Stretch *s, float *out);
int container_signals(const Ground *g, const Stretch *s, float *out);
int candidate_signals(const Ground *g, const Stretch *s, float *out);
void density_signals(const Ground *g, const Stretch *s, float *out);
void ancestor_signals(const Ground *g, const Stretch *s, float *out);
void path_signals(const Stretch *s, float *out);
void sibling_signals(const Ground *g, const Stretch *s, float *out);
void page_signals(const Stretch *s, float *out);

#endif
