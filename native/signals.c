/* Fills the table of `consensus`' signals for some blocks, family by family. Twin: Table.fill of
   extractors/consensus/features.py. */

#include "nesting.h"
#include "signals.h"

/* Rows of the families, in this order. */
enum { TEXT, ELEMENTS, POSITION, HEADLINE, LANDMARKS, SURROUNDINGS, NEIGHBOURS, CONTAINER, CANDIDATE, DENSITY, ANCESTORS,
       PATHS_OF, SIBLINGS_OF, PAGE, VOCABULARY_OF, DESCRIPTION };

static int is_repeated(const Survey *survey, int64_t holder) {
  const int32_t *sibling = column_of(survey, SIBLINGS);
  const uint32_t *count = column_of(survey, SIBLING_COUNTS);
  return count[sibling[holder]] >= 3; /* _SEVERAL */
}

/* Tells what stands around a holder, from what stands around the one right outside. */
static Frame opened(const Survey *survey, const Ground *g, int32_t holder, const Frame *outside) {
  const Study *study = &survey->study;
  int64_t trunk = study->trunk;
  int on_trunk = holder <= trunk && g->last[g->holders[holder]] > g->holders[trunk < 0 ? 0 : trunk];
  int repeated = is_repeated(survey, holder), article = g->tag[g->holders[holder]] == g->article_tag;
  float score = ((const float *)column_of(survey, SCORE))[holder];
  Frame found = {.holder = holder, .best = score};
  if (!outside) {
    found.fork = holder;
    return found;
  }
  found.depth = outside->depth + 1;
  found.fork = on_trunk ? holder : outside->fork;
  found.fork_depth = on_trunk ? found.depth : outside->fork_depth;
  found.branch = on_trunk ? 0 : outside->fork == outside->holder ? holder : outside->branch;
  found.article = article && held(g, WORDS, holder) > 0 ? holder : outside->article;
  found.item = repeated ? holder : outside->item;
  found.item_depth = repeated ? found.depth : outside->item_depth;
  repeated = repeated && held(g, BLOCKS, holder) > 1;
  found.group = repeated ? holder : outside->group;
  found.group_depth = repeated ? found.depth : outside->group_depth;
  if (outside->best > score) found.best = outside->best;
  return found;
}

static void look_around(Survey *survey, const Ground *g, Stretch *s) {
  Frame *frames = column_of(survey, FRAMES);
  int32_t *open = column_of(survey, OPEN);
  int64_t depth = survey->study.depth;
  for (int64_t i = 0; i < s->count; i++) {
    for (int64_t at = open_holders(g->up, g->place[s->from + i], open, &depth); at <= depth; at++)
      frames[at] = opened(survey, g, open[at], at ? frames + at - 1 : NULL);
    s->frame[i] = frames[depth];
    for (int64_t steps = 0; steps < STEPS; steps++)
      s->around_at[steps * s->count + i] = open[depth > steps ? depth - steps : 0];
  }
  survey->study.depth = depth;
}

/* Adds up what stands before a block, mostly from the one that was next. */
static void count_before(const Ground *g, Study *study, int64_t from) {
  if (study->next > from) {
    study->next = 0;
    study->before = study->running = 0;
  }
  for (; study->next < from; study->next++) {
    study->before += g->words[study->next];
    study->running += g->is_long[study->next] ? g->words[study->next] : 0;
  }
}

static int fill_all(const Ground *g, const Stretch *s, const Description *said, float *out) {
  const int64_t *at = s->survey->rules->family_at;
#define ROWS_OF(family) (out + at[family] * s->count)
  text_signals(g, s, ROWS_OF(TEXT));
  element_signals(g, s, ROWS_OF(ELEMENTS));
  position_signals(g, s, ROWS_OF(POSITION));
  headline_signals(g, s, ROWS_OF(HEADLINE));
  landmark_signals(g, s, ROWS_OF(LANDMARKS));
  window_signals(g, s, ROWS_OF(SURROUNDINGS));
  neighbour_signals(g, s, ROWS_OF(NEIGHBOURS));
  density_signals(g, s, ROWS_OF(DENSITY));
  ancestor_signals(g, s, ROWS_OF(ANCESTORS));
  path_signals(s, ROWS_OF(PATHS_OF));
  sibling_signals(g, s, ROWS_OF(SIBLINGS_OF));
  page_signals(s, ROWS_OF(PAGE));
  word_signals(s, ROWS_OF(VOCABULARY_OF));
  description_signals(g, s, said, ROWS_OF(DESCRIPTION));
  return container_signals(g, s, ROWS_OF(CONTAINER)) && candidate_signals(g, s, ROWS_OF(CANDIDATE));
}

/* Writes the signals of so many blocks from one on. Gives 0 where memory is short. */
int fill_signals(Survey *survey, const Ground *g, const Description *said, int64_t from, int64_t count, float *out) {
  float *logs = calloc(LOGARITHMS, sizeof *logs);
  int32_t *around_at = malloc((size_t)(STEPS * count) * sizeof *around_at);
  Frame *frame = malloc((size_t)count * sizeof *frame);
  Stretch s = {survey, &survey->study, from, count, logs, around_at, frame};
  int done = logs && around_at && frame;
  if (done) {
    count_before(g, &survey->study, from);
    look_around(survey, g, &s);
    done = fill_all(g, &s, said, out);
    count_before(g, &survey->study, from + count);
  }
  free(logs);
  free(around_at);
  free(frame);
  return done;
}
