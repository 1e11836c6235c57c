/* Asks boosted trees that put the same question on each level. Twin: signals/symmetric_trees.py.

   Answers are the bits of a leaf's number, the first question the highest. Rows are taken in blocks that stay in the
   processor's cache; sums are formed in the order of the twin, group by group, so that they are equal to the last bit. */

#include "kernels.h"
#include "wide.h"

enum { DEPTH = 6, LEAVES = 64, ROWS = 256 };

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

/* Whether processor and system know registers of eight numbers (AVX2), which most do and not all. */
KERNEL int32_t has_wide_registers(void) {
  uint32_t a, b, c, d, kept, unused;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 0;
  __asm__ volatile("xgetbv" : "=a"(kept), "=d"(unused) : "c"(0));
  return (kept & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
#else
KERNEL int32_t has_wide_registers(void) { return 0; }
#endif

/* All questions of a tree in one expression, so that the compiler asks them of several rows at once. */
INLINED void leaves_of(const float *const *columns, const int32_t *column, const float *limit, int64_t from, int64_t rows,
                      int32_t *restrict leaf) {
  const float *a = columns[column[0]] + from, *b = columns[column[1]] + from, *c = columns[column[2]] + from;
  const float *d = columns[column[3]] + from, *e = columns[column[4]] + from, *f = columns[column[5]] + from;
  const float la = limit[0], lb = limit[1], lc = limit[2], ld = limit[3], le = limit[4], lf = limit[5];
  for (int64_t i = 0; i < rows; i++)
    leaf[i] = (a[i] > la) << 5 | (b[i] > lb) << 4 | (c[i] > lc) << 3 | (d[i] > ld) << 2 | (e[i] > le) << 1 | (f[i] > lf);
}

INLINED void add_group(const float *const *columns, const int32_t *column, const float *limit, const float *leaves,
                       int64_t trees, int64_t from, int64_t rows, float *total) {
  float sum[ROWS] = {0};
  int32_t leaf[ROWS];
  for (int64_t tree = 0; tree < trees; tree++) {
    const float *said = leaves + LEAVES * tree;
    leaves_of(columns, column + DEPTH * tree, limit + DEPTH * tree, from, rows, leaf);
    for (int64_t row = 0; row < rows; row++) sum[row] += said[leaf[row]];
  }
  for (int64_t row = 0; row < rows; row++) total[row] += sum[row];
}

INLINED void add_groups(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                        const float *leaves, int64_t trees, int64_t group, float *total) {
  for (int64_t from = 0; from < rows; from += ROWS) {
    int64_t some = rows - from < ROWS ? rows - from : ROWS;
    for (int64_t tree = 0; tree < trees; tree += group) {
      int64_t together = trees - tree < group ? trees - tree : group;
      add_group(columns, column + DEPTH * tree, limit + DEPTH * tree, leaves + LEAVES * tree, together, from, some,
                total + from);
    }
  }
}

WIDE static void add_by_eight(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                              const float *leaves, int64_t trees, int64_t group, float *total) {
  add_groups(columns, rows, column, limit, leaves, trees, group, total);
}

static void add_by_four(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                        const float *leaves, int64_t trees, int64_t group, float *total) {
  add_groups(columns, rows, column, limit, leaves, trees, group, total);
}

/* What each tree says of a single row. */
KERNEL void ask_trees(const float *row, const int32_t *column, const float *limit, const float *leaves, int64_t trees,
                      float *said) {
  for (int64_t tree = 0; tree < trees; tree++, column += DEPTH, limit += DEPTH, leaves += LEAVES) {
    int32_t leaf = 0;
    for (int level = 0; level < DEPTH; level++) leaf = 2 * leaf + (row[column[level]] > limit[level]);
    said[tree] = leaves[leaf];
  }
}

/* `total` holds what the leaves are added to; `wide` is what has_wide_registers says. Sums are the same with both. */
KERNEL void add_odds(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                     const float *leaves, int64_t trees, int64_t group, int32_t wide, float *total) {
  (wide ? add_by_eight : add_by_four)(columns, rows, column, limit, leaves, trees, group, total);
}
