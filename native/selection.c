/* Chooses blocks by falling probability as long as the expected F1 rises. Twin: best_selection of
   extractors/consensus/judging.py, whose sums are formed in the same order. */

#include "kernels.h"

enum { TOGETHER = 128, LANES = 8, DIGIT = 8, DIGITS = 1 << DIGIT };

static double sum_of_few(const double *values, int64_t count) {
  double lane[LANES], sum = 0;
  int64_t i = 0;
  if (count >= LANES) {
    for (; i < LANES; i++) lane[i] = values[i];
    for (; i + LANES <= count; i += LANES)
      for (int j = 0; j < LANES; j++) lane[j] += values[i + j];
    sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
  for (; i < count; i++) sum += values[i];
  return sum;
}

/* Adds up as numpy does it, in pairs of halves. */
static double sum_of(const double *values, int64_t count) {
  if (count <= TOGETHER) return sum_of_few(values, count);
  int64_t half = count / 2 - count / 2 % LANES;
  return sum_of(values, half) + sum_of(values + half, count - half);
}

/* Sorts places by one digit of their keys; those with equal digits stay in their order. */
static void sort_by_digit(const uint32_t *key, int64_t count, int shift, const int32_t *from, int32_t *to) {
  int64_t start[DIGITS + 1] = {0};
  for (int64_t i = 0; i < count; i++) start[(key[i] >> shift & (DIGITS - 1)) + 1]++;
  for (int digit = 0; digit < DIGITS; digit++) start[digit + 1] += start[digit];
  for (int64_t i = 0; i < count; i++) to[start[key[from[i]] >> shift & (DIGITS - 1)]++] = from[i];
}

/* Probabilities are no less than 0, so their bits rise with them. */
static void sort_falling(const float *likely, int64_t count, uint32_t *key, int32_t *order, int32_t *room) {
  for (int64_t i = 0; i < count; i++) {
    memcpy(key + i, likely + i, sizeof *key);
    key[i] = ~key[i];
    order[i] = (int32_t)i;
  }
  for (int shift = 0; shift < 32; shift += 2 * DIGIT) {
    sort_by_digit(key, count, shift, order, room);
    sort_by_digit(key, count, shift + DIGIT, room, order);
  }
}

/* Each block counts for `more` than its words. Gives the expected F1, -1 where memory is short. */
KERNEL double select_best(const float *likely, const double *words, int64_t count, double more, uint8_t *keep) {
  double *hoped = malloc((size_t)count * sizeof *hoped), best = 0, found = 0, weight = 0;
  int32_t *order = malloc(3 * (size_t)count * sizeof *order);
  int64_t last = 0;
  if (hoped && order) {
    sort_falling(likely, count, (uint32_t *)(order + 2 * count), order, order + count);
    for (int64_t i = 0; i < count; i++) hoped[i] = (words[order[i]] + more) * likely[order[i]];
    double all = sum_of(hoped, count);
    for (int64_t i = 0; i < count; i++) {
      found += hoped[i];
      weight += words[order[i]] + more;
      double expected = 2 * found / (weight + all);
      if (i && !(expected > best)) continue;
      best = expected;
      last = i;
    }
    for (int64_t i = 0; i < count; i++) keep[order[i]] = i <= last;
  } else {
    best = -1;
  }
  free(hoped);
  free(order);
  return best;
}
