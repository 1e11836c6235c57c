/* What the words of a page's blocks say: how many of them are known, and whether they come back in other blocks. Twins:
   sort_words and Vocabulary.matches of extractors/consensus/ground.py, and vocabulary_signals of text_signals.py.

   Words are sorted numbers: a hash, and in the lowest bits the block. */

#include "scratch.h"
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
                 uint32_t *matched) {
  for (int64_t b = 0; b < blocks; b++) matched[b] = 0;
  for (int64_t n = 0; n < hashes; n++)
    for (int64_t i = first_not_below(words, count, known[n] & ~BLOCK_MASK); i < count && words[i] <= (known[n] | BLOCK_MASK);
         i++)
      if ((int64_t)(words[i] & BLOCK_MASK) < blocks) matched[words[i] & BLOCK_MASK]++;
}

/* Numbers the different words; tells of each its hash, in how many blocks it stands, and in how many of running text.
   Gives how many there are. */
int64_t count_words_of_page(const uint64_t *words, int64_t count, const uint8_t *is_long, int32_t *number,
                                   uint64_t *hash, int32_t *blocks, double *long_blocks) {
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

/* Marks the different words that stand in the title and in no more blocks than the site's name does. */
static void mark_titled(const Survey *survey, double most_of_site) {
  const uint64_t *title = column_of(survey, TITLE), *hash = words_of(survey, HASHES);
  const int32_t *blocks = words_of(survey, WORD_BLOCKS);
  uint8_t *titled = words_of(survey, TITLED);
  memset(titled, 0, (size_t)survey->different);
  for (int64_t n = 0; n < survey->title_words; n++) {
    uint64_t wanted = title[n] >> BLOCK_BITS;
    int64_t at = first_not_below(hash, survey->different, wanted);
    if (at < survey->different && hash[at] == wanted) titled[at] = (double)blocks[at] <= most_of_site;
  }
}

/* Rows of counts per block, where the shares stand in the end: different words that stand nowhere else, those of the topic,
   all of them; and, each time that they stand there, words that are common or of the title. */
enum { ONCE, TOPICAL, DIFFERENT, COMMON, OF_TITLE };

static void add_words(const Survey *survey, const Ground *g, const Words *known, uint32_t *sums, double *rarity) {
  const uint64_t *words = g->vocabulary;
  const int32_t *number = words_of(survey, WORD_NUMBER), *blocks = words_of(survey, WORD_BLOCKS);
  const double *long_blocks = words_of(survey, LONG_BLOCKS);
  const uint8_t *titled = words_of(survey, TITLED);
  for (int64_t i = 0; i < survey->words; i++) {
    int64_t b = (int64_t)(words[i] & BLOCK_MASK), word = number[i], size = g->blocks;
    sums[COMMON * size + b] += known->common[word];
    sums[OF_TITLE * size + b] += titled[word];
    if (i && words[i] == words[i - 1]) continue;
    sums[ONCE * size + b] += blocks[word] == 1;
    sums[TOPICAL * size + b] += long_blocks[word] > g->is_long[b] && (double)blocks[word] <= known->most_of_topic;
    sums[DIFFERENT * size + b]++;
    rarity[b] += known->rarity[blocks[word]];
  }
}

/* Turns the counts into shares; numbers of one kind are as long as those of the other. */
static void share_counts(const Ground *g, const double *rarity, const uint32_t *sums, float *shares) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    uint32_t sum[5];
    for (int64_t row = 0; row < 5; row++) memcpy(sum + row, sums + row * size + b, sizeof *sum);
    double different = sum[DIFFERENT], counted = count_of(g, COUNTED, b);
    const float share_of[] = {(float)share(sum[ONCE], different), (float)share(sum[TOPICAL], different),
                              (float)share(rarity[b], different), (float)share(sum[COMMON], counted),
                              (float)share(sum[OF_TITLE], counted)};
    for (int64_t row = 0; row < 5; row++) memcpy(shares + row * size + b, share_of + row, sizeof *shares);
  }
}

/* Writes the signals of words, a row for each of them. Gives 0 where memory is short. */
int share_words(const Survey *survey, const Ground *g, const Words *known, void *shares) {
  double *rarity = take_zeros((size_t)g->blocks, sizeof *rarity);
  if (!rarity) return 0;
  memset(shares, 0, 5 * (size_t)g->blocks * sizeof(uint32_t));
  mark_titled(survey, known->most_of_site);
  add_words(survey, g, known, shares, rarity);
  share_counts(g, rarity, shares, shares);
  leave_scratch(rarity);
  return 1;
}
