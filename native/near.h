/* What is looked for around the headline: the fields are filled, in this order, by webwinnow/metadata/near.py. */

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

#endif
