/* Finds out about a page what `consensus` asks its model with. Twins: lay_ground of extractors/consensus/ground.py, the
   functions that extractors/consensus/features.py puts together, and Names.words_among of document/attributes.py.

   In between, numpy chooses the common words: which of equally frequent ones it takes is its own secret. */

#include "scratch.h"
#include "signals.h"

enum { WORD_ROWS = 5, FIGURES = 6, FEW = 32767 }; /* twice as many as that are two bytes */

static void measure(const int64_t *lengths, int columns, int64_t *at) {
  for (int i = 0; i < columns; i++) at[i + 1] = at[i] + lengths[i];
}

/* Tells how much room the columns of a survey need. */
KERNEL void measure_survey(Survey *survey) {
  int64_t blocks = survey->page->blocks, elements = survey->page->elements + 1, words = survey->words;
  /* What tags are named takes no more room than the tags, of which each different one is read once. */
  int64_t most_names = elements * (survey->rules->longest_names + 2), source = survey->page->size + elements;
  int64_t frames = (elements * (int64_t)sizeof(Frame) + 7) / 8 * 8;
  const int64_t lengths[SURVEYED] = {
      8 * blocks, 8 * (survey->title.size + 1), 8 * blocks, 8 * 2 * elements, frames, 4 * COUNT_ROWS * blocks, 4 * elements, 4 * blocks,
      4 * blocks, 4 * blocks, 4 * (1 + TEXTS) * blocks, 4 * WORD_ROWS * blocks, 4 * 2 * blocks, 4 * 2 * FIGURES * blocks,
      4 * elements, 4 * elements, 4 * HELD_ROWS * elements, 4 * elements, 4 * elements, 4 * elements, 4 * elements,
      4 * elements, blocks, blocks, blocks, most_names < source ? most_names : source};
  const int64_t of_words[OF_WORDS] = {8 * words, 8 * words, 8 * words, 4 * words, 4 * words, words};
  measure(lengths, SURVEYED, survey->at);
  measure(of_words, OF_WORDS, survey->word_at);
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

/* Whether no block takes more than a few characters of the source, of which words, letters and marks are some. */
static int has_few(const Page *page) {
  const int32_t *start = ints(page, START), *end = ints(page, END), *run = ints(page, SEEN_RUNS);
  const int32_t *bound = ints(page, BLOCK_FIRST);
  for (int64_t b = 0; b < page->blocks; b++)
    if (end[run[bound[b + 1] - 1]] - start[run[bound[b]]] > FEW) return 0;
  return 1;
}

static Ground ground_of(const Survey *survey) {
  Ground g = {.holder_count = survey->holders, .title_words = survey->title_words, .links = survey->links};
  g.total = survey->total;
  g.total_long = survey->total_long;
  point_to_page(survey->page, &g);
  point_to_rules(survey->rules, &g);
  g.words = column_of(survey, AMOUNTS);
  g.few = survey->few ? column_of(survey, COUNTS) : NULL;
  g.counts = survey->few ? NULL : column_of(survey, COUNTS);
  g.around = column_of(survey, AROUND);
  g.is_long = column_of(survey, IS_LONG);
  g.closes = column_of(survey, CLOSES);
  g.place = column_of(survey, PLACE);
  g.holders = column_of(survey, HOLDERS);
  g.up = column_of(survey, UP);
  g.held = column_of(survey, HELD);
  g.vocabulary = survey->word_room ? words_of(survey, VOCABULARY) : NULL;
  return g;
}

/* Counts words, letters and marks of some of the runs that are seen, and hashes their words. */
void tally_some(const Survey *survey, const Ground *g, int64_t from, int64_t runs, RunTallies *told, uint64_t *hash) {
  const Page *page = survey->page;
  const int32_t *start = ints(page, START);
  int64_t low = 0, high = survey->words;
  while (low < high) { /* the first word behind the start of the first run */
    int64_t middle = low + (high - low) / 2;
    if (survey->word_start[middle] < start[g->run[from]]) low = middle + 1;
    else high = middle;
  }
  OF_WIDTH(tally, survey->source.width)(survey->rules->characters, survey->source.data, runs, g->run + from, start,
                                        ints(page, END), survey->words - low, survey->word_start + low,
                                        survey->word_end + low, survey->rules->first_dense, told->counted, told->words,
                                        hash);
}

static int64_t read_holders(Survey *survey, const Ground *g) {
  const Page *page = survey->page;
  return OF_WIDTH(read_names, survey->source.width)(
      survey->rules->naming, survey->source.data, g->holder_count, g->holders, g->tag, ints(page, START_TAG),
      ints(page, EDGE), survey->rules->nameless, column_of(survey, NUMBER), column_of(survey, KIND),
      column_of(survey, NAME_TEXT), &survey->name_size);
}

static int lay_ground_and_find_copies(Survey *survey, Ground *g) {
  uint64_t *hash = take_scratch((size_t)g->blocks + 1, sizeof *hash);
  int done = hash && lay_ground(survey, g, hash) &&
             find_copies(g, survey->rules, hash, column_of(survey, COPIES), column_of(survey, AGAIN));
  leave_scratch(hash);
  return done;
}

/* Gives 0, -1 where Python must read the names, -2 where memory is short. */
KERNEL int64_t make_survey(Survey *survey) {
  survey->few = has_few(survey->page);
  Ground g = ground_of(survey);
  survey->title_words = OF_WIDTH(hash_once, survey->title.width)(survey->rules->characters, &survey->title,
                                                                 column_of(survey, TITLE));
  if (survey->title_words < 0 || !lay_ground_and_find_copies(survey, &g)) return -2;
  survey->holders = g.holder_count;
  survey->links = g.links;
  survey->total = g.total;
  survey->total_long = g.total_long;
  sort_words(g.vocabulary, survey->words, words_of(survey, HASHES));
  survey->different = count_words_of_page(g.vocabulary, survey->words, g.is_long, words_of(survey, WORD_NUMBER),
                                          words_of(survey, HASHES), words_of(survey, WORD_BLOCKS),
                                          words_of(survey, LONG_BLOCKS));
  survey->names = read_holders(survey, &g);
  return survey->names < 0 ? survey->names : 0;
}

/* Finds out whether words stand in other blocks, in the title, and in what the page says of itself. Gives -2 where memory is
   short. */
KERNEL int64_t study_words(Survey *survey, const Words *words, const Description *said) {
  Ground g = ground_of(survey);
  uint32_t *matched = column_of(survey, MATCHED);
  int done = share_words(survey, &g, words, column_of(survey, WORD_SHARES));
  if (survey->title_words)
    match_words(g.vocabulary, survey->words, column_of(survey, TITLE), survey->title_words, g.blocks, matched);
  for (int n = 0; n < TEXTS && done; n++)
    done = match_text(survey, &g, said->texts + n, matched + (n + 1) * g.blocks, survey->study.known + n);
  return done ? 0 : -2;
}

/* Tells for each block in which structure its element stands, -1 for none; structures stand in order. */
static void find_wholes(const Survey *survey, const Ground *g, const Structures *structures) {
  int64_t *whole = column_of(survey, WHOLE);
  for (int64_t b = 0; b < g->blocks; b++) {
    int64_t element = g->holders[g->place[b]], low = 0, high = structures->count;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (structures->element[middle] <= element) low = middle + 1;
      else high = middle;
    }
    whole[b] = low && element < structures->last[low - 1] ? low - 1 : -1;
  }
}

