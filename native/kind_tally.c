/* Counts what the figures of a page are made of. Twin: _by_numpy of kind/tally.py, which says what each count is. */

#include "page.h"

/* The fields are those of _Rules of kind/tally.py, in this order. */
typedef struct {
  const uint8_t *of_name; /* per tag number: bits of the next line */
  int32_t headline, prose, long_, fewest, most, linked, in_a_row, markup;
  double mostly_text, link_cost, block_cost;
} TallyRules;

enum { LINK = 1, BLOCK = 2, ITEM = 4, HEADING = 8, FIRST_HEADING = 16, TIME = 32, PICTURE = 64 };

/* Counts, in the order of PageCounts of kind/tally.py. */
enum {
  WORDS, NET, LINKS, HEADLINE_LINKS, HEADLINE_LINK_WORDS, PARAGRAPHS, PROSE, LARGEST, LONG, JOINED, STRETCH, STRETCH_NET,
  CONTAINER, CONTAINER_PARAGRAPHS, CONTAINERS, TEASERS, TEASER_NET, HEADINGS, LINKED_HEADINGS, FIRST_HEADINGS,
  FIRST_WORDS, FIRST_LINKED, TIMES, PICTURES
};

/* A page, its words, and its title, folded, with how many words that has. */
typedef struct {
  const TallyRules *rules;
  int64_t elements, runs, words, blocks;
  const int16_t *tag;
  const int32_t *parent, *last, *home, *gap, *run_start, *run_end, *word_start, *block_runs, *block_first;
  const int32_t *characters_before;
  const void *source; /* in characters of so many bytes */
  int32_t width, title_letters, title_words;
  const uint32_t *title;
} Given;

typedef struct {
  int32_t *run_words, *words, *net; /* per run; per element, with one more in front to sum up */
  int32_t *block_words, *block_net, *block_home, *nearest, *amount;
  uint8_t *in_link, *marked;
} Scratch;

static int is_named(const Given *page, int64_t element, uint8_t bits) {
  return (page->rules->of_name[page->tag[element]] & bits) > 0;
}

static int32_t words_of(const Given *page, const int32_t *before, int64_t element) {
  return before[page->last[element]] - before[element];
}

/* Words per run, and before each element: all, and those in no link. */
static void count_words_of_runs(const Given *page, Scratch *scratch, int64_t *tally) {
  for (int64_t i = 0; i < page->elements; i++) {
    int32_t around = page->parent[i];
    scratch->in_link[i] = is_named(page, i, LINK) || (around >= 0 && scratch->in_link[around]);
    scratch->nearest[i] = is_named(page, i, BLOCK) ? (int32_t)i : around >= 0 ? scratch->nearest[around] : 0;
  }
  for (int64_t run = 0, word = 0; run < page->runs; run++) {
    while (word < page->words && (run + 1 == page->runs || page->word_start[word] < page->run_start[run + 1])) {
      scratch->run_words[run]++;
      word++;
    }
    int32_t home = page->home[run], count = scratch->run_words[run];
    scratch->words[home + 1] += count;
    if (!scratch->in_link[home]) scratch->net[home + 1] += count;
  }
  for (int64_t i = 0; i < page->elements; i++) {
    scratch->words[i + 1] += scratch->words[i];
    scratch->net[i + 1] += scratch->net[i];
  }
  tally[WORDS] = scratch->words[page->elements];
  tally[NET] = scratch->net[page->elements];
}

static void count_elements(const Given *page, const Scratch *scratch, int64_t *tally) {
  for (int64_t i = 0; i < page->elements; i++) {
    int32_t words = words_of(page, scratch->words, i), net = words_of(page, scratch->net, i);
    tally[TIMES] += is_named(page, i, TIME);
    tally[PICTURES] += is_named(page, i, PICTURE);
    if (is_named(page, i, LINK)) {
      tally[LINKS] += words > 0;
      tally[HEADLINE_LINKS] += words >= page->rules->headline;
      tally[HEADLINE_LINK_WORDS] += words >= page->rules->headline ? words : 0;
    }
    if (!is_named(page, i, HEADING) || !words) continue;
    int linked = 2 * net < words;
    tally[HEADINGS]++;
    tally[LINKED_HEADINGS] += linked;
    if (!is_named(page, i, FIRST_HEADING)) continue;
    tally[FIRST_HEADINGS]++;
    tally[FIRST_LINKED] += linked;
    if (net > tally[FIRST_WORDS]) tally[FIRST_WORDS] = net;
  }
}

static int is_prose(const Given *page, const Scratch *scratch, int64_t block) {
  if (block < 0 || block >= page->blocks) return 0;
  int32_t words = scratch->block_words[block], net = scratch->block_net[block];
  return net >= page->rules->prose && net >= page->rules->mostly_text * words;
}

