/* Tells how many words of the title each text of a page has. Twin: shared_words of headline/titlefinder.py. */

#include "kernels.h"

static int32_t most_often(int64_t words, const int32_t *number, const int32_t *times, uint8_t *present) {
  int32_t most = 0;
  for (int64_t w = 0; w < words; w++)
    if (number[w] >= 0) {
      present[number[w]] = 1;
      if (times[number[w]] > most) most = times[number[w]];
    }
  return most;
}

/* Per word its start and the number of the term that it is, -1 if it is none; per run its start; per term how often the
   title has it, and room for a mark and a count. Writes a row for each run that has a term: the run, its first word, one
   past its last, how many of them are terms, the sum of the counts' squares; and the sum of the terms' shares in the title.
   Gives the number of rows, and how often the title has the most frequent of the terms that are there. */
KERNEL int64_t match_title(int64_t words, const int32_t *start, const int32_t *number, int64_t runs,
                           const int32_t *run_start, const int32_t *times, uint8_t *present, int32_t *counts,
                           int32_t *rows, double *shared, int32_t *most) {
  int64_t found = 0, run = 0, first = 0;
  *most = most_often(words, number, times, present);
  while (first < words) {
    while (run + 1 < runs && run_start[run + 1] <= start[first]) run++;
    int64_t last = first, matched = 0, squares = 0;
    double sum = 0;
    for (; last < words && (run + 1 == runs || start[last] < run_start[run + 1]); last++) {
      int32_t term = number[last];
      if (term < 0) continue;
      squares += 2 * counts[term]++ + 1;
      sum += (double)times[term] / *most;
      matched++;
    }
    for (int64_t w = first; matched && w < last; w++)
      if (number[w] >= 0) counts[number[w]] = 0;
    if (matched) {
      int32_t row[] = {(int32_t)run, (int32_t)first, (int32_t)last, (int32_t)matched, (int32_t)squares};
      memcpy(rows + 5 * found, row, sizeof row);
      shared[found++] = sum;
    }
    first = last;
  }
  return found;
}
