/* What all kernels share: types, and the tables that Python hands over.

   Kernels are pure functions on arrays. They keep nothing between calls, own no memory after a call, and know no rule
   that Python does not tell them: the fields of these structures are filled, in this order, by NameTable of
   webwinnow/kernels/library.py and by the modules that are named beside them. */

#ifndef WEBWINNOW_KERNELS_H
#define WEBWINNOW_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define KERNEL __declspec(dllexport)
#else
#define KERNEL __attribute__((visibility("default")))
#endif

/* Texts that are looked up by name: entry n is text[at[n]] up to text[at[n + 1]]. */
typedef struct {
  const uint8_t *text;
  const int32_t *at;
  int32_t *slot; /* n + 1 at the place that the hash of entry n points to, or behind it; 0 is free */
  int32_t count;
  int32_t mask; /* slots - 1, a power of two less one, and at least twice the count */
} NameTable;

/* Element names and the rules of HTML, per tag number: document/html_names.py and document/tree/rules.py. */
typedef struct {
  const NameTable *names; /* number n is entry n - 1 */
  const NameTable *raw;   /* elements whose content is not markup, */
  const int32_t *raw_number;
  const uint8_t *raw_may_be_left_open;
  const uint8_t *raw_needs_its_end; /* counts only where it is closed before the next tag */
  int32_t invented;                 /* how many names that HTML does not know a page may use */
  int32_t depth;                    /* the limit on nesting */
  const uint8_t *is_raw;
  const uint8_t *start; /* what a start tag does: rules.Start */
  const uint8_t *format, *heading, *item, *ends_another, *table_parts, *row_holders, *cell_holders, *only_table;
  const uint8_t *scope, *list_scope, *button_scope, *table_scope, *marker, *special, *special_to_items, *holds_items;
  const uint8_t *closes_in_scope, *implied_end, *breaks_out, *ends_simply, *table_ends, *ignored_ends, *in_head;
  const uint8_t *integration;
  int32_t html, head, body, template_, p, li, dd, dt, select, option, optgroup, button, svg, math, table, tbody, tr;
  int32_t col, form;
  int32_t wide; /* whether the registers are (AVX2) */
} Html;

/* Attributes that name elements: document/attributes.py. */
typedef struct {
  const NameTable *attributes; /* the first is the class */
  const uint8_t *also_large;   /* which of them are known in large letters, too */
  int32_t longest;             /* how many characters of names are cut into words */
  int32_t shortest_tag, longest_tag; /* how many characters a tag with names has, and how many are looked at */
} Naming;

/* Attributes that hide, and what they say: document/visibility.py. The words are three attributes, what a value says, and
   pairs of a property of styles and its value. */
typedef struct {
  const NameTable *words;
  const uint8_t *mark; /* per attribute */
} Hiding;

enum { ARIA, HIDDEN, STYLE, FIRST_VALUE, TRUE_ = FIRST_VALUE, UNTIL_FOUND, FIRST_PROPERTY, LEFT_TO_PYTHON = 0xFF };

/* What characters are: language/words.py, document/references.py and document/letters.py. */
typedef struct {
  const uint8_t *kind;        /* of the first 65,536 code points */
  const uint8_t *kind_beyond; /* of the others, by groups of 256 */
  const uint8_t *mark;        /* bits of the first 65,536: capital, digit, sentence mark, pause */
  const uint64_t *hash;       /* of the first 65,536, with capitals as small letters */
  const NameTable *references;    /* names of character references, with the semicolon where they have one, */
  const uint8_t *reference_kind;
  const uint8_t *number_kind; /* of what numeric references below 160 stand for */
} Characters;

/* Words that are looked for together: document/word_table.py. Word n is text[at[n]] up to text[at[n + 1]]. */
typedef struct {
  const uint8_t *plain; /* per character of ASCII: itself, or its small letter where case does not matter */
  const uint32_t *text;
  const int32_t *at;
  const int16_t *entry; /* per pair of neighbours: where it stands in a word, -1 if in none; */
  const int16_t *next;  /* where else, */
  const int16_t *word, *offset; /* in which word, behind how many letters */
  const int16_t *signed_by;     /* three letters of each word are its sign: per pair a word whose sign begins so, else -1; */
  const int16_t *also, *sign_at; /* per word, the next such word, and where in the word its sign stands; */
  const uint8_t *sign;          /* bits of signs, by the halves of their first byte, of their second, and of their third */
  int32_t mask;                 /* pairs - 1 */
  int32_t step;                 /* pairs of the shortest word */
  int32_t wide, unused;         /* whether words are looked for by their signs: registers are wide (AVX2) */
} WordTable;

