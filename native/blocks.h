/* The tree of blocks of a page as records. Twins: Block and Inline of render/structure/block.py. */

#ifndef WEBWINNOW_BLOCKS_H
#define WEBWINNOW_BLOCKS_H

#include "kernels.h"

/* In the order of Kind and of InlineKind. */
enum {
  KIND_HEADING, KIND_PARAGRAPH, KIND_CODE, KIND_CAPTION, KIND_TERM, KIND_IMAGE, KIND_FORMULA, KIND_RULE, KIND_SPEAKER,
  KIND_LIST, KIND_ITEM, KIND_QUOTE, KIND_TABLE, KIND_ROW, KIND_CELL, KIND_FIGURE, KIND_DEFINITIONS, KIND_DESCRIPTION,
  KIND_FOOTNOTE, KIND_PAGE
};
enum { INLINE_TEXT, INLINE_BREAK, INLINE_IMAGE, INLINE_FORMULA, INLINE_NOTE };
enum {
  STRONG = 1, EMPHASIS = 2, DELETED = 4, INSERTED = 8, HIGHLIGHTED = 16, SUPERSCRIPT = 32, SUBSCRIPT = 64, IN_CODE = 128
}; /* bits of Marks */
enum { ORDERED = 1, HEADER = 2, UNDECLARED = 4, FROM_RIGHT = 8, FROM_LEFT = 16, SAID = 32 }; /* flags of a block */
enum { NO_DIRECTION, LEFT_TO_RIGHT, RIGHT_TO_LEFT, AUTOMATIC };
enum { NO_DETAIL = INT32_MIN, COLUMN_BITS = 10 };

static inline int holds_blocks(int32_t kind) { return kind >= KIND_LIST; }

typedef struct {
  int32_t kind, depth, level, element, number, flags, columns, rows;
  int32_t language, label; /* by their numbers; -1 for none */
  int32_t first, behind;   /* its inlines */
} Block;

typedef struct {
  int32_t kind, marks;
  int32_t link, source;               /* numbers of an address, and of a picture or of code; -1 for none */
  int32_t language;                   /* by its number; -1 for none */
  int32_t first_place, behind_places; /* pieces of the page */
  int32_t start, end;                 /* bytes of all text; nothing for breaks, pictures and code */
} Inline;

#endif
