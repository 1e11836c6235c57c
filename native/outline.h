/* What the outline of some content is found by: the fields are filled, in this order, by webwinnow/headline/outline.py. */

#ifndef WEBWINNOW_OUTLINE_H
#define WEBWINNOW_OUTLINE_H

#include "page.h"

/* The content and the headline are stretches of the source, in order and apart. */
typedef struct {
  const int8_t *level; /* per tag number: the level of a heading, else 0 */
  int64_t spans, parts, most; /* of the content, of the headline; pieces of text that a heading may hold */
  const int32_t *start, *end, *part_start, *part_end;
  int32_t *gap, *before; /* per span: where it stands, and how many before it (and one more) are in the headline */
} OutlineAsked;

#endif
