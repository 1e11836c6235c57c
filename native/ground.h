/* What the signals of `consensus` stand on; the fields are filled, in this order, by
   webwinnow/extractors/consensus/compiled.py, which also owns the arrays. Twin: extractors/consensus/ground.py. */

#ifndef WEBWINNOW_GROUND_H
#define WEBWINNOW_GROUND_H

#include "kernels.h"

enum { STEPS = 9 }; /* HIGHEST + 1: how many steps up the tree are known of each block */

typedef struct {
  int64_t elements, tags, runs, blocks, holder_count, title_words;
  double total, total_long;
  /* what is read: elements, */
  const int16_t *tag;
  const int32_t *parent, *first, *close, *last;
  /* visible runs, */
  const int32_t *home, *gap, *bound; /* block i holds the runs bound[i] up to bound[i + 1] */
  const double *run_words;
  const int64_t *run_counted;
  const uint64_t *run_upper, *run_digits, *run_sentences, *run_pauses, *run_closes, *run_hash;
  const int32_t *run_characters;
  const uint8_t *run_marks;
  /* and tables over tag numbers and rules. */
  const uint32_t *bits;   /* what stands around: INSIDE */
  const uint8_t *is_block;
  const double *levels;
  const float *is_columns; /* four columns of _IS */
  const uint8_t *mark_bits;
  int64_t numbers, inside, long_words;
  double few_links;
  int32_t main_tag, article_tag, h1_tag, unused;
  /* What is written: per block, */
  uint32_t *around;
  double *words, *linked, *strong, *code, *links, *counted, *characters, *upper, *digits, *sentences, *pauses;
  double *closes, *link, *level;
  uint8_t *is_long;
  int16_t *own_tag;
  int64_t *around_at; /* STEPS rows */
  /* per holder, at most as many as elements, */
  int64_t *holders, *up;
  int32_t *depth;
  double *held; /* four rows of `elements` places: words, linked, long, blocks */
  /* and per element. */
  double *element_long;
} Ground;

static inline double share(double part, double whole) { return part / (whole > 1e-9 ? whole : 1e-9); }
static inline double least(double one, double other) { return one < other ? one : other; }
static inline double most(double one, double other) { return one > other ? one : other; }

#endif