/* What character references stand for: document/references.py. */
typedef struct {
  const NameTable *names;         /* with the semicolon where they have one; */
  const uint32_t *first, *second; /* one or two characters for each, else NOTHING */
  const uint32_t *number;         /* per number below 160 */
} References;

enum { NOTHING = 0x110000, NO_REFERENCE };

/* How terms are folded: language/terms.py and document/word_search.py. */
typedef struct {
  const uint32_t *fold;    /* per code point of the first plane: 0 where terms are the same without it, */
  const uint32_t *several; /* three characters, or fewer and 0, for each that is SEVERAL + n there */
  const uint8_t *beyond;   /* per 256 code points of the second plane: whether one of them changes */
  const References *references;
} Folding;

/* How text flows: render/flowing.py. */
typedef struct {
  const References *references;
  const uint8_t *sort; /* of the first 65,536 code points: bits of the next line */
  int32_t line;        /* the number of the tag that breaks a line */
  int32_t most_marks;  /* of the marks that a text may hold, without which Python would mistake it */
  const uint8_t *signs; /* of the first code points: what they tell about where words end and begin, as bits; */
  int32_t signed_ones, wbr; /* how many these are, and the number of the tag that parts no words */
} Flow;

enum { FOLDED = 1, UNSEEN = 2, MARK = 4, WHITE = 8, ENDS_LINE = 16, NO_ROOM = -1, NO_MEMORY = -2, LEFT = -3 };

enum { SIGN_SMALL = 1, SIGN_CAPITAL = 2, SIGN_DIGIT = 4, SIGN_CLOSING = 8 };

enum { SEVERAL = 0x40000000, UNSURE = 0x7FFFFFFF, NO_TERM = -1, NOT_FOLDED = -2 }; /* language/terms.py and document/word_search.py */

enum { BLANK, INVISIBLE_JOINER, REST, OTHER, JOINER, LETTER, KATAKANA, SINGLE, CLUSTER, CLUSTER_REST };

static inline int is_space(uint32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }
static inline int is_letter(uint32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline int is_digit(uint32_t c) { return c >= '0' && c <= '9'; }
static inline int ends_a_name(uint32_t c) { return is_space(c) || c == '/' || c == '>'; }

/* Where the lowest bit of a number stands that is not 0. */
static inline int lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
  return __builtin_ctz(bits);
#else
  int place = 0;
  for (; !(bits & 1); bits >>= 1) place++;
  return place;
#endif
}

#define FIRST_HASH 2166136261u
static inline uint32_t hash_on(uint32_t hash, uint32_t c) { return (hash ^ c) * 16777619u; }

/* Writes a character as UTF-8; gives where the next one goes. */
static inline uint8_t *write_character(uint8_t *at, uint32_t c) {
  if (c < 0x80) {
    *at++ = (uint8_t)c;
  } else if (c < 0x800) {
    *at++ = (uint8_t)(0xC0 | c >> 6), *at++ = (uint8_t)(0x80 | (c & 63));
  } else if (c < 0x10000) {
    *at++ = (uint8_t)(0xE0 | c >> 12), *at++ = (uint8_t)(0x80 | (c >> 6 & 63)), *at++ = (uint8_t)(0x80 | (c & 63));
  } else {
    *at++ = (uint8_t)(0xF0 | c >> 18), *at++ = (uint8_t)(0x80 | (c >> 12 & 63));
    *at++ = (uint8_t)(0x80 | (c >> 6 & 63)), *at++ = (uint8_t)(0x80 | (c & 63));
  }
  return at;
}

/* The number of a name in UTF-8, -1 if it is none. */
static inline int32_t find_name(const NameTable *names, const uint8_t *text, int64_t length) {
  uint32_t hash = FIRST_HASH;
  for (int64_t i = 0; i < length; i++) hash = hash_on(hash, text[i]);
  for (uint32_t place = hash & (uint32_t)names->mask; names->slot[place]; place = (place + 1) & (uint32_t)names->mask) {
    int32_t n = names->slot[place] - 1, at = names->at[n];
    if (names->at[n + 1] - at == length && !memcmp(names->text + at, text, (size_t)length)) return n;
  }
  return -1;
}

#endif
