/* Fills the table of `consensus`' signals, family by family. Twin: table of extractors/consensus/features.py. */

#include "signals.h"
#include "survey.h"

/* Rows of the families, in this order. */
enum { TEXT, ELEMENTS, POSITION, HEADLINE, LANDMARKS, SURROUNDINGS, NEIGHBOURS, CONTAINER, CANDIDATE, DENSITY, ANCESTORS,
       PATHS, SIBLINGS, PAGE };

static int fill_all(const Ground *g, float *logs, const int64_t *at, const int64_t *matched, const int32_t *kind,
                    float *out) {
#define ROWS_OF(family) (out + at[family] * g->blocks)
  element_signals(g, ROWS_OF(ELEMENTS));
  position_signals(g, logs, ROWS_OF(POSITION));
  neighbour_signals(g, logs, ROWS_OF(NEIGHBOURS));
  density_signals(g, logs, ROWS_OF(DENSITY));
  ancestor_signals(g, logs, ROWS_OF(ANCESTORS));
  page_signals(g, logs, ROWS_OF(PAGE));
  return text_signals(g, logs, ROWS_OF(TEXT)) && headline_signals(g, logs, matched, ROWS_OF(HEADLINE)) &&
         landmark_signals(g, logs, ROWS_OF(LANDMARKS)) && window_signals(g, logs, ROWS_OF(SURROUNDINGS)) &&
         container_signals(g, ROWS_OF(CONTAINER)) && candidate_signals(g, ROWS_OF(CANDIDATE)) &&
         path_signals(g, logs, kind, ROWS_OF(PATHS)) && sibling_signals(g, logs, kind, ROWS_OF(SIBLINGS));
}

/* `at`: the first row of each family; `matched`: per block, words of the title; `number`: per holder, its start tag among
   the different ones; `kind`: per different one, its class. Gives 0 where memory is short. */
int fill_signals(const Ground *g, const int64_t *at, const int64_t *matched, const int32_t *number, const int32_t *kind,
                 float *out) {
  float *logs = calloc(LOGARITHMS, sizeof *logs);
  int32_t *kinds = malloc(((size_t)g->holder_count + 1) * sizeof *kinds);
  int done = logs && kinds;
  for (int64_t h = 0; h < g->holder_count && done; h++) kinds[h] = kind[number[h]];
  done = done && fill_all(g, logs, at, matched, kinds, out);
  free(logs);
  free(kinds);
  return done;
}
