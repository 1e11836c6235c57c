/* What of a page readers see: which runs, how many characters before each gap, and the blocks. Twins: Document.starts_shown
   and Document.characters_before of document/document.py, seen of document/visibility.py, find_blocks of
   document/blocks.py, and Markup.breaking_tags of document/markup.py. */

#include "kernels.h"

/* Filled by document/sight.py, in this order. */
typedef struct {
  int64_t tags, runs, found, blocks; /* the last two are written: how many runs are seen, and how many blocks they are */
  const int16_t *code;
  const int32_t *home, *gap;           /* per run */
  const int32_t *characters;           /* before each gap, whether seen or not */
  const uint8_t *element_marks, *breaking; /* `breaking` per tag number */
  int32_t line_break, hidden, never_seen, unused;
  double mostly;
  uint8_t *marks, *shown;            /* per run */
  int32_t *seen, *seen_before, *first; /* the runs that are seen; characters before each gap; first runs of blocks */
} Sight;

static int32_t length_of(const Sight *s, int64_t run) {
  return s->characters[s->gap[run] + 1] - s->characters[s->gap[run]];
}

/* What is hidden counts as seen where it is most of the page: a script will show it. */
static void show_runs(Sight *s) {
  int64_t all = 0, hidden = 0;
  for (int64_t run = 0; run < s->runs; run++) {
    s->marks[run] = s->element_marks[s->home[run]];
    all += length_of(s, run);
    hidden += s->marks[run] & s->hidden ? length_of(s, run) : 0;
  }
  int unseen = s->never_seen | ((double)hidden > s->mostly * (double)all ? 0 : s->hidden);
  for (int64_t run = 0; run < s->runs; run++) {
    s->shown[run] = !(s->marks[run] & unseen);
    if (s->shown[run]) s->seen[s->found++] = (int32_t)run;
  }
}

static void count_characters(const Sight *s) {
  int64_t run = 0;
  for (int64_t gap = 0; gap <= s->tags; gap++) {
    s->seen_before[gap + 1] = s->seen_before[gap];
    if (run == s->runs || s->gap[run] != gap) continue;
    if (s->shown[run]) s->seen_before[gap + 1] += length_of(s, run);
    run++;
  }
}

/* A block ends where a tag breaks the flow of text, or where a line break follows another with nothing between them. */
static void find_blocks(Sight *s) {
  int64_t tag = 0;
  int32_t last_break = -1;
  for (int64_t at = 0; at < s->found; at++) {
    int broken = !at;
    for (; tag < s->gap[s->seen[at]]; tag++) {
      int16_t code = s->code[tag];
      broken |= s->breaking[code < 0 ? -code : code];
      if (code != s->line_break) continue;
      broken |= s->characters[tag + 1] == last_break;
      last_break = s->characters[tag + 1];
    }
    if (broken) s->first[s->blocks++] = (int32_t)at;
  }
  s->first[s->blocks] = (int32_t)s->found;
}

KERNEL void see(Sight *s) {
  s->found = s->blocks = 0;
  s->seen_before[0] = 0;
  show_runs(s);
  count_characters(s);
  find_blocks(s);
}
