/* Finds out about a page what `consensus` asks its model with. Twins: lay_ground of extractors/consensus/ground.py, the
   functions that extractors/consensus/features.py puts together, and Names.words_among of document/attributes.py.

   In between, numpy chooses the common words: which of equally frequent ones it takes is its own secret. */

#include "survey.h"

enum { RUN_ROW_COUNT = 7, AMOUNT_COUNT = 14, HELD_COUNT = 4 };
enum { OF_SIGNALS = 14, VOCABULARY_ROWS = OF_SIGNALS, DESCRIPTION_ROWS };

/* Tells how much room the columns of a survey need. */
KERNEL void measure_survey(Survey *survey) {
  int64_t runs = survey->page->seen, blocks = survey->page->blocks, elements = survey->page->elements + 1;
  int64_t words = survey->words;
  /* What tags are named takes no more room than the tags, of which each different one is read once. */
  int64_t most_names = elements * (survey->rules->longest_names + 2), source = survey->page->size + elements;
  const int64_t lengths[SURVEYED] = {
      8 * runs, 8 * RUN_ROW_COUNT * runs, 8 * AMOUNT_COUNT * blocks, 8 * STEPS * blocks, 8 * elements, 8 * elements,
      8 * HELD_COUNT * elements, 8 * elements, 8 * (survey->title.size + 1), 8 * blocks, 8 * blocks, 8 * words, 8 * words,
      8 * words, 8 * words, 4 * blocks, 4 * elements, 4 * elements, 4 * elements, 4 * words, 2 * blocks, blocks, words,
      blocks, most_names < source ? most_names : source};
  for (int i = 0; i < SURVEYED; i++) survey->at[i + 1] = survey->at[i] + lengths[i];
}

/* Points to the columns of the page. */
static void point_to_page(const Page *page, Ground *g) {
  g->elements = page->elements;
  g->tags = page->tags;
  g->runs = page->seen;
  g->blocks = page->blocks;
  g->tag = shorts(page, TAG);
  g->parent = ints(page, PARENT);
  g->first = ints(page, FIRST);
  g->close = ints(page, CLOSE);
  g->last = ints(page, LAST);
  g->home = ints(page, HOME);
  g->gap = ints(page, GAP);
  g->characters_before = ints(page, SEEN_BEFORE);
  g->marks = bytes(page, MARKS);
  g->run = ints(page, SEEN_RUNS);
  g->bound = ints(page, BLOCK_FIRST);
}

static void point_to_rules(const Surveying *rules, Ground *g) {
  g->bits = rules->bits;
  g->is_block = rules->is_block;
  g->levels = rules->levels;
  g->is_columns = rules->is_columns;
  g->mark_bits = rules->mark_bits;
  g->is_code = rules->is_code;
  g->numbers = rules->numbers;
  g->inside = rules->inside;
  g->long_words = rules->long_words;
  g->few_links = rules->few_links;
  g->main_tag = rules->main_tag;
  g->article_tag = rules->article_tag;
  g->h1_tag = rules->h1_tag;
  g->p_tag = rules->p_tag;
  g->item_tag = rules->item_tag;
  g->time_tag = rules->time_tag;
}

static void point_to_rows(const Survey *survey, Ground *g) {
  uint64_t *row = column_of(survey, RUN_ROWS);
  double *amount = column_of(survey, AMOUNTS), **amounts[AMOUNT_COUNT] = {
      &g->words, &g->linked, &g->strong, &g->code, &g->links, &g->counted, &g->characters, &g->upper, &g->digits,
      &g->sentences, &g->pauses, &g->closes, &g->link, &g->level};
  const uint64_t **rows[RUN_ROW_COUNT] = {&g->run_counted, &g->run_upper, &g->run_digits, &g->run_sentences,
                                          &g->run_pauses, &g->run_closes, &g->run_hash};
  for (int i = 0; i < RUN_ROW_COUNT; i++) *rows[i] = row + i * g->runs;
  for (int i = 0; i < AMOUNT_COUNT; i++) *amounts[i] = amount + i * g->blocks;
}

static Ground ground_of(const Survey *survey) {
  Ground g = {.holder_count = survey->holders, .title_words = survey->title_words};
  g.total = survey->total;
  g.total_long = survey->total_long;
  point_to_page(survey->page, &g);
  point_to_rules(survey->rules, &g);
  point_to_rows(survey, &g);
  g.run_words = column_of(survey, RUN_WORDS);
  g.around = column_of(survey, AROUND);
  g.is_long = column_of(survey, IS_LONG);
  g.own_tag = column_of(survey, OWN_TAG_OF);
  g.around_at = column_of(survey, AROUND_AT);
  g.holders = column_of(survey, HOLDERS);
  g.up = column_of(survey, UP);
  g.depth = column_of(survey, DEPTHS);
  g.held = column_of(survey, HELD);
  g.element_long = column_of(survey, ELEMENT_LONG);
  g.vocabulary = column_of(survey, VOCABULARY);
  return g;
}

