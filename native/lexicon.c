/* What the words of class names say of elements and of the blocks in them. Twin: extractors/consensus/lexicon.py. */

#include "nesting.h"
#include "verdict.h"

/* The number of a word among those of a table, -1 if it is none of them. */
static int32_t number_of(const NameTable *names, const uint8_t *word, int64_t length, uint32_t hash) {
  for (uint32_t place = hash & (uint32_t)names->mask; names->slot[place]; place = (place + 1) & (uint32_t)names->mask) {
    int32_t n = names->slot[place] - 1, at = names->at[n];
    if (names->at[n + 1] - at == length && !memcmp(names->text + at, word, (size_t)length)) return n;
  }
  return -1;
}

/* Adds up per tag what its words say: words end with a blank, and a NUL stands before those of the next tag. Tells whether
   one of the words stands in `others`, if there are such: 1 for the first of them, 2 for the rest, 3 for both. */
static int score_and_look(const NameTable *names, const double *score, const NameTable *others, int64_t first_others,
                          const uint8_t *text, int64_t size, double *said) {
  uint32_t hash = FIRST_HASH;
  int64_t word = 0;
  int known = 0;
  *said = 0;
  for (int64_t i = 0; i < size; i++) {
    if (!text[i]) *++said = 0;
    if (text[i] == ' ') {
      int32_t n = number_of(names, text + word, i - word, hash);
      int32_t other = others ? number_of(others, text + word, i - word, hash) : -1;
      if (n >= 0) *said += score[n];
      if (other >= 0) known |= other < first_others ? 1 : 2;
    }
    if (text[i] && text[i] != ' ') {
      hash = hash_on(hash, text[i]);
    } else {
      hash = FIRST_HASH;
      word = i + 1;
    }
  }
  return known;
}

KERNEL void score_names(const NameTable *names, const double *score, const uint8_t *text, int64_t size, double *said) {
  score_and_look(names, score, NULL, 0, text, size, said);
}

/* What is said of an element that is open at a block and of those around it: the least, the most, and the sum. */
typedef struct {
  float own, least, most;
  double sum;
} Said;

static Said opened(double own, const Said *outside) {
  Said found = {(float)own, own < 0 ? (float)own : 0, own > 0 ? (float)own : 0, 0};
  if (!outside) return found;
  found.sum = own + outside->sum; /* scores are such that sums are the same in any order */
  if (outside->least < found.least) found.least = outside->least;
  if (outside->most > found.most) found.most = outside->most;
  return found;
}

/* Writes what is said of each start tag. Gives what score_and_look says of the words that are doubted. */
KERNEL int64_t ask_lexicon(const Asking *model, const Blocks *b, Answers *told) {
  return score_and_look(model->lexicon, model->scores, model->doubted, model->comments, b->text, b->text_size, told->said);
}

static void fill_rows(const Blocks *b, const double *said, int64_t from, int64_t count, int32_t *open, Said *around,
                      float *out) {
  int64_t last = -1;
  for (int64_t i = 0; i < count; i++) {
    for (int64_t at = open_holders(b->up, b->place[from + i], open, &last); at <= last; at++)
      around[at] = opened(said[b->number[open[at]]], at ? around + at - 1 : NULL);
    float *row = out + i;
    row[0] = around[last].own;
    row[count] = around[last > 0 ? last - 1 : 0].own;
    row[2 * count] = around[last > 1 ? last - 2 : 0].own;
    row[3 * count] = around[last].least;
    row[4 * count] = around[last].most;
    row[5 * count] = (float)around[last].sum;
  }
}

/* Writes the rows of LEXICON_NAMES for so many blocks from one on. Gives 0 where memory is short. */
int fill_lexicon(const Blocks *b, const double *said, int64_t from, int64_t count, float *out) {
  int32_t *open = malloc((size_t)b->holders * sizeof *open);
  Said *around = malloc((size_t)b->holders * sizeof *around);
  int done = open && around;
  if (done) fill_rows(b, said, from, count, open, around, out);
  free(open);
  free(around);
  return done;
}
