/* What the words of a page's blocks say: how many of them are known, and whether they come back in other blocks. Twins:
   sort_words and Vocabulary.matches of extractors/consensus/ground.py, and vocabulary_signals of text_signals.py.

   Words are sorted numbers: a hash, and in the lowest bits the block. */

#include "survey.h"

enum { DIGIT = 10, DIGITS = 1 << DIGIT };

static void sort_by_digit(const uint64_t *from, int64_t count, int shift, uint64_t *to) {
  int64_t start[DIGITS + 1] = {0};
  for (int64_t i = 0; i < count; i++) start[(from[i] >> shift & (DIGITS - 1)) + 1]++;
  for (int digit = 0; digit < DIGITS; digit++) start[digit + 1] += start[digit];
  for (int64_t i = 0; i < count; i++) to[start[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

/* Sorts words that stand in the order of their blocks, which are their lowest bits: by the others, ten at a time. */
void sort_words(uint64_t *words, int64_t count, uint64_t *room) {
  for (int shift = BLOCK_BITS; shift < 64; shift += 2 * DIGIT) {
    sort_by_digit(words, count, shift, room);
    sort_by_digit(room, count, shift + DIGIT, words);
  }
}

/* Counts in each block the words that are among some known hashes, each given once. */
void match_words(const uint64_t *words, int64_t count, const uint64_t *known, int64_t hashes, int64_t blocks,
                        int64_t *matched) {
  for (int64_t b = 0; b < blocks; b++) matched[b] = 0;
  for (int64_t n = 0; n < hashes; n++)
    for (int64_t i = first_not_below(words, count, known[n] & ~BLOCK_MASK); i < count && words[i] <= (known[n] | BLOCK_MASK);
         i++)
      if ((int64_t)(words[i] & BLOCK_MASK) < blocks) matched[words[i] & BLOCK_MASK]++;
}

/* Numbers the different words; tells of each its hash, in how many blocks it stands, and in how many of running text.
   Gives how many there are. */
int64_t count_words_of_page(const uint64_t *words, int64_t count, const uint8_t *is_long, int32_t *number,
                                   uint64_t *hash, int64_t *blocks, double *long_blocks) {
  int64_t found = -1;
  for (int64_t i = 0; i < count; i++) {
    if (!i || words[i] >> BLOCK_BITS != words[i - 1] >> BLOCK_BITS) {
      hash[++found] = words[i] >> BLOCK_BITS;
      blocks[found] = 0;
      long_blocks[found] = 0;
    }
    number[i] = (int32_t)found;
    if (i && words[i] == words[i - 1]) continue;
    blocks[found]++;
    long_blocks[found] += is_long[words[i] & BLOCK_MASK];
  }
  return found + 1;
}

typedef struct {
  double *once, *topical, *rarity, *different, *common, *titled; /* sums per block */
} Sums;

/* `rarity`: by the number of blocks that a word stands in; `most_blocks`: how many these are at most for a word that
   says something about the topic; `common` and `titled` mark different words. Gives 0 where memory is short. */
int fill_vocabulary(const uint64_t *words, int64_t count, const int32_t *number, const int64_t *blocks,
                               const double *long_blocks, const uint8_t *is_long, const double *rarity,
                               double most_blocks, const uint8_t *common, const uint8_t *titled, const double *counted,
                               int64_t size, float *out) {
  double *room = calloc(6 * (size_t)size, sizeof *room);
  if (!room) return 0;
  Sums sum = {room, room + size, room + 2 * size, room + 3 * size, room + 4 * size, room + 5 * size};
  for (int64_t i = 0; i < count; i++) {
    int64_t b = (int64_t)(words[i] & BLOCK_MASK), word = number[i];
    sum.common[b] += common[word];
    sum.titled[b] += titled[word];
    if (i && words[i] == words[i - 1]) continue;
    sum.once[b] += blocks[word] == 1;
    sum.topical[b] += long_blocks[word] > is_long[b] && (double)blocks[word] <= most_blocks;
    sum.rarity[b] += rarity[blocks[word]];
    sum.different[b]++;
  }
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    row[0] = (float)share(sum.once[b], sum.different[b]);
    row[size] = (float)share(sum.topical[b], sum.different[b]);
    row[2 * size] = (float)share(sum.rarity[b], sum.different[b]);
    row[3 * size] = (float)share(sum.common[b], counted[b]);
    row[4 * size] = (float)share(sum.titled[b], counted[b]);
  }
  free(room);
  return 1;
}
