/* What a model of `consensus` is asked, and what it decides by; the fields are filled, in this order, by Asking, _Blocks and
   Deciding of extractors/consensus/compiled.py. */

#ifndef WEBWINNOW_VERDICT_H
#define WEBWINNOW_VERDICT_H

#include "wholes.h"

/* What is known of the blocks of a page besides their signals. */
typedef struct {
  int64_t blocks, holders, names, text_size, structures; /* `names`: different start tags of holders */
  const double *words;
  const int32_t *number; /* per holder: its start tag */
  const uint8_t *text;   /* the words of each start tag */
  const int32_t *up, *place;
  const int64_t *whole;
  const int8_t *whole_kind;
  const uint8_t *again;
  const int64_t *lead;
} Blocks;

/* A model, and which rows of the items say what. */
typedef struct {
  const NameTable *lexicon;
  const double *scores;
  const NameTable *doubted; /* words of names that are doubted: those of comments before others */
  int64_t comments;
  const int32_t *column;
  const float *limit, *leaves;
  int64_t trees, group, signals, repeated, form, heading;
  const int64_t *landmarks;
  int64_t landmark_count;
  double mostly; /* the share of what seems content in repeated elements from which posts may be among it */
  float start;
  int32_t width;
} Asking;

enum { NAMES_COMMENTS = 1, NAMES_OTHERS = 2, HAS_LANDMARKS = 4, HAS_FORM = 8, IS_REPEATED = 16 };

/* What a page is told by its model, stretch by stretch: per start tag what the lexicon says of its names, per block the log
   odds, and whether it is a heading or repeated; and the words of what seems content, all of them and those that are
   repeated. */
typedef struct {
  double *said;
  float *odds;
  uint8_t *heading, *repeated;
  double content, repeated_content;
} Answers;

/* How what the trees say becomes what decides. */
typedef struct {
  const Wholes *wholes;
  const Sections *sections;
  double temper, again, section_says;
} Deciding;

int fill_lexicon(const Blocks *blocks, const double *said, int64_t from, int64_t count, float *out);

#endif
