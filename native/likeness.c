/* Compares the blocks of a page with a text. Twin: _likeness of extractors/consensus/text_signals.py. */

#include <math.h>

#include "survey.h"

static void write_likeness(const Ground *g, const int64_t *matched, int64_t known, float *out) {
  int64_t blocks = g->blocks;
  float length = (float)log1p((double)known);
  for (int64_t b = 0; b < blocks; b++) {
    out[b] = known ? (float)share((double)matched[b], g->counted[b]) : -1;
    out[blocks + b] = known ? (float)least((double)matched[b] / (double)known, 1) : 0;
    out[2 * blocks + b] = length;
  }
}

/* Writes three rows: the share of a block's words in the text, of its words in a block, and its length. Gives 0 where
   memory is short. */
int fill_likeness(const Survey *survey, const Ground *g, const Text *text, float *out) {
  uint64_t *hash = malloc(((size_t)text->size + 1) * sizeof *hash);
  int64_t *matched = malloc(((size_t)g->blocks + 1) * sizeof *matched);
  int64_t known = hash && matched ? OF_WIDTH(hash_once, text->width)(survey->rules->characters, text, hash) : -2;
  if (known >= 0) {
    match_words(g->vocabulary, survey->words, hash, known, g->blocks, matched);
    write_likeness(g, matched, known, out);
  }
  free(hash);
  free(matched);
  return known >= 0;
}