static void count_blocks(const Given *page, Scratch *scratch, int64_t *tally) {
  for (int64_t block = 0; block < page->blocks; block++) {
    int32_t words = 0, net = 0;
    for (int32_t at = page->block_first[block]; at < page->block_first[block + 1]; at++) {
      int32_t run = page->block_runs[at], count = scratch->run_words[run];
      words += count;
      net += scratch->in_link[page->home[run]] ? 0 : count;
    }
    scratch->block_words[block] = words;
    scratch->block_net[block] = net;
    scratch->block_home[block] = scratch->nearest[page->home[page->block_runs[page->block_first[block]]]];
  }
  for (int64_t block = 0; block < page->blocks; block++) {
    int32_t net = scratch->block_net[block];
    if (!is_prose(page, scratch, block)) continue;
    tally[PARAGRAPHS]++;
    tally[PROSE] += net;
    if (net > tally[LARGEST]) tally[LARGEST] = net;
    if (net >= page->rules->long_) tally[LONG] += net;
    if (is_prose(page, scratch, block - 1) || is_prose(page, scratch, block + 1)) tally[JOINED] += net;
  }
}

static int32_t around_of(const Given *page, const Scratch *scratch, int64_t block) {
  int32_t around = page->parent[scratch->block_home[block]];
  return around > 0 ? around : 0;
}

/* The element with most prose directly in it or in its children; `marked` are those that hold others with prose. */
static void find_container(const Given *page, Scratch *scratch, int64_t *tally) {
  int64_t best = 0;
  for (int64_t block = 0; block < page->blocks; block++) {
    if (!is_prose(page, scratch, block)) continue;
    int32_t around = around_of(page, scratch, block);
    scratch->amount[scratch->block_home[block]] += scratch->block_net[block];
    scratch->amount[around] += scratch->block_net[block];
    tally[CONTAINERS] += !scratch->marked[around];
    scratch->marked[around] = 1;
  }
  for (int64_t i = 1; i < page->elements; i++)
    if (scratch->amount[i] > scratch->amount[best]) best = i;
  tally[CONTAINER] = page->elements ? scratch->amount[best] : 0;
  for (int64_t block = 0; block < page->blocks; block++)
    if (is_prose(page, scratch, block))
      tally[CONTAINER_PARAGRAPHS] +=
          (scratch->block_home[block] == best) + (around_of(page, scratch, block) == best);
}

/* The stretch of blocks with most text and fewest links: of equal ones the one that starts first, then ends first. */
static void find_stretch(const Given *page, const Scratch *scratch, int64_t *tally) {
  double before = 0, lowest = 0, best = 0;
  int64_t low = 0, first = 0, last = -1;
  for (int64_t block = 0; block < page->blocks; block++) {
    double words = scratch->block_words[block], net = scratch->block_net[block];
    if (before < lowest) {
      lowest = before;
      low = block;
    }
    before += net - page->rules->link_cost * (words - net) - page->rules->block_cost;
    if (last >= 0 && before - lowest <= best) continue;
    best = before - lowest;
    first = low;
    last = block;
  }
  for (int64_t block = first; block <= last; block++) {
    tally[STRETCH] += scratch->block_words[block];
    tally[STRETCH_NET] += scratch->block_net[block];
  }
}

static int may_be_teaser(const Given *page, const Scratch *scratch, int64_t i) {
  int32_t words = words_of(page, scratch->words, i), net = words_of(page, scratch->net, i);
  if (words < page->rules->fewest || words > page->rules->most) return 0;
  return is_named(page, i, LINK) || (is_named(page, i, ITEM) && !scratch->in_link[i] && words - net >= page->rules->linked);
}

/* How many of the same name stand in the same element, counted by a table of rows: key and count. */
static int32_t *row_of(int32_t *rows, uint32_t mask, int32_t parent, int32_t tag) {
  uint32_t place = (hash_on(hash_on(FIRST_HASH, (uint32_t)parent), (uint32_t)tag)) & mask;
  while (rows[3 * place + 2] && (rows[3 * place] != parent || rows[3 * place + 1] != tag)) place = (place + 1) & mask;
  return rows + 3 * place;
}

static int count_teasers(const Given *page, Scratch *scratch, int64_t *tally) {
  int64_t candidates = 0, room = 4;
  for (int64_t i = 0; i < page->elements; i++) candidates += scratch->marked[i] = (uint8_t)may_be_teaser(page, scratch, i);
  while (room < 2 * candidates) room *= 2;
  int32_t *rows = calloc((size_t)room, 3 * sizeof *rows);
  if (!rows) return 0;
  for (int64_t i = 0; i < page->elements; i++) {
    if (!scratch->marked[i]) continue;
    int32_t *row = row_of(rows, (uint32_t)room - 1, page->parent[i], page->tag[i]);
    row[0] = page->parent[i];
    row[1] = page->tag[i];
    row[2]++;
  }
  for (int64_t i = 0; i < page->elements; i++) {
    if (scratch->marked[i])
      scratch->marked[i] = row_of(rows, (uint32_t)room - 1, page->parent[i], page->tag[i])[2] >= page->rules->in_a_row;
    tally[TEASERS] += scratch->marked[i];
    scratch->marked[i] |= page->parent[i] >= 0 && scratch->marked[page->parent[i]];
  }
  for (int64_t run = 0; run < page->runs; run++) {
    int32_t home = page->home[run];
    if (scratch->marked[home] && !scratch->in_link[home]) tally[TEASER_NET] += scratch->run_words[run];
  }
  free(rows);
  return 1;
}

