/* What posts are found by; the fields are filled, in this order, by compiled.py and signs.py of
   webwinnow/posts, which also own the arrays. */

#ifndef WEBWINNOW_POSTS_H
#define WEBWINNOW_POSTS_H

#include "groups.h"
#include "page.h"

/* Words that are looked for in a whole page by probes: word n stands where its probe does, three letters of it behind so
   many others. Probes are looked for four at a time. */
typedef struct {
  const WordTable *table;
  const uint32_t *probe;
  const int32_t *probe_of, *offset;
  int32_t words, groups;
} Probes;

/* What points in time are written with. */
typedef struct {
  const Probes *probes;                 /* what tells a time without a number, */
  const WordTable *words, *short_words; /* the same as words; the short ones are beyond Latin-1 */
  const uint8_t *classes;               /* of the first 65,536 code points, as bits */
  const uint16_t *small;                /* their small letters */
  const uint8_t *ordinals;              /* per pair of characters of ASCII: they follow the number of a day */
  const uint16_t *units;                /* unit n is units[unit_at[n]] up to units[unit_at[n + 1]] */
  const int32_t *unit_at;
  int32_t unit_count, longest; /* characters of a run that is read */
  uint32_t first_picture, last_picture; /* code points beyond the first 65,536 that are surely no letters */
  uint32_t lowest;                      /* the lowest letter of the short words */
  int32_t wide;                         /* whether the registers are (AVX2) */
} DateTable;

enum { IS_DIGIT = 1, IS_WORD = 2, IS_UNIT = 4, IS_SHORT_UNIT = 8 }; /* bits of classes */

enum { SCRIPTS = 2 };

/* Signs that somebody speaks on a page: posts/signs.py. */
typedef struct {
  const Probes *thread, *interview;
  const WordTable *in_script[SCRIPTS]; /* further words for interviews, of characters from one on, so many of them */
  uint32_t script_first[SCRIPTS], script_count[SCRIPTS];
  int32_t many, wide; /* `wide`: whether the registers are (AVX2) */
  int32_t longest_name, most_words, particle; /* of names; letters of a word that is written small in one */
  int32_t labels;                             /* bits of what surrounds a text that is no name */
} SignRules;

/* The runs of a page: where each starts and ends, its gap, and the element around it; per gap how many blocks begin before
   it, and per element what surrounds it. */
typedef struct {
  int64_t count;
  const int32_t *start, *end, *gap, *home, *breaks;
  const uint16_t *around;
} SignRuns;

static inline SignRuns sign_runs(const Page *page, const int32_t *breaks, const uint16_t *around) {
  return (SignRuns){page->runs, ints(page, START), ints(page, END), ints(page, GAP), ints(page, HOME), breaks, around};
}

enum { OF_THREAD = 1, OF_TURNS = 2, OF_INTERVIEW = 4 };

/* How tags name elements: posts/naming.py. */
typedef struct {
  const NameTable *attributes; /* of so many that name elements, the class first and the id second */
  const NameTable *told_apart; /* names that change from sibling to sibling or say nothing */
  int32_t hash, longest;       /* characters of a hash at least, and of a tag that are read */
} TagRules;

enum { NAMING_ATTRIBUTES = 4, DATES_LEFT = -5 };

/* What names speak for: posts/naming.py. Word n of the table speaks for sign[n], unless one of the refused texts from
   refused_at[n] on stands before or behind it: text[at[r]] up to text[at[r + 1]]. */
typedef struct {
  const WordTable *words;
  const uint8_t *sign;
  const int32_t *refused_at, *at;
  const uint8_t *before; /* per refused text: whether it is refused before the word */
  const uint8_t *text;
} NameSigns;

enum { COMMENT = 1, POST = 2, FORUM = 4, AGAINST = 8, ANSWER = 16, SPEAKS_ALONE = COMMENT | ANSWER, SIGNS_LEFT = 128 };
enum { ANY_LETTER = 1, NO_BLANK = 2 }; /* in refused texts: each stands for many characters */

/* A page's elements and gaps, as evidence and candidates are read from them. */
typedef struct {
  int64_t elements, gaps;
  const int32_t *edge, *parent, *first, *close, *last, *start_tag;
  const int16_t *tag;
  const uint8_t *of_name; /* per tag number: what such elements are, as bits */
  int32_t *sums;          /* rows of gaps + 1 numbers: what stands before each gap */
} Posts;

enum { IS_LINK = 1, IS_ANCHOR = 2, IS_HEADING = 4, HOLDS_POSTS = 8, IS_FORMAT = 16, IS_NESTED = 32, IS_HEAD = 64, IS_TIME = 128 };
enum { CHARACTERS, PLAIN, TITLES, DATES, ROWS }; /* rows of sums */

/* When an element may be a post, and when several are a structure that is looked at closer. */
typedef struct {
  const WordTable *words; /* names of which one is enough */
  int32_t numbers, body;  /* how many tag numbers there are, and that of the body */
  int32_t shortest, long_entry, shortest_tag, longest_tag, most_open, longest_name, most, article;
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

/* What is counted for and against a structure: posts/judging.py. */
typedef struct {
  double start, comment, post, forum, against, beside, beside_post, dated, undated, usual, many, linked, titled, few;
  double dateless, weblog, weblog_dateless, authored, unsigned_;                 /* points */
  double enough, mostly_prose, largest, half, everywhere, is_usual, is_short; /* limits */
  int32_t is_many, is_few, around, near, sample, texts, longest_name, unused;
} PointRules;

/* The structures of a page that may be lists of posts. Those of one start behind those of the one before it. */
typedef struct {
  int32_t *element, *first, *last, *amounts;
  int32_t *count, *named; /* per structure: how many units it has, and the element whose name counts for all, */
  int32_t *told, *dated;  /* what was found out about it, and how many units have a date; */
  double *points;         /* what speaks for it */
} PostStructures;

enum { TELLS_COMMENT = 1, TELLS_FORUM = 2, TELLS_NAMED = 4, TELLS_ENTRIES = 8, TELLS_TITLED = 16, TELLS_WEBLOG = 32, TELLS_ALL = 64 };

/* What was found out about one structure; without TELLS_ALL, Python must count what speaks for it. */
typedef struct {
  double points;
  int32_t told, dated;
} PostVerdict;

typedef struct {
  const DateTable *dates;
  const CandidateRules *candidates;
  const TagRules *tags;
  const NameSigns *names;
  const PointRules *points;
  const uint8_t *of_name;
} PostRules;

/* What the units of a structure show, whatever it is named. */
typedef struct {
  int64_t size, count_dated;
  double prose, usual, dated, titled;
  int entries, weblog;
} PostShape;

int64_t lay_units(const Posts *p, const Units *u);
int64_t measure_shape(const PointRules *rules, const Units *u, int signs, int32_t long_entry, int is_article,
                      PostShape *shape);
double points_of(const PointRules *rules, const PostShape *shape, int own, int comment, int forum, int beside);

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
