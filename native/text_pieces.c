/* Cuts spans at the edges of runs. Twin: read_pieces of render/structure/gaps.py. */

#include "text.h"

void drop_pieces(TextPieces *pieces) { free(pieces->start); }

/* The last run that starts at a place or before it, -1 if none does; looked for from a run that does on. */
static int64_t run_at(const TextPage *page, int64_t run, int32_t place) {
  if (run < 0) {
    int64_t above = page->runs;
    while (run + 1 < above) {
      int64_t middle = run + (above - run) / 2;
      *(page->start[middle] <= place ? &run : &above) = middle;
    }
    return run;
  }
  while (run + 1 < page->runs && page->start[run + 1] <= place) run++;
  return run;
}

static void add_piece(const TextPage *page, int64_t run, int32_t start, int32_t end, TextPieces *pieces) {
  int64_t at = pieces->count++;
  pieces->start[at] = start;
  pieces->end[at] = end;
  pieces->run[at] = (int32_t)run;
  pieces->gap[at] = page->gap[run];
}

/* Takes the spans as they are; gives 0 if one of them goes on beyond a run. */
static int take_whole(const TextPage *page, int64_t spans, const int32_t *start, const int32_t *end,
                      TextPieces *pieces) {
  int64_t run = -1;
  for (int64_t n = 0; n < spans; n++) {
    run = run_at(page, run, start[n]);
    if (run < 0 || end[n] > page->end[run]) return 0;
    add_piece(page, run, start[n], end[n], pieces);
  }
  return 1;
}

static void cut(const TextPage *page, int64_t spans, const int32_t *start, const int32_t *end, TextPieces *pieces) {
  int64_t run = -1;
  for (int64_t n = 0, next; n < spans; n = next) {
    int32_t stop = end[n];
    for (next = n + 1; next < spans && start[next] <= stop; next++) stop = end[next] > stop ? end[next] : stop;
    run = run_at(page, run, start[n]);
    for (int64_t each = run < 0 ? 0 : run; each < page->runs && page->start[each] < stop; each++) {
      int32_t from = page->start[each] > start[n] ? page->start[each] : start[n];
      int32_t to = page->end[each] < stop ? page->end[each] : stop;
      if (from < to) add_piece(page, each, from, to, pieces);
    }
  }
}

/* Gives 0, -2 where memory is short. */
int64_t cut_pieces(const TextPage *page, int64_t spans, const int32_t *start, const int32_t *end, TextPieces *pieces) {
  size_t most = (size_t)spans + (size_t)page->runs + 1;
  pieces->start = malloc(4 * most * sizeof *pieces->start);
  if (!pieces->start) return -2;
  pieces->end = pieces->start + most;
  pieces->gap = pieces->end + most;
  pieces->run = pieces->gap + most;
  pieces->count = 0;
  if (take_whole(page, spans, start, end, pieces)) return 0;
  pieces->count = 0;
  cut(page, spans, start, end, pieces);
  return 0;
}
