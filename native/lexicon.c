/* What the words of class names say of elements and of the blocks in them. Twin: extractors/consensus/lexicon.py. */

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

/* Tells along the elements around each what is said of it, and adds that up: scores are such that sums are exact in any
   order. Parents stand before their children. */
static void look_around(const Blocks *b, const double *of_tag, double *sum, float *said) {
  int64_t holders = b->holders;
  float *own = said, *least = own + holders, *most = least + holders, *all = most + holders;
  for (int64_t h = 0; h < holders; h++) {
    int32_t up = b->up[h];
    own[h] = (float)of_tag[b->number[h]];
    least[h] = h ? least[up] : 0;
    most[h] = h ? most[up] : 0;
    if (own[h] < least[h]) least[h] = own[h];
    if (own[h] > most[h]) most[h] = own[h];
    sum[h] = h ? of_tag[b->number[h]] + sum[up] : 0;
    all[h] = (float)sum[h];
  }
}

/* Writes what is said of each holder, in four rows. Gives what score_and_look says of the words that are doubted, -2 where
   memory is short. */
KERNEL int64_t ask_lexicon(const Asking *model, const Blocks *b, Answers *told) {
  double *of_tag = malloc((size_t)(b->names + b->holders) * sizeof *of_tag);
  if (!of_tag) return -2;
  int64_t known =
      score_and_look(model->lexicon, model->scores, model->doubted, model->comments, b->text, b->text_size, of_tag);
  look_around(b, of_tag, of_tag + b->names, told->said);
  free(of_tag);
  return known;
}

/* Writes the rows of LEXICON_NAMES for so many blocks from one on. */
void fill_lexicon(const Blocks *b, const float *said, int64_t from, int64_t count, float *out) {
  int64_t holders = b->holders;
  const float *least = said + holders, *most = least + holders, *sum = most + holders;
  for (int64_t i = 0; i < count; i++) {
    int32_t own = b->place[from + i], around = b->up[own];
    float *row = out + i;
    row[0] = said[own];
    row[count] = said[around];
    row[2 * count] = said[b->up[around]];
    row[3 * count] = least[own];
    row[4 * count] = most[own];
    row[5 * count] = sum[own];
  }
}
