/* What the signals of `consensus` stand on: columns of a page and of its survey. Twin: extractors/consensus/ground.py.

   Sums of words are whole and half numbers: they are kept as twice the sum, in two bytes where the longest block allows it,
   for dense pages have more blocks than anything else. */

#ifndef WEBWINNOW_GROUND_H
#define WEBWINNOW_GROUND_H

#include "kernels.h"

enum { WORDS, LINKED, RUNNING, BLOCKS, HELD_ROWS }; /* rows of what holders hold, the first three of them twice */

typedef struct {
  int64_t elements, tags, runs, blocks, holder_count, title_words, links;
  double total, total_long;
  /* what is read: elements, */
  const int16_t *tag;
  const int32_t *parent, *first, *close, *last;
  /* the page's runs and gaps, */
  const int32_t *home, *gap, *characters_before;
  const uint8_t *marks;
  /* its visible runs, as places among all, */
  const int32_t *run, *bound; /* block i holds the runs bound[i] up to bound[i + 1] */
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
  double *words;
  uint16_t *few;   /* rows of counts, where none of them is large, */
  uint32_t *counts; /* or where some are; the other one is NULL */
  uint32_t *around;
  uint8_t *closes, *is_long;
  int32_t *place; /* its own element among the holders */
  /* per holder, at most as many as elements, */
  int32_t *holders, *up;
  uint32_t *held; /* rows of `elements` places */
  /* and per word: its hash, which becomes one with the block that it stands in. */
  uint64_t *vocabulary;
} Ground;

/* Rows of counts, the first three of them twice. */
enum { LINKED_WORDS, STRONG_WORDS, CODE_WORDS, COUNTED, CHARACTERS_SEEN, CAPITALS, FIGURES_SEEN, SENTENCES, PAUSES, COUNT_ROWS };

/* Counts in some of the runs that are seen, one after the other. */
typedef struct {
  double *words;
  uint64_t *counted, *upper, *digits, *sentences, *pauses, *closes, *hash;
} RunTallies;

enum { BLOCK_BITS = 24 };
#define BLOCK_MASK ((UINT64_C(1) << BLOCK_BITS) - 1)

static inline int32_t home_of(const Ground *g, int64_t run) { return g->home[g->run[run]]; }
static inline int32_t gap_of(const Ground *g, int64_t run) { return g->gap[g->run[run]]; }

static inline double share(double part, double whole) { return part / (whole > 1e-9 ? whole : 1e-9); }
static inline double least(double one, double other) { return one < other ? one : other; }
static inline double most(double one, double other) { return one > other ? one : other; }

static inline double half(uint32_t twice) { return 0.5 * (double)twice; }
static inline uint32_t count_of(const Ground *g, int row, int64_t block) {
  int64_t at = row * g->blocks + block;
  return g->few ? g->few[at] : g->counts[at];
}
static inline double linked_of(const Ground *g, int64_t block) { return half(count_of(g, LINKED_WORDS, block)); }
static inline double link_of(const Ground *g, int64_t block) { return share(linked_of(g, block), g->words[block]); }
static inline int16_t tag_of(const Ground *g, int64_t block) { return g->tag[g->holders[g->place[block]]]; }
static inline double level_of(const Ground *g, int64_t block) { return g->levels[tag_of(g, block)]; }
static inline double held(const Ground *g, int row, int64_t holder) {
  uint32_t amount = g->held[row * g->elements + holder];
  return row == BLOCKS ? (double)amount : half(amount);
}

#endif
