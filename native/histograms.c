/* Adds up slopes and curvatures per leaf and bin, for many columns: the loop that growing trees spends its time in.
   Twin: training/boosting.py. Rows are added in their order, as numpy.bincount adds them.

   codes: columns x rows, the bin of each value; leaf: per row, the leaf that it has reached; amounts: per row, slope and
   curvature side by side; sums: columns x leaves x bins x 2, zeros before the call. */

#include "kernels.h"

KERNEL void add_histograms(const uint8_t *codes, const uint8_t *leaf, const double *amounts, int64_t columns,
                           int64_t rows, int64_t leaves, int64_t bins, double *sums) {
  for (int64_t column = 0; column < columns; column++) {
    const uint8_t *code = codes + column * rows;
    double *here = sums + column * leaves * bins * 2;
    for (int64_t row = 0; row < rows; row++) {
      double *cell = here + 2 * (leaf[row] * bins + code[row]);
      cell[0] += amounts[2 * row];
      cell[1] += amounts[2 * row + 1];
    }
  }
}
