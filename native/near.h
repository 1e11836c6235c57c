/* What is looked for around the headline: the fields are filled, in this order, by webwinnow/metadata/near.py,
   metadata/may_be_dates.py and declared/telling_tags.py. */

#ifndef WEBWINNOW_NEAR_H
#define WEBWINNOW_NEAR_H

#include "kernels.h"

typedef struct {
  const WordTable *telling; /* words of tags that tell something, */
  const uint8_t *bit;       /* and of what, as bits */
  const WordTable *other;   /* words of tags that may hold something else than the page is about */
  const uint8_t *raw;       /* per tag number: whether its tags hold text, */
  const uint8_t *apart;     /* and whether it surely holds something else */
  int32_t longest_tag, looked_at; /* characters of a tag in which the first are looked for, and the second */
} NearRules;

typedef struct {
  const uint8_t *month; /* per three letters, of which one may be none: whether the name of a month begins so */
  const uint32_t *sign; /* signs beyond ASCII that are no part of a date */
  int32_t signs;
} DateSigns;

/* Start tags that are found by what they hold: declared/telling_tags.py. */
typedef struct {
  const WordTable *words;      /* what they hold, */
  const NameTable *attributes; /* which of their attributes are read, */
  const uint8_t *asked;        /* per tag number: whether such tags are looked at */
  int32_t longest_tag;
} TellingRules;

enum { HERE = -1, ELSEWHERE = -2 };

#endif
