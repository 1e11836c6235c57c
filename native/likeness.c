/* Compares the words of blocks with those of a text. Twin: _likeness of extractors/consensus/text_signals.py. */

#include "survey.h"

/* Counts in each block the words that a text has, too, and how many different ones the text has. Gives 0 where memory is
   short. */
int match_text(const Survey *survey, const Ground *g, const Text *text, uint32_t *matched, int64_t *known) {
  *known = 0;
  if (!text->size) return 1;
  uint64_t *hash = malloc(((size_t)text->size + 1) * sizeof *hash);
  *known = hash ? OF_WIDTH(hash_once, text->width)(survey->rules->characters, text, hash) : -2;
  if (*known > 0) match_words(g->vocabulary, survey->words, hash, *known, g->blocks, matched);
  free(hash);
  return *known >= 0;
}
