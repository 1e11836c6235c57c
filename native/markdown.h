/* What Markdown is written from, and text while it is written. The fields of MarkdownTree are filled, in this order, by
   render/markdown/compiled.py, which also owns the arrays. */

#ifndef WEBWINNOW_MARKDOWN_H
#define WEBWINNOW_MARKDOWN_H

#include "blocks.h"

typedef struct {
  const Block *blocks;
  const Inline *inlines;
  const uint8_t *text;
  const uint8_t *pool;    /* other texts: n is pool[at[n]] up to pool[at[n + 1]] */
  const int32_t *at;
  const uint8_t *sort;    /* of characters: bits of the next enumeration; see sort_of */
  int64_t count;          /* of blocks */
  int64_t alternatives, sources, codes, labels; /* where these texts begin, behind the addresses of links */
  int64_t deepest;        /* signs that may lead a line */
  int64_t widest, empty_per_cell, empty_at_least; /* columns and empty places of tables */
  int64_t largest_number;
} MarkdownTree;

enum { IS_WHITE = 1, IS_ALPHANUMERIC = 2, IS_DECIMAL = 4, IS_PUNCTUATION = 8, IS_SYMBOL = 16, IS_UNKNOWN = 128 };
enum { FIRST_PICTURE = 0x1F000, BEHIND_PICTURES = 0x1FB00, BEYOND = 0x10000 };

typedef struct {
  const uint8_t *at;
  int64_t size;
} Text;

typedef struct {
  uint8_t *at;
  int64_t size, room;
  int borrowed; /* whether the room is the caller's */
} Bytes;

/* An inline while its line is written: few bytes, for a page may be one line. */
typedef struct {
  const uint8_t *at; /* what is read; for a picture its alternative text */
  int32_t size, link;
  int32_t source; /* the number of a picture */
  int16_t kind, marks;
} Span;

static inline Text said(const Span *span) { return (Text){span->at, span->size}; }

typedef struct {
  int32_t type; /* what follows */
  int32_t mark; /* a bit of marks, or the number of an address plus FIRST_LINK */
  int32_t start, end;
  int32_t partner;
  int held; /* whether its sign is surely read as a mark */
} Part;

enum { PART_TEXT, PART_BREAK, PART_OPENS, PART_CLOSES, FIRST_LINK = 1 << 16 };

/* A block that holds blocks, while those are written. What leads its lines is one or two signs, or a number. */
typedef struct {
  int32_t block, depth;
  char first[16];
  int32_t first_size, rest_size;
  char rest; /* `>`, which a blank follows, or a blank */
  uint8_t tight, other, fresh, close;
} Opened;

typedef struct {
  const MarkdownTree *tree;
  Bytes out, leaf, cell, parts_text;
  Span *spans;
  int64_t span_count, span_room;
  Part *parts;
  int64_t part_count, part_room;
  Opened *opened;
  int64_t opened_count, leading;
  int32_t *ends; /* per block: where its content ends */
  int32_t *ended; /* per depth and order: where the last list ended, and whether it had other signs */
  int after_term, after_opening;
  int64_t failed;
} Markdown;

static inline int starts_with(Text text, uint8_t c) { return text.size && text.at[0] == c; }
static inline int ends_with(Text text, uint8_t c) { return text.size && text.at[text.size - 1] == c; }

static int make_room(Markdown *m, Bytes *bytes, int64_t more) {
  int64_t room = 2 * bytes->room + more + 64;
  uint8_t *at = bytes->borrowed ? malloc((size_t)room) : realloc(bytes->at, (size_t)room);
  if (!at) return m->failed = NO_MEMORY, 0;
  if (bytes->borrowed) memcpy(at, bytes->at, (size_t)bytes->size);
  bytes->at = at, bytes->room = room, bytes->borrowed = 0;
  return 1;
}

static inline int has_room(Markdown *m, Bytes *bytes, int64_t more) {
  return bytes->room - bytes->size >= more || make_room(m, bytes, more);
}

static void put_bytes(Markdown *m, Bytes *out, const void *from, int64_t size) {
  if (!size || !has_room(m, out, size)) return;
  memcpy(out->at + out->size, from, (size_t)size);
  out->size += size;
}

static inline void put_byte(Markdown *m, Bytes *out, uint8_t c) {
  if (has_room(m, out, 1)) out->at[out->size++] = c;
}

static void put_string(Markdown *m, Bytes *out, const char *text) { put_bytes(m, out, text, (int64_t)strlen(text)); }

static void insert_byte(Markdown *m, Bytes *out, int64_t at, uint8_t c) {
  if (!has_room(m, out, 1)) return;
  memmove(out->at + at + 1, out->at + at, (size_t)(out->size - at));
  out->at[at] = c, out->size++;
}

static Text pool_text(const MarkdownTree *tree, int64_t number) {
  return (Text){tree->pool + tree->at[number], tree->at[number + 1] - tree->at[number]};
}

/* Decodes the character that starts at a byte; tells how many bytes it has. */
static uint32_t character_from(const uint8_t *at, int *size) {
  uint32_t c = at[0];
  int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
  if (more) c &= 0x3Fu >> more;
  for (int i = 1; i <= more; i++) c = c << 6 | (at[i] & 63);
  *size = more + 1;
  return c;
}

static inline uint8_t sort_of(const Markdown *m, uint32_t c) {
  if (c < BEYOND) return m->tree->sort[c];
  if (c >= FIRST_PICTURE && c < BEHIND_PICTURES) return m->tree->sort[BEYOND + c - FIRST_PICTURE];
  return IS_UNKNOWN;
}

/* The sort of the character that starts at a byte, of none behind the text. What is not known is left to Python. */
static uint8_t sort_at(Markdown *m, Text text, int64_t at) {
  int size;
  if (at >= text.size) return 0;
  uint8_t found = sort_of(m, character_from(text.at + at, &size));
  if (found == IS_UNKNOWN && !m->failed) m->failed = LEFT;
  return found;
}

static int64_t start_before(Text text, int64_t at) { /* of the character before a place that is not the first */
  do at--;
  while (at > 0 && (text.at[at] & 0xC0) == 0x80);
  return at;
}

static uint8_t sort_before(Markdown *m, Text text, int64_t at) {
  return at ? sort_at(m, text, start_before(text, at)) : 0;
}

static inline int is_white_at(const Markdown *m, Text text, int64_t at) { /* no character that is not known is white */
  int size;
  return at < text.size && sort_of(m, character_from(text.at + at, &size)) == IS_WHITE;
}

#endif
