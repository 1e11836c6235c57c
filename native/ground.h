/* What the signals of `consensus` stand on: columns of a page and of its survey. Twin: extractors/consensus/ground.py. */

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
  /* the page's runs and gaps, */
  const int32_t *home, *gap, *characters_before;
  const uint8_t *marks;
  /* its visible runs, as places among all, */
  const int32_t *run, *bound; /* block i holds the runs bound[i] up to bound[i + 1] */
  const double *run_words;
  const uint64_t *run_counted, *run_upper, *run_digits, *run_sentences, *run_pauses, *run_closes, *run_hash;
  /* and tables over tag numbers and rules. */
  const uint32_t *bits;   /* what stands around: INSIDE */
  const uint8_t *is_block;
  const double *levels;
  const float *is_columns; /* four columns of _IS */
  const uint8_t *mark_bits, *is_code;
  int64_t numbers, inside, long_words;
  double few_links;
  int32_t main_tag, article_tag, h1_tag, p_tag, item_tag, time_tag;
  /* What is written: per block, */
  double *words, *linked, *strong, *code, *links, *counted, *characters, *upper, *digits, *sentences, *pauses;
  double *closes, *link, *level;
  uint32_t *around;
  uint8_t *is_long;
  int16_t *own_tag;
  int64_t *around_at; /* STEPS rows */
  /* per holder, at most as many as elements, */
  int64_t *holders, *up;
  int32_t *depth;
  double *held; /* four rows of `elements` places: words, linked, long, blocks */
  /* per element, */
  double *element_long;
  /* and per word: its hash, which becomes one with the block that it stands in. */
  uint64_t *vocabulary;
} Ground;

enum { BLOCK_BITS = 24 };
#define BLOCK_MASK ((UINT64_C(1) << BLOCK_BITS) - 1)

static inline int32_t home_of(const Ground *g, int64_t run) { return g->home[g->run[run]]; }
static inline int32_t gap_of(const Ground *g, int64_t run) { return g->gap[g->run[run]]; }

static inline double share(double part, double whole) { return part / (whole > 1e-9 ? whole : 1e-9); }
static inline double least(double one, double other) { return one < other ? one : other; }
static inline double most(double one, double other) { return one > other ? one : other; }

#endif
