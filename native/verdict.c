/* Asks a model of `consensus`, and puts together what decides about each block. Twins: _ask and _decided of
   extractors/consensus/judging.py; sums are formed in their order, so that they are equal to the last bit. */

#include "verdict.h"

static int says_something(const Blocks *b, int64_t row) {
  const float *said = b->items + row * b->blocks;
  for (int64_t i = 0; i < b->blocks; i++)
    if (said[i] != 0) return 1;
  return 0;
}

/* Whether much of what seems content stands in repeated elements. Words are whole and half ones: any order will do. */
static int is_repeated(const Asking *model, const Blocks *b, const float *odds) {
  const float *repeated = b->items + model->repeated * b->blocks;
  double inside = 0, all = 0;
  for (int64_t i = 0; i < b->blocks; i++) {
    if (!(odds[i] > 0)) continue;
    all += b->words[i];
    if (repeated[i] > 0) inside += b->words[i];
  }
  return inside > model->mostly * all;
}

static int ask_trees_of(const Asking *model, const Blocks *b, int64_t rows, float *odds) {
  const float **columns = malloc((size_t)rows * sizeof *columns);
  for (int64_t i = 0; i < rows && columns; i++) columns[i] = b->items + i * b->blocks;
  for (int64_t i = 0; i < b->blocks; i++) odds[i] = model->start;
  if (columns)
    add_odds(columns, b->blocks, model->column, model->limit, model->leaves, model->trees, model->group, model->width, odds);
  free(columns);
  return columns != NULL;
}

/* Writes what the lexicon says, and the log odds of each block, unless it stands alone: Python adds up what trees say of a
   single one. Gives what is known of the page, as bits, -2 where memory is short. */
KERNEL int64_t ask_model(const Asking *model, const Blocks *b, int64_t rows, float *odds) {
  int64_t known = fill_lexicon(model, b, b->items + model->signals * b->blocks);
  if (known < 0) return known;
  if (b->blocks > 1 && !ask_trees_of(model, b, rows, odds)) return -2;
  for (int64_t i = 0; i < model->landmark_count; i++)
    if (says_something(b, model->landmarks[i])) known |= HAS_LANDMARKS;
  if (says_something(b, model->form)) known |= HAS_FORM;
  if (b->blocks > 1 && is_repeated(model, b, odds)) known |= IS_REPEATED;
  return known;
}

/* What makes the blocks of a structure equal, and what their sections add to headings. Gives -2 where memory is short. */
static int32_t change_wholes(const Deciding *rules, const Blocks *b, const float *odds, double forum, float *room,
                             uint8_t *heading, float *change) {
  Wholes wholes = *rules->wholes;
  Sections sections = *rules->sections;
  const float *headings = b->items + rules->heading * b->blocks;
  for (int64_t i = 0; i < b->blocks; i++) heading[i] = headings[i] > 0;
  wholes.blocks = sections.blocks = b->blocks;
  wholes.structures = b->structures;
  wholes.words = sections.words = b->words;
  wholes.whole = sections.whole = b->whole;
  wholes.kind = b->whole_kind;
  wholes.lead = b->lead;
  wholes.odds = odds;
  sections.odds = room;
  sections.heading = heading;
  sections.say = rules->section_says * (1 - forum);
  int32_t done = join_wholes(&wholes, room);
  if (done < 0) return done;
  join_sections(&sections, change);
  for (int64_t i = 0; i < b->blocks; i++) change[i] = (float)rules->temper * (change[i] - odds[i]);
  return 0;
}

/* Writes what wholes and sections change, and the log odds that decide. `doubted`: what is added for names and lists of
   posts, NULL for nothing; `added`: two numbers for the whole page. Gives -2 where memory is short. */
KERNEL int32_t decide(const Deciding *rules, const Blocks *b, const float *odds, const float *doubted, double forum,
                      const double *added, float *change, float *decided) {
  size_t count = (size_t)b->blocks;
  float *less = malloc(2 * count * sizeof *less), temper = (float)rules->temper;
  uint8_t *heading = malloc(count);
  int32_t done = less && heading ? 0 : -2;
  for (int64_t i = 0; i < b->blocks && !done; i++) less[i] = doubted ? odds[i] + doubted[i] : odds[i];
  if (!done) done = change_wholes(rules, b, less, forum, less + count, heading, change);
  for (int64_t i = 0; i < b->blocks && !done; i++) {
    float sum = doubted ? temper * (less[i] - doubted[i]) + temper * doubted[i] : temper * less[i];
    sum += change[i];
    if (b->again[i]) sum -= (float)rules->again;
    sum += (float)added[0];
    decided[i] = sum + (float)added[1];
  }
  free(less);
  free(heading);
  return done;
}
