/* Asks boosted trees that put the same question on each level. Twin: signals/symmetric_trees.py.

   Answers are the bits of a leaf's number, the first question the highest. Rows are taken in blocks that stay in the
   processor's cache; sums are formed in the order of the twin, group by group, so that they are equal to the last bit. */

#include "kernels.h"
#include "wide.h"

enum { DEPTH = 6, LEAVES = 64, ROWS = 256 };

/* Questions by the group of the column that each asks for; `first` tells where those of each group begin, and the end.
   Each has a number, level after level of all trees, and in `table` what it adds for each leaf. */
typedef struct {
  int64_t trees, groups;
  const int64_t *question, *first;
  const float *table;
} Sharing;

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#define WIDEST __attribute__((target("avx512f")))

/* How many numbers the registers hold that processor and system know: 8 (AVX2), which most do, 16 (AVX-512), or 4. */
KERNEL int32_t register_width(void) {
  uint32_t a, b, c, d, kept, unused;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 4;
  __asm__ volatile("xgetbv" : "=a"(kept), "=d"(unused) : "c"(0));
  if ((kept & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) return 4;
  return (kept & 0xE6) == 0xE6 && (b & bit_AVX512F) ? 16 : 8;
}
#else
KERNEL int32_t register_width(void) { return 4; }
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

#if defined(WIDEST)
/* Asks a question of sixteen rows, and adds a bit to the number of the leaf that each reaches, where the answer is yes. */
WIDEST INLINED __mmask16 ask(__m512 asked, float limit) {
  return _mm512_cmp_ps_mask(asked, _mm512_set1_ps(limit), _CMP_GT_OQ);
}

WIDEST INLINED __m512i answer(__m512i leaf, __m512 asked, float limit, int level) {
  return _mm512_mask_or_epi32(leaf, ask(asked, limit), leaf, _mm512_set1_epi32(1 << (DEPTH - 1 - level)));
}

/* What the leaves say: all of a tree stand in four registers, and the first question tells which two of them are meant. */
WIDEST INLINED __m512 said_by(const __m512 *leaves, __mmask16 upper, __m512i leaf) {
  __m512 low = _mm512_permutex2var_ps(leaves[0], leaf, leaves[1]), high = _mm512_permutex2var_ps(leaves[2], leaf, leaves[3]);
  return _mm512_mask_blend_ps(upper, low, high);
}

/* As add_group, for as many rows as are marked of thirty-two. */
WIDEST INLINED void add_rows(const float *const *columns, const int32_t *column, const float *limit, const float *leaves,
                             int64_t trees, int64_t from, __mmask16 first, __mmask16 second, float *total) {
  __m512 one = _mm512_setzero_ps(), two = _mm512_setzero_ps();
  for (int64_t tree = 0; tree < trees; tree++, column += DEPTH, limit += DEPTH, leaves += LEAVES) {
    __m512i leaf = _mm512_setzero_si512(), other = _mm512_setzero_si512();
    const float *highest = columns[column[0]] + from;
    __mmask16 upper = ask(_mm512_maskz_loadu_ps(first, highest), limit[0]), above = 0;
    __m512 four[4];
    if (second) above = ask(_mm512_maskz_loadu_ps(second, highest + 16), limit[0]);
    for (int level = 1; level < DEPTH; level++) {
      const float *asked = columns[column[level]] + from;
      leaf = answer(leaf, _mm512_maskz_loadu_ps(first, asked), limit[level], level);
      if (second) other = answer(other, _mm512_maskz_loadu_ps(second, asked + 16), limit[level], level);
    }
    for (int i = 0; i < 4; i++) four[i] = _mm512_loadu_ps(leaves + 16 * i);
    one = _mm512_add_ps(one, said_by(four, upper, leaf));
    if (second) two = _mm512_add_ps(two, said_by(four, above, other));
  }
  _mm512_mask_storeu_ps(total, first, _mm512_add_ps(_mm512_maskz_loadu_ps(first, total), one));
  if (second) _mm512_mask_storeu_ps(total + 16, second, _mm512_add_ps(_mm512_maskz_loadu_ps(second, total + 16), two));
}

static inline __mmask16 marked(int64_t rows) { return rows >= 16 ? 0xFFFF : rows > 0 ? (__mmask16)((1u << rows) - 1) : 0; }

WIDEST static void add_by_sixteen(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                                  const float *leaves, int64_t trees, int64_t group, float *total) {
  for (int64_t tree = 0; tree < trees; tree += group) { /* whose leaves stay in the cache */
    int64_t together = trees - tree < group ? trees - tree : group, from = 0;
    const int32_t *asked = column + DEPTH * tree;
    const float *limits = limit + DEPTH * tree, *said = leaves + LEAVES * tree;
    for (; from + 32 <= rows; from += 32)
      add_rows(columns, asked, limits, said, together, from, 0xFFFF, 0xFFFF, total + from);
    if (rows - from > 16)
      add_rows(columns, asked, limits, said, together, from, 0xFFFF, marked(rows - from - 16), total + from);
    else if (rows > from)
      add_rows(columns, asked, limits, said, together, from, marked(rows - from), 0, total + from);
  }
}
#endif

/* What each tree says of a single row. */
KERNEL void ask_trees(const float *row, const int32_t *column, const float *limit, const float *leaves, int64_t trees,
                      float *said) {
  for (int64_t tree = 0; tree < trees; tree++, column += DEPTH, limit += DEPTH, leaves += LEAVES) {
    int32_t leaf = 0;
    for (int level = 0; level < DEPTH; level++) leaf = 2 * leaf + (row[column[level]] > limit[level]);
    said[tree] = leaves[leaf];
  }
}

/* What trees of any shape say of a page's figures, added up in their order. Twin: Trees.score of kind/trees.py. */
KERNEL double score_figures(int64_t trees, int64_t depth, const int64_t *root, const int64_t *figure, const double *limit,
                            const int64_t *below, const int64_t *above, const double *value, const double *figures) {
  double sum = 0;
  for (int64_t tree = 0; tree < trees; tree++) {
    int64_t node = root[tree];
    for (int64_t level = 0; level < depth; level++)
      node = figures[figure[node]] <= limit[node] ? below[node] : above[node];
    sum += value[node];
  }
  return sum;
}

/* `total` holds what the leaves are added to; `width` is what register_width says, or less. Sums are always the same. */
KERNEL void add_odds(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                     const float *leaves, int64_t trees, int64_t group, int32_t width, float *total) {
#if defined(WIDEST)
  if (width == 16) {
    add_by_sixteen(columns, rows, column, limit, leaves, trees, group, total);
    return;
  }
#endif
  (width == 8 ? add_by_eight : add_by_four)(columns, rows, column, limit, leaves, trees, group, total);
}

/* Which leaf each tree leads some rows to: a row of ROWS numbers per tree. */
INLINED void reach_leaves(const float *const *columns, const int32_t *column, const float *limit, int64_t trees, int64_t from,
                          int64_t rows, uint8_t *reached) {
  int32_t leaf[ROWS];
  for (int64_t tree = 0; tree < trees; tree++, column += DEPTH, limit += DEPTH, reached += ROWS) {
    leaves_of(columns, column, limit, from, rows, leaf);
    for (int64_t row = 0; row < rows; row++) reached[row] = (uint8_t)leaf[row];
  }
}

/* What questions of one group add to some rows, one question after the other. */
static void add_shares(const Sharing *sharing, int64_t first, int64_t behind, int64_t rows, const uint8_t *reached,
                       float *restrict found) {
  for (int64_t row = 0; row < rows; row++) found[row] = 0;
  for (int64_t at = first; at < behind; at++) {
    const float *said = sharing->table + LEAVES * (int64_t)sharing->question[at];
    const uint8_t *leaf = reached + ROWS * (sharing->question[at] % sharing->trees);
    for (int64_t row = 0; row < rows; row++) found[row] += said[leaf[row]];
  }
}

/* Writes what each group of questions adds to each row: a line of `rows` numbers per group. Gives -2 where memory is
   short. Twin: SymmetricTrees.sharing. */
KERNEL int32_t share_odds(const Sharing *sharing, const float *const *columns, int64_t rows, const int32_t *column,
                          const float *limit, float *found) {
  uint8_t *reached = malloc((size_t)(sharing->trees * ROWS) + 1);
  for (int64_t from = 0; from < rows && reached; from += ROWS) {
    int64_t some = rows - from < ROWS ? rows - from : ROWS;
    reach_leaves(columns, column, limit, sharing->trees, from, some, reached);
    for (int64_t group = 0; group < sharing->groups; group++)
      add_shares(sharing, sharing->first[group], sharing->first[group + 1], some, reached, found + group * rows + from);
  }
  free(reached);
  return reached ? 0 : -2;
}
