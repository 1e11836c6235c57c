/* All that `consensus` finds out about a page before its model is asked: columns in stretches of memory that Python owns.
   The fields are those of _Surveying and Survey of extractors/consensus/compiled.py, in this order.

   A page is first surveyed and studied as a whole, for narrow columns and single numbers. Of these the table of signals,
   which is wide, is filled for some blocks at a time. */

#ifndef WEBWINNOW_SURVEY_H
#define WEBWINNOW_SURVEY_H

#include "ground.h"
#include "page.h"

/* A text that is no source: its characters, how many they are, and how many bytes each of them has. */
typedef struct {
  const void *data;
  int64_t size, width;
} Text;

/* Rules and tables over tag numbers. */
typedef struct {
  const Characters *characters;
  const Naming *naming;
  const uint32_t *bits;
  const uint8_t *is_block;
  const double *levels;
  const float *is_columns;
  const uint8_t *mark_bits, *is_code;
  const int64_t *family_at; /* the first row of each family, in the order of native/signals.c */
  int64_t numbers, inside, long_words, longest_names, reach;
  double few_links, copied_words, around_words, mostly;
  int32_t main_tag, article_tag, h1_tag, p_tag, item_tag, time_tag, nameless;
  uint32_t first_dense;
} Surveying;

/* Columns, in the order in which they stand in memory: numbers of eight bytes, of four, of one. */
enum {
  AMOUNTS, TITLE, WHOLE, SIBLING_SUMS, FRAMES, COUNTS, OPEN, AROUND, PLACE, COPIES, MATCHED, WORD_SHARES, PATHS, PATH_FIGURES,
  HOLDERS, UP, HELD, SCORE, SIBLINGS, SIBLING_COUNTS, NUMBER, KIND, IS_LONG, CLOSES, AGAIN, NAME_TEXT, SURVEYED
};
/* The same of words, which are not needed any more when the page was studied. */
enum { VOCABULARY, HASHES, LONG_BLOCKS, WORD_NUMBER, WORD_BLOCKS, TITLED, OF_WORDS };

enum { PAGE_FIGURES = 13, TEXTS = 2, TALLIED = 1024 };
static const double CONTAINER_SHARES[] = {0.6, 0.3}; /* _CONTAINERS */

/* Single numbers that signals need, and how far the table is filled. */
typedef struct {
  int64_t container[2]; /* elements */
  int64_t headline;                                        /* a block, */
  int64_t trunk, trunk_depth, main_, article, articles, top; /* holders, and how many there are */
  int64_t known[TEXTS];
  double highest, behind, peak, siblings;
  double figures[PAGE_FIGURES];
  int64_t next, depth;    /* the block that is next, and how many elements are open there; */
  double before, running; /* words before it, and those of running text */
} Study;
enum { STUDY_NUMBERS = 32 }; /* as Python knows it */
_Static_assert(sizeof(Study) == 8 * STUDY_NUMBERS, "Python makes room for so many numbers");

typedef struct {
  const Surveying *rules;
  const Page *page;
  Text source, title;
  int64_t words; /* of the text that is seen, and where they start and end */
  const int32_t *word_start, *word_end;
  uint8_t *room, *word_room;
  int64_t at[SURVEYED + 1], word_at[OF_WORDS + 1]; /* where each column starts, and where the last one ends */
  int64_t holders, title_words, different, names, name_size, links, few;
  double total, total_long;
  Study study;
} Survey;

/* What numpy knows of the words: which are common, how rare each is by the number of its blocks, and limits of these. */
typedef struct {
  const uint8_t *common;
  const double *rarity;
  double most_of_topic, most_of_site;
} Words;

/* What a page says of itself: the kinds of page that it says it is, its description, and what JSON-LD says in words. */
typedef struct {
  const float *says;
  int64_t kinds;
  Text texts[TEXTS];
} Description;

/* Tables, lists and other structures, in the order of the page. */
typedef struct {
  int64_t count;
  const int64_t *element, *last;
} Structures;

static inline void *column_of(const Survey *survey, int column) { return survey->room + survey->at[column]; }
static inline void *words_of(const Survey *survey, int column) { return survey->word_room + survey->word_at[column]; }

/* What is made for each width of characters: reading.inc and likeness.inc. */
#define DECLARED(width)                                                                                                \
  int64_t tally_##width(const Characters *table, const void *s, int64_t runs, const int32_t *run,                      \
                        const int32_t *run_start, const int32_t *run_end, int64_t words, const int32_t *word_start,    \
                        const int32_t *word_end, uint32_t first_dense, uint64_t *rows, double *weight,                 \
                        uint64_t *word_hash);                                                                          \
  int64_t read_names_##width(const Naming *naming, const void *s, int64_t count, const int32_t *element,               \
                             const int16_t *tag, const int32_t *start_tag, const int32_t *edge, int32_t nameless,      \
                             int32_t *number, int32_t *kind, uint8_t *text, int64_t *size);                            \
  int64_t hash_once_##width(const Characters *table, const Text *text, uint64_t *hash);
DECLARED(1)
DECLARED(2)
DECLARED(4)
#define OF_WIDTH(name, width) ((width) == 1 ? name##_1 : (width) == 2 ? name##_2 : name##_4)

void tally_some(const Survey *survey, const Ground *g, int64_t from, int64_t runs, RunTallies *told, uint64_t *hash);
int lay_ground(Survey *survey, Ground *g, uint64_t *hash);
int find_copies(const Ground *g, const Surveying *rules, const uint64_t *hash, float *copies, uint8_t *again);
void sort_words(uint64_t *words, int64_t count, uint64_t *room);
int64_t count_words_of_page(const uint64_t *words, int64_t count, const uint8_t *is_long, int32_t *number, uint64_t *hash,
                            int32_t *blocks, double *long_blocks);
int share_words(const Survey *survey, const Ground *g, const Words *words, void *shares);
void match_words(const uint64_t *words, int64_t count, const uint64_t *known, int64_t hashes, int64_t blocks,
                 uint32_t *matched);
int match_text(const Survey *survey, const Ground *g, const Text *text, uint32_t *matched, int64_t *known);

static inline int64_t first_not_below(const uint64_t *words, int64_t count, uint64_t wanted) {
  int64_t low = 0, high = count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (words[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

#endif