/* Finds out what else the signals need to know of the whole page, and in which structures blocks stand. Gives how many blocks
   are said again, -2 where memory is short. */
KERNEL int64_t study_page(Survey *survey, const Structures *structures) {
  Ground g = ground_of(survey);
  const int32_t *number = column_of(survey, NUMBER), *kind = column_of(survey, KIND);
  const uint8_t *again = column_of(survey, AGAIN);
  Study *study = &survey->study;
  int64_t found = 0;
  if (!study_candidates(&g, column_of(survey, SCORE), study) ||
      !study_paths(&g, number, kind, column_of(survey, PATHS), column_of(survey, PATH_FIGURES)) ||
      !study_siblings(&g, number, kind, survey, study))
    return -2;
  study_page_figures(&g, study->figures);
  study_headline(&g, column_of(survey, MATCHED), study);
  study_landmarks(&g, study);
  study->next = 0;
  study->before = study->running = 0;
  study->depth = -1;
  find_wholes(survey, &g, structures);
  for (int64_t b = 0; b < g.blocks; b++) found += again[b];
  return found;
}

/* Writes all signals of so many blocks from one on. Gives -2 where memory is short. */
KERNEL int64_t fill_table(Survey *survey, const Description *said, int64_t from, int64_t count, float *out) {
  Ground g = ground_of(survey);
  return fill_signals(survey, &g, said, from, count, out) ? 0 : -2;
}
