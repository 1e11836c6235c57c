/* How meta tags are found by their keys: the fields are filled, in this order, by webwinnow/declared/meta_tags.py. */

#ifndef WEBWINNOW_META_TAGS_H
#define WEBWINNOW_META_TAGS_H

#include "page.h"

typedef struct {
  const WordTable *words;      /* what the tags hold, NULL where that is not asked */
  const NameTable *attributes; /* those of one key, those of several, and two that say what */
  const NameTable *keys;
  int32_t meta, metas;      /* the number of the tag, and how many are read */
  int32_t longest_tag;      /* characters in which the words are looked for */
  int32_t of_one_key, room; /* how many attributes have one key; rows that there is room for */
} MetaRules;

enum { META_KEY, META_SAID, META_SAID_END, META_ATTRIBUTE, META_START, META_END, META_ROW };

#endif
