/* Asks a model of `consensus`, and puts together what decides about each block. Twins: hear and decide of
   Reference of extractors/consensus/judging.py; sums are formed in their order, so that they are equal to the last bit. */

#include "verdict.h"

/* Some blocks and their items: a row per signal, and room for what the lexicon says. */
typedef struct {
  int64_t from, count;
  float *items;
} Some;

static const float *row_of(const Some *some, int64_t row) { return some->items + row * some->count; }

static int says_something(const Some *some, int64_t row) {
  const float *said = row_of(some, row);
  for (int64_t i = 0; i < some->count; i++)
    if (said[i] != 0) return 1;
  return 0;
}

static void mark(const Some *some, int64_t row, uint8_t *marked) {
  const float *said = row_of(some, row);
  for (int64_t i = 0; i < some->count; i++) marked[some->from + i] = said[i] > 0;
}

/* Adds up the words of what seems content, and of what of it stands in repeated elements: whole and half ones, so that any
   order will do. */
static void add_content(const Blocks *b, const Some *some, Answers *told) {
  for (int64_t i = some->from; i < some->from + some->count; i++) {
    if (!(told->odds[i] > 0)) continue;
    told->content += b->words[i];
    if (told->repeated[i]) told->repeated_content += b->words[i];
  }
}

static int ask_trees_of(const Asking *model, const Some *some, int64_t rows, float *odds) {
  const float **columns = malloc((size_t)rows * sizeof *columns);
  for (int64_t i = 0; i < rows && columns; i++) columns[i] = row_of(some, i);
  for (int64_t i = 0; i < some->count; i++) odds[i] = model->start;
  if (columns)
    add_odds(columns, some->count, model->column, model->limit, model->leaves, model->trees, model->group, model->width,
             odds);
  free(columns);
  return columns != NULL;
}

/* Writes what the lexicon says of so many blocks from one on, and their log odds, unless the page has a single one: Python
   adds up what trees say of that. Gives what is known, as bits, -2 where memory is short. */
KERNEL int64_t ask_model(const Asking *model, const Blocks *b, Answers *told, int64_t from, int64_t count, int64_t rows,
                         float *items) {
  Some some = {from, count, items};
  int64_t known = 0;
  if (!fill_lexicon(b, told->said, from, count, items + model->signals * count)) return -2;
  mark(&some, model->heading, told->heading);
  mark(&some, model->repeated, told->repeated);
  if (b->blocks > 1) {
    if (!ask_trees_of(model, &some, rows, told->odds + from)) return -2;
    add_content(b, &some, told);
  }
  for (int64_t i = 0; i < model->landmark_count; i++)
    if (says_something(&some, model->landmarks[i])) known |= HAS_LANDMARKS;
  if (says_something(&some, model->form)) known |= HAS_FORM;
  if (told->repeated_content > model->mostly * told->content) known |= IS_REPEATED;
  return known;
}

/* What makes the blocks of a structure equal, and what their sections add to headings. Gives -2 where memory is short. */
static int32_t change_wholes(const Deciding *rules, const Blocks *b, const float *odds, const float *doubted,
                             const uint8_t *heading, double forum, float *room, float *change) {
  Wholes wholes = *rules->wholes;
  Sections sections = *rules->sections;
  wholes.blocks = sections.blocks = b->blocks;
  wholes.structures = b->structures;
  wholes.words = sections.words = b->words;
  wholes.whole = sections.whole = b->whole;
  wholes.kind = b->whole_kind;
  wholes.lead = b->lead;
  wholes.odds = odds;
  wholes.doubted = doubted;
  sections.odds = room;
  sections.heading = heading;
  sections.say = rules->section_says * (1 - forum);
  int32_t done = join_wholes(&wholes, room);
  if (done < 0) return done;
  join_sections(&sections, change);
  for (int64_t i = 0; i < b->blocks; i++) change[i] = (float)rules->temper * (change[i] - odds[i]);
  return 0;
}

/* Writes what wholes and sections change, and the log odds that decide. `heading`: which blocks are one; `doubted`: what is added for names and lists of
   posts, NULL for nothing; `added`: two numbers for the whole page. Gives -2 where memory is short. */
KERNEL int32_t decide(const Deciding *rules, const Blocks *b, const float *odds, const uint8_t *heading,
                      const float *doubted, double forum, const double *added, float *change, float *decided) {
  size_t count = (size_t)b->blocks;
  float *less = malloc(2 * count * sizeof *less), temper = (float)rules->temper;
  int32_t done = less ? 0 : -2;
  for (int64_t i = 0; i < b->blocks && !done; i++) less[i] = doubted ? odds[i] + doubted[i] : odds[i];
  if (!done) done = change_wholes(rules, b, less, doubted, heading, forum, less + count, change);
  for (int64_t i = 0; i < b->blocks && !done; i++) {
    float sum = doubted ? temper * (less[i] - doubted[i]) + temper * doubted[i] : temper * less[i];
    sum += change[i];
    if (b->again[i]) sum -= (float)rules->again;
    sum += (float)added[0];
    decided[i] = sum + (float)added[1];
  }
  free(less);
  return done;
}
