/* What is told of what is kept of a page. Twin: render/structure/kept.py, which fills the fields in this order. */

#ifndef WEBWINNOW_KEPT_H
#define WEBWINNOW_KEPT_H

#include "page.h"

typedef struct {
  const uint8_t *is_atom, *is_image, *is_cell, *is_whole, *is_block; /* per tag number */
  double mostly;        /* share of the runs of an element of which there are pieces */
  int32_t line, unseen; /* the number of the tag that breaks a line; bits of marks */
} KeptRules;

typedef struct {
  int64_t pieces;
  const int32_t *gap, *home; /* of the pieces */
  const int64_t *images;     /* those that are kept in any case; the others only beside kept text */
  int64_t image_count;       /* -1 where all images among kept text are kept */
} KeptPieces;

KERNEL int64_t find_kept(const KeptRules *rules, const Page *columns, const KeptPieces *given, uint8_t *needed,
                         uint8_t *atoms, int32_t *around, int32_t *lines);

#endif
