/* Tables, and how those that are shaped like data are told. */

#ifndef WEBWINNOW_TABLES_H
#define WEBWINNOW_TABLES_H

#include "kernels.h"

/* What is handed over, per element, and per tag number; the fields are filled by document/structures.py, in this order. */
typedef struct {
  int64_t elements;
  const int16_t *tag;
  const int32_t *parent, *first, *close, *last, *before; /* `before`: visible characters before each gap */
  const uint8_t *needed, *is_cell, *is_naming, *is_flowing, *is_heading, *is_code;
  int32_t table, row, most_blocks, longest_cell;
} Tables;

KERNEL int64_t shape_tables(const Tables *t, int64_t *found);

#endif
