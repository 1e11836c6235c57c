/* What posts are found by; the fields are filled, in this order, by compiled.py, signs.py and template.py of
   webwinnow/posts, which also own the arrays. */

#ifndef WEBWINNOW_POSTS_H
#define WEBWINNOW_POSTS_H

#include "groups.h"

/* What points in time are written with. */
typedef struct {
  const WordTable *words, *short_words; /* what tells a time without a number; the short ones are beyond Latin-1 */
  const uint8_t *classes;               /* of the first 65,536 code points, as bits */
  const uint16_t *small;                /* their small letters */
  const uint8_t *ordinals;              /* per pair of characters of ASCII: they follow the number of a day */
  const uint16_t *units;                /* unit n is units[unit_at[n]] up to units[unit_at[n + 1]] */
  const int32_t *unit_at;
  int32_t unit_count, longest; /* characters of a run that is read */
  uint32_t first_picture, last_picture; /* code points beyond the first 65,536 that are surely no letters */
} DateTable;

enum { IS_DIGIT = 1, IS_WORD = 2, IS_UNIT = 4, IS_SHORT_UNIT = 8 }; /* bits of classes */

/* Words that are looked for in a whole page by probes: word n stands where its probe does, three letters of it behind so
   many others. Probes are looked for four at a time. */
typedef struct {
  const WordTable *table;
  const uint32_t *probe;
  const int32_t *probe_of, *offset;
  int32_t words, groups;
} Probes;

enum { SCRIPTS = 2 };

/* Signs that somebody speaks on a page: posts/signs.py. */
typedef struct {
  const Probes *thread, *interview;
  const WordTable *in_script[SCRIPTS]; /* further words for interviews, of characters from one on, so many of them */
  uint32_t script_first[SCRIPTS], script_count[SCRIPTS];
  int32_t many, wide; /* `wide`: whether the registers are (AVX2) */
  int32_t longest_name, most_words;
} SignRules;

enum { OF_THREAD = 1, OF_TURNS = 2, OF_INTERVIEW = 4 };

/* How tags name elements: posts/template.py. */
typedef struct {
  const NameTable *attributes; /* of so many that name elements, the class first and the id second */
  const NameTable *told_apart; /* names that change from sibling to sibling or say nothing */
  int32_t hash, longest;       /* characters of a hash at least, and of a tag that are read */
} TagRules;

enum { NAMING_ATTRIBUTES = 4 };

/* A page's elements and gaps. Tag n is edge[2n + 1] up to edge[2n + 2]. */
typedef struct {
  int64_t elements, gaps;
  const int32_t *edge, *parent, *first, *close, *last;
  const int16_t *tag;
  const uint8_t *of_name; /* per tag number: what such elements are, as bits */
  int32_t *sums;          /* rows of gaps + 1 numbers: what stands before each gap */
} Posts;

enum { IS_LINK = 1, IS_ANCHOR = 2, IS_HEADING = 4, HOLDS_POSTS = 8, IS_FORMAT = 16 }; /* bits of of_name */
enum { CHARACTERS, PLAIN, TITLES, DATES, ROWS };                                      /* rows of sums */

/* When an element may be a post. */
typedef struct {
  const WordTable *words; /* names of which one is enough */
  int32_t numbers, body;  /* how many tag numbers there are, and that of the body */
  int32_t shortest, long_entry, shortest_tag, longest_tag, most_open, unused;
} CandidateRules;

/* Elements that may be posts: one row of each for every element of the page at most. */
typedef struct {
  int32_t *place, *parent;
  uint8_t *dated, *entry, *together;
} Candidates;

/* Elements that may each be a post: what they are, and for each the first and the last gap, and what it holds. */
typedef struct {
  int64_t count;
  const int32_t *element;
  int32_t *first, *last, *amounts; /* ROWS of `count` numbers */
  int32_t may_be_heads, most_open;
} Units;

/* The element around one, without formats that were left open; so many of these are looked through. */
static inline int32_t block_around(const Posts *p, int64_t e, int32_t most) {
  int32_t found = p->parent[e];
  for (int32_t i = 0; i < most && found > 0 && (p->of_name[p->tag[found]] & IS_FORMAT); i++) found = p->parent[found];
  return found;
}

static inline int32_t amount_in(const Posts *p, int64_t row, int64_t e) {
  const int32_t *sums = p->sums + row * (p->gaps + 1);
  return sums[p->close[e] + 1] - sums[p->first[e] + 1];
}

#endif