static uint32_t character_at(const Given *page, int64_t i) {
  if (page->width == 1) return ((const uint8_t *)page->source)[i];
  return page->width == 2 ? ((const uint16_t *)page->source)[i] : ((const uint32_t *)page->source)[i];
}

/* Tells whether a character is always read as it is written, and folded as a letter of ASCII. */
static int is_plain(uint32_t c) { return c > ' ' && c < 127 && c != '&' && c != '<'; }

/* Tells whether the title holds what a block begins with, as far as that is plain: as many characters tell it of most. */
static int may_be_title(const Given *page, int64_t i, int64_t end) {
  enum { MORE = 16 };
  uint32_t text[2 * MORE];
  int32_t length = 0;
  for (int plain = 0; plain < MORE && i < end; plain++) {
    int blank = character_at(page, i) == ' ';
    if (i + blank == end || !is_plain(character_at(page, i + blank))) break;
    if (blank) text[length++] = ' ', i++;
    uint32_t c = character_at(page, i++);
    text[length++] = c >= 'A' && c <= 'Z' ? c + 32 : c;
  }
  for (int32_t at = 0; length && at + length <= page->title_letters; at++)
    if (page->title[at] == text[0] && !memcmp(page->title + at, text, (size_t)length * sizeof *text)) return 1;
  return !length;
}

/* Lists the blocks that may be part of the title, with their words; gives how many there are. */
static int64_t list_titles(const Given *page, const Scratch *scratch, int32_t *titles) {
  int64_t found = 0;
  for (int64_t block = 0; block < page->blocks; block++) {
    int32_t words = scratch->block_words[block], net = scratch->block_net[block], letters = 0;
    if (net < 2 || net > page->title_words || 5 * (int64_t)net < 3 * (int64_t)words) continue;
    int32_t first = page->block_first[block], last = page->block_first[block + 1];
    for (int32_t at = first; at < last; at++) {
      const int32_t *before = page->characters_before + page->gap[page->block_runs[at]];
      letters += before[1] - before[0];
    }
    int64_t start = page->run_start[page->block_runs[first]], end = page->run_end[page->block_runs[last - 1]];
    if (end - start > (int64_t)page->rules->markup * page->title_letters || letters > page->title_letters) continue;
    if (!may_be_title(page, start, end)) continue;
    titles[2 * found] = (int32_t)block;
    titles[2 * found++ + 1] = net;
  }
  return found;
}

static Given given(const TallyRules *rules, const Page *page) {
  return (Given){
      .rules = rules, .elements = page->elements, .runs = page->runs, .blocks = page->blocks, .tag = shorts(page, TAG),
      .parent = ints(page, PARENT), .last = ints(page, LAST), .home = ints(page, HOME), .gap = ints(page, GAP),
      .run_start = ints(page, START), .run_end = ints(page, END), .block_runs = ints(page, SEEN_RUNS),
      .block_first = ints(page, BLOCK_FIRST), .characters_before = ints(page, CHARACTERS_BEFORE),
  };
}

/* Gives how many titles there are, NO_MEMORY where there is not enough of it. */
KERNEL int64_t tally_page(const TallyRules *rules, const Page *columns, const void *source, int32_t width, int64_t words,
                          const int32_t *word_start, const uint32_t *title, int32_t title_letters, int32_t title_words,
                          int64_t *tally, int32_t *titles) {
  Given all = given(rules, columns), *page = &all;
  page->source = source, page->width = width, page->words = words, page->word_start = word_start;
  page->title = title, page->title_letters = title_letters, page->title_words = title_words;
  size_t elements = (size_t)page->elements, runs = (size_t)page->runs, blocks = (size_t)page->blocks;
  int32_t *numbers = calloc(runs + 4 * elements + 3 * blocks + 2, sizeof *numbers);
  uint8_t *marks = calloc(2 * elements + 1, 1);
  int64_t found = NO_MEMORY;
  if (numbers && marks) {
    Scratch scratch = {.run_words = numbers, .words = numbers + runs, .in_link = marks, .marked = marks + elements};
    scratch.net = scratch.words + elements + 1;
    scratch.nearest = scratch.net + elements + 1;
    scratch.amount = scratch.nearest + elements;
    scratch.block_words = scratch.amount + elements;
    scratch.block_net = scratch.block_words + blocks;
    scratch.block_home = scratch.block_net + blocks;
    count_words_of_runs(page, &scratch, tally);
    count_elements(page, &scratch, tally);
    count_blocks(page, &scratch, tally);
    find_container(page, &scratch, tally);
    find_stretch(page, &scratch, tally);
    if (count_teasers(page, &scratch, tally)) found = list_titles(page, &scratch, titles);
  }
  free(numbers);
  free(marks);
  return found;
}
