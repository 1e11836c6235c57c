/* Structures as wholes, and headings with their sections; the fields are filled, in this order, by
   extractors/consensus/wholes.py. */

#ifndef WEBWINNOW_WHOLES_H
#define WEBWINNOW_WHOLES_H

#include "kernels.h"

typedef struct {
  int64_t blocks, structures, reach, near; /* blocks on each side that have a voice, and those that stand near */
  const float *odds;
  const double *words;
  const int64_t *whole; /* per block its structure, -1 for none */
  const int8_t *kind;   /* per structure, */
  const double *says;   /* and per kind, how much the blocks around say, */
  const double *gains;  /* and what it gains from text on both sides */
  double least, shorter, plain, sure;
  const int64_t *lead;      /* per structure the block that announces it, -1 for none; NULL where nobody knows */
  const double *lead_words; /* per kind, words of such a block at least */
  double lead_says, lead_sure;
  const float *doubted;  /* per block what is added to its log odds for names; NULL for nothing */
  const uint8_t *heard;  /* per kind, whether the trees for lists are asked of it; */
  const int32_t *column; /* these trees, */
  const float *limit, *leaves;
  int64_t trees, group; /* which are none where there are none */
  double lists_say, lists_gain, absent;
  float start;
  int32_t width;
} Wholes;

typedef struct {
  int64_t blocks;
  const float *odds;
  const double *words;
  const int64_t *whole;   /* per block its structure, -1 for none, */
  const uint8_t *heading; /* and whether it is a heading */
  double least, longest, say;
} Sections;

KERNEL int32_t join_wholes(const Wholes *w, float *joined);
KERNEL void add_odds(const float *const *columns, int64_t rows, const int32_t *column, const float *limit,
                     const float *leaves, int64_t trees, int64_t group, int32_t width, float *total);
KERNEL void join_sections(const Sections *s, float *joined);

#endif
