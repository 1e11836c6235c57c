/* The tree of blocks of an ordinary page: by which rules it is built, and what is asked and told. The fields are filled, in
   this order, by render/structure/ordinary.py. */

#ifndef WEBWINNOW_ORDINARY_H
#define WEBWINNOW_ORDINARY_H

#include "addresses.h"
#include "block_building.h"
#include "kept.h"
#include "noted.h"
#include "tables.h"

typedef struct {
  const KeptRules *kept;
  const NotedRules *noted;
  const AddressRules *addresses;
  const BlockRules *blocks;
  const LayoutRules *layout;
  const Tables *tables;  /* the rules by which they are told */
  const uint8_t *begins; /* and what follows: render/structure/tidying.py */
  int32_t longest_drawn, longest_number;
  int32_t script, longest_language; /* the number of a tag, and characters of the name of a language */
  const NameTable *numbers; /* attributes that state one, in the order of the next enumeration */
  int32_t most_columns, most_rows, ordered, item; /* that cells stretch over; numbers of tags */
} OrdinaryRules;

enum { MOST_LANGUAGES = 16, MOST_DIGITS = 6 };
enum { STATES_START, STATES_VALUE, STATES_COLUMNS, STATES_ROWS, STATING_NUMBERS };

typedef struct {
  int64_t spans;
  const int32_t *start, *end, *breaks;
  int64_t images; /* that are shown in any case, in order; -1 where all among the text are */
  const int64_t *image;
  int64_t deepest; /* elements in each other */
  int64_t has_base; /* what addresses are made absolute by: addresses.h */
  const uint32_t *origin, *whole, *folder;
  int64_t origin_size, whole_size, folder_size, longer;
  int64_t block_room, inline_room, text_room, pool_room;
  Block *block;
  Inline *inlines;
  uint8_t *text, *pool;
  int32_t *at;       /* where the texts in the pool begin: there is room for two of each element; */
  uint8_t *letter;   /* first letters of pictures */
  uint8_t *marks;    /* of blocks that may be untidy, as many as there is room for */
  int32_t *language; /* where the languages are named: MOST_LANGUAGES rows */
  int64_t blocks, many_inlines, size, addresses, shown, languages, untidy, has_layout; /* what was found */
} OrdinaryAsked;

/* What was noted of an ordinary page, in one stretch of memory that starts with `link`. */
typedef struct {
  int32_t *link, *place, *picture, *values, *source;
  Stated *stated;
  uint8_t *is_main, *shown_main;
  int64_t links, pictures, stating;
  int has_tables;
  const Noted *noted; /* all that was */
  int64_t many;
} OrdinaryLeads;

enum { NOT_ORDINARY = NOTED_CODE | NOTED_MATH | NOTED_REFERENCE | NOTED_FORMULA | NOTED_CALLOUT };

KERNEL int64_t mark_untidy(int64_t blocks, const Block *block, const Inline *inlines, const uint8_t *text,
                           const uint8_t *begins, const uint8_t *letter, int32_t longest_drawn, int32_t longest_number,
                           uint8_t *marks);

#endif
