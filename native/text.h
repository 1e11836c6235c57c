/* What text is written from; the fields are filled, in this order, by webwinnow/render/text.py, which also owns the
   arrays. */

#ifndef WEBWINNOW_TEXT_H
#define WEBWINNOW_TEXT_H

#include "page.h"

/* A page: its tags, runs of text and elements. */
typedef struct {
  const Page *columns;
  const void *s;
  int64_t width, tags, runs, elements;
  const int32_t *edge;   /* of the gaps */
  const int16_t *code;   /* of the tags */
  const int32_t *breaks; /* per gap, how many tags before it break the flow */
  const int32_t *start, *end, *gap, *home; /* per run */
  const int16_t *tag;
  const int32_t *parent, *first, *close, *last, *start_tag; /* `start_tag` is -1 for elements without a tag */
  const int32_t *characters;                                /* before each gap, as far as readers see them */
  const uint16_t *around;                                   /* per element: what it is or stands in, as bits */
  const uint8_t *marks;                                     /* per run: why it may not be seen, as bits */
  const uint8_t *layout; /* per element: it is a list that only lays the page out; NULL where that does not matter */
} TextPage;

static inline TextPage text_page(const Page *page, const void *s, int64_t width, const int32_t *breaks,
                                 const uint16_t *around) {
  return (TextPage){page, s, width, page->tags, page->runs, page->elements, ints(page, EDGE), shorts(page, CODE), breaks,
                    ints(page, START), ints(page, END), ints(page, GAP), ints(page, HOME), shorts(page, TAG),
                    ints(page, PARENT), ints(page, FIRST), ints(page, CLOSE), ints(page, LAST), ints(page, START_TAG),
                    ints(page, SEEN_BEFORE), around, bytes(page, MARKS), NULL};
}

/* How its structure is shown: render/text.py. */
typedef struct {
  const Flow *flow;
  const LayoutRules *layout;
  const uint8_t *is_list, *is_cell, *is_term, *is_description; /* per tag number, as those of tables below */
  const uint8_t *is_naming, *is_flowing, *is_heading, *is_code;
  const char *between_cells, *in_cell, *before_empty, *indentation, *description;
  int32_t heading, item, described, row, preformatted; /* bits of what stands around elements */
  int32_t li, ol, tr, table, deepest, most_empty, most_blocks, longest_cell, unused;
} TextRules;

/* Lines of their own above some blocks: line n, text[at[n]] up to text[at[n + 1]], above the first that starts at a place
   or behind it; the last of several for one block. */
typedef struct {
  int64_t count;
  const int32_t *place, *at;
  const uint8_t *text;
} LinesAbove;

/* Stretches of text, each inside of one run. */
typedef struct {
  int64_t count;
  int32_t *start, *end, *gap, *run;
} TextPieces;

/* The blocks that have text: block n is text[at[n]] up to text[at[n + 1]]. */
typedef struct {
  int64_t count;
  uint8_t *text;
  int64_t *at;
  int32_t *home, *place; /* the element that each begins in, and where in the source */
} TextBlocks;

/* Messages in characters without width: render/hidden.py. */
typedef struct {
  const uint8_t *no_width;    /* of the first 65,536 code points: those without width; */
  uint32_t lowest, first_tag; /* the lowest of them, and the first of those that only messages hold */
  int32_t many, unused;       /* so many in a row no writing needs */
} MessageRules;

/* What may stand in a text that readers are not shown: render/hidden.py and render/noise.py. */
typedef struct {
  const Flow *flow;
  const WordTable *words;    /* in the tags around it: all, */
  const WordTable *drawn;    /* and those of noise, */
  const NameTable *phrases;  /* as the text of a link or a button, */
  const uint16_t *small;     /* per code point: its small letter as far as phrases hold it, `unsure`, or 0xFFFF; */
  const MessageRules *messages;
  uint32_t unsure;
  int32_t hiding, by_hand, shortest_tag, longest, shortest_data, played;
} SuspectRules;

/* Sorts of noise, by the bits that render/noise.py gives them. */
enum { MAY_BE_HIDDEN = 1, MAY_BE_PHRASE = 2, MAY_BE_DATA = 4, MAY_BE_DRAWN = 8, MAY_BE_INSTEAD = 16, MAY_BE_ALL = 31 };
enum { LONGEST_FOLDED = 512 };

int64_t cut_pieces(const TextPage *page, int64_t spans, const int32_t *start, const int32_t *end, TextPieces *pieces);
int may_need_layout(const TextPage *page, const TextRules *rules, const TextPieces *pieces);
void drop_pieces(TextPieces *pieces);
int64_t write_lines(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, const LinesAbove *above,
                    uint8_t *out, int64_t room);

#endif