/* Counts words, letters and marks of the runs that are seen; the hashes of the words wait where they are sorted. */
static void tally_runs(Survey *survey, const Ground *g) {
  const Page *page = survey->page;
  survey->words = OF_WIDTH(tally, survey->source.width)(
      survey->rules->characters, survey->source.data, g->runs, g->run, ints(page, START), ints(page, END), survey->words,
      survey->word_start, survey->word_end, survey->rules->first_dense, column_of(survey, RUN_ROWS),
      column_of(survey, RUN_WORDS), column_of(survey, VOCABULARY));
}

static int64_t read_holders(Survey *survey, const Ground *g) {
  const Page *page = survey->page;
  return OF_WIDTH(read_names, survey->source.width)(
      survey->rules->naming, survey->source.data, g->holder_count, g->holders, g->tag, ints(page, START_TAG),
      ints(page, EDGE), survey->rules->nameless, column_of(survey, NUMBER), column_of(survey, KIND),
      column_of(survey, NAME_TEXT), &survey->name_size);
}

/* Gives 0, -1 where Python must read the names, -2 where memory is short. */
KERNEL int64_t make_survey(Survey *survey) {
  Ground g = ground_of(survey);
  tally_runs(survey, &g);
  survey->title_words = OF_WIDTH(hash_once, survey->title.width)(survey->rules->characters, &survey->title,
                                                                 column_of(survey, TITLE));
  if (survey->title_words < 0 || !lay_ground(&g)) return -2;
  survey->holders = g.holder_count;
  survey->total = g.total;
  survey->total_long = g.total_long;
  sort_words(g.vocabulary, survey->words, column_of(survey, HASHES));
  survey->different = count_words_of_page(g.vocabulary, survey->words, g.is_long, column_of(survey, WORD_NUMBER),
                                          column_of(survey, HASHES), column_of(survey, WORD_BLOCKS),
                                          column_of(survey, LONG_BLOCKS));
  survey->names = read_holders(survey, &g);
  return survey->names < 0 ? survey->names : 0;
}

/* Marks the different words that stand in the title and in no more blocks than the site's name does. */
static void mark_titled(const Survey *survey, double most_of_site) {
  const uint64_t *title = column_of(survey, TITLE), *hash = column_of(survey, HASHES);
  const int64_t *blocks = column_of(survey, WORD_BLOCKS);
  uint8_t *titled = column_of(survey, TITLED);
  memset(titled, 0, (size_t)survey->different);
  for (int64_t n = 0; n < survey->title_words; n++) {
    uint64_t wanted = title[n] >> BLOCK_BITS;
    int64_t at = first_not_below(hash, survey->different, wanted);
    if (at < survey->different && hash[at] == wanted) titled[at] = (double)blocks[at] <= most_of_site;
  }
}

static int fill_words(const Survey *survey, const Ground *g, const Words *words, float *out) {
  if (!survey->words) {
    for (int64_t i = 0; i < 5 * g->blocks; i++) out[i] = 0;
    return 1;
  }
  mark_titled(survey, words->most_of_site);
  return fill_vocabulary(g->vocabulary, survey->words, column_of(survey, WORD_NUMBER), column_of(survey, WORD_BLOCKS),
                         column_of(survey, LONG_BLOCKS), g->is_long, words->rarity, words->most_of_topic, words->common,
                         column_of(survey, TITLED), g->counted, g->blocks, out);
}

/* What a page says of itself: a row for each kind of page, and three for each text. */
static int fill_description(const Survey *survey, const Ground *g, const Description *said, float *out) {
  int done = 1;
  for (int64_t n = 0; n < said->kinds; n++, out += g->blocks)
    for (int64_t b = 0; b < g->blocks; b++) out[b] = said->says[n];
  for (int n = 0; n < 2 && done; n++, out += 3 * g->blocks)
    done = fill_likeness(survey, g, said->texts + n, out);
  return done;
}

/* Tells for each block in which structure its element stands, -1 for none; structures stand in order. */
static void find_wholes(const Survey *survey, const Ground *g, const Structures *structures) {
  int64_t *whole = column_of(survey, WHOLE);
  for (int64_t b = 0; b < g->blocks; b++) {
    int64_t element = g->holders[g->around_at[b]], low = 0, high = structures->count;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (structures->element[middle] <= element) low = middle + 1;
      else high = middle;
    }
    whole[b] = low && element < structures->last[low - 1] ? low - 1 : -1;
  }
}

/* Writes all signals, which blocks are said again, and in which structures blocks stand. Gives how many blocks are said
   again, -2 where memory is short. */
KERNEL int64_t fill_table(const Survey *survey, const Words *words, const Description *said, const Structures *structures,
                          float *out) {
  Ground g = ground_of(survey);
  const int64_t *at = survey->rules->family_at;
  uint8_t *again = column_of(survey, AGAIN);
  int64_t *matched = column_of(survey, MATCHED), found = 0;
  match_words(g.vocabulary, survey->words, column_of(survey, TITLE), survey->title_words, g.blocks, matched);
  if (!fill_signals(&g, at, matched, column_of(survey, NUMBER), column_of(survey, KIND), out) ||
      !fill_words(survey, &g, words, out + at[VOCABULARY_ROWS] * g.blocks) ||
      !fill_description(survey, &g, said, out + at[DESCRIPTION_ROWS] * g.blocks) || !find_copies(&g, survey->rules, again))
    return -2;
  find_wholes(survey, &g, structures);
  for (int64_t b = 0; b < g.blocks; b++) found += again[b];
  return found;
}
