/* The tree of blocks of a page while it is built. Twins: Reading, Context and Writing of render/structure. The fields of
   the structures that Python hands over are filled, in this order, by render/structure/compiled.py, which also owns the
   arrays. */

#ifndef WEBWINNOW_BLOCK_BUILDING_H
#define WEBWINNOW_BLOCK_BUILDING_H

#include "blocks.h"
#include "page.h"
#include "scratch.h"

/* What elements mean, per tag number, and bounds. */
typedef struct {
  const Flow *flow;
  const uint8_t *meaning;  /* one of the next enumeration, */
  const uint8_t *mark;     /* the mark of text, or the level of a heading */
  const uint8_t *breaking; /* whether it is a block, as HTML has it */
  int32_t longest_heading, deepest;
} BlockRules;

enum { VERSE = 4 }; /* a bit of what is stated about directions */
enum {
  MEANS_NOTHING, MEANS_MARK, MEANS_LINK, MEANS_HEADING, MEANS_LIST, MEANS_ORDERED, MEANS_ITEM, MEANS_DIVISION,
  MEANS_QUOTE, MEANS_FIGURE, MEANS_TABLE, MEANS_HEAD, MEANS_ROW, MEANS_CELL, MEANS_HEADER, MEANS_CAPTION, MEANS_DEFINITIONS,
  MEANS_TERM, MEANS_DESCRIPTION, MEANS_RULE, MEANS_IMAGE, MEANS_CODE
};

/* What the attributes of an element state: the number of a language, or -1; a direction, and whether blanks are shown as
   they are; the number of the label of a callout, CALLOUT_TITLE for the title of one, or -1. */
typedef struct {
  int32_t element, language, direction, callout;
} Stated;

enum { CALLOUT_TITLE = -2 };

/* A block of code: the pieces that it stands in, and the number of its language. */
typedef struct {
  int32_t first, behind, label;
} CodePlace;

/* What is kept of a page. */
typedef struct {
  int64_t pieces, stating, sources; /* how many: pieces, elements that state something, addresses of pictures */
  const int32_t *breaks, *lines; /* of the gaps: what stands before each */
  const uint8_t *needed;
  const int32_t *around; /* the nearest block, as HTML has it */
  const int32_t *detail; /* the address of a link, a picture, code, numbers; NO_DETAIL where there is none */
  const int32_t *start, *end, *gap, *home; /* of the pieces */
  const Stated *stated;
  const int32_t *atom_source; /* the address of a picture; -1 where it is a sign */
  const uint8_t *atom_is_main;
  const CodePlace *code;
  int64_t any_tex;            /* whether backslashes and dollars are only text */
  int64_t elements, gaps;     /* what follows is filled by build_blocks */
  const int32_t *edge;
  const int16_t *tag, *tag_code; /* of the elements, of the tags */
  const int32_t *parent, *first, *close, *last;
} BlockPage;

typedef struct {
  int32_t marks, link, code, language;
} Setting;

/* What holds inside an element. */
typedef struct {
  int32_t element, open, kind, level;
  Setting setting;
  int32_t language, direction, verse;
  int32_t heading; /* the first piece behind the start tag of the heading around */
  int32_t in_head;
} Context;

/* A block that holds blocks; it is written when the first of them is. */
typedef struct {
  Block block; /* its kind is KIND_PAGE for the page itself */
  int32_t around, latest, level;
  uint8_t written, implied;
} Open;

typedef struct {
  int active, at_set, blank, filled;
  int32_t home, first; /* the element that it begins in, its first inline */
  int32_t at, at_gap, at_line;
  int32_t start; /* byte of the inline that is being read, if it is `filled` */
  int32_t first_place, behind_places;
  Setting setting;
  Context context;
} Line;

typedef struct {
  const BlockRules *rules;
  const BlockPage *page;
  Open *opens;
  Block *blocks;
  Inline *inlines;
  uint8_t *text, *seen; /* seen: which pictures were shown as the main ones */
  int64_t open_count, open_room, block_count, block_room, inline_count, inline_room, size, room;
  int32_t passed_breaks;
  int has_pictures, has_rules, ascii_is_plain;
  int64_t failed;
  Line line;
} Building;

static const Setting PLAINLY_SET = {0, -1, -1, -1};

static inline int is_set_alike(const Setting *a, const Setting *b) {
  return a->marks == b->marks && a->link == b->link && a->code == b->code && a->language == b->language;
}

static void put_character(Building *b, uint32_t c) {
  if (b->room - b->size < 4) {
    b->failed = NO_ROOM;
    return;
  }
  b->size = write_character(b->text + b->size, c) - b->text;
}

#include "block_places.h"
#include "block_lines.h"
#include "block_meanings.h"

#endif
