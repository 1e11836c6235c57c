/* What of the kept elements Python must look at one by one. Twin: render/structure/noted.py, which fills the fields in
   this order. */

#ifndef WEBWINNOW_NOTED_H
#define WEBWINNOW_NOTED_H

#include "kernels.h"

typedef struct {
  const uint16_t *sort;     /* per tag number: bits of what an element is */
  const NameTable *address; /* of links, */
  const NameTable *stating, *pictured; /* and what is read of elements that may speak, and of pictures */
  const WordTable *speaking, *counting;
  const WordTable *callout, *named_callout; /* of which elements that may be callouts hold a word of both */
  const WordTable *named_note;              /* what links to footnotes hold that are not raised */
  const WordTable *formula_picture, *formula_script;
  const uint8_t *raised;   /* per tag number: whether what is inside stands above the line */
  int32_t shortest;        /* characters of a tag that has attributes */
  int32_t most_tags, most; /* inside a link that may refer to a footnote: tags, and characters that are no blanks */
  int32_t few;             /* pictures whose attributes are listed */
} NotedRules;

/* Why elements are looked at, in the order of the lists of them; the sorts of elements begin with the first five. */
enum {
  NOTED_LINK = 1, NOTED_PICTURE = 2, NOTED_CODE = 4, NOTED_TABLE = 8, NOTED_MATH = 16, NOTED_REFERENCE = 32,
  NOTED_FORMULA = 64, NOTED_CALLOUT = 128, NOTED_SPEAKING = 256, NOTED_COUNTING = 512, NOTED_REASONS = 10,
  NOTED_SPEAKING_AT = 8
};
enum { SORT_SCRIPT = 32, SORT_DIVISION = 64, SORT_FOLDING = 128, SORT_COUNTED = 256 };

typedef struct {
  int32_t element, bits;
  int32_t start, end; /* where the address of a link is written, -1 where it is not */
} Noted;

#endif
