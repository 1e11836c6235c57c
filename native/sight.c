/* What of a page readers see: which runs, how many characters before each gap, and the blocks. Twins: Document.starts_shown
   and Document.characters_before of document/document.py, seen of document/visibility.py, and
   Markup.blocks_of and Markup.breaking_tags of document/markup.py. */

#include "page.h"

static int32_t length_of(const Page *page, int64_t run) {
  const int32_t *before = ints(page, CHARACTERS_BEFORE) + ints(page, GAP)[run];
  return before[1] - before[0];
}

/* What is hidden counts as seen where it is most of the page: a script will show it. */
static void show_runs(const Reading *rules, Page *page) {
  const int32_t *home = ints(page, HOME);
  const uint8_t *of_element = bytes(page, ELEMENT_MARKS);
  uint8_t *marks = bytes(page, MARKS), *shown = bytes(page, SHOWN);
  int64_t all = 0, hidden = 0;
  for (int64_t run = 0; run < page->runs; run++) {
    marks[run] = of_element[home[run]];
    all += length_of(page, run);
    hidden += marks[run] & rules->hidden ? length_of(page, run) : 0;
  }
  int unseen = rules->never_seen | ((double)hidden > rules->mostly * (double)all ? 0 : rules->hidden);
  int32_t *seen = ints(page, SEEN_RUNS);
  page->seen = 0;
  for (int64_t run = 0; run < page->runs; run++) {
    shown[run] = !(marks[run] & unseen);
    if (shown[run]) seen[page->seen++] = (int32_t)run;
  }
}

static void count_characters(const Page *page, const uint8_t *shown, int32_t *before) {
  const int32_t *run_gap = ints(page, GAP);
  int64_t run = 0;
  before[0] = 0;
  for (int64_t gap = 0; gap <= page->tags; gap++) {
    before[gap + 1] = before[gap];
    if (run == page->runs || run_gap[run] != gap) continue;
    if (shown[run]) before[gap + 1] += length_of(page, run);
    run++;
  }
}

/* A block ends where a tag breaks the flow of text, or where a line break follows another with nothing between them. Gives
   how many blocks some runs are. */
static int64_t find_blocks(const Page *page, const uint8_t *breaking, int32_t line_break, int64_t runs, const int32_t *run,
                           int32_t *first) {
  const int32_t *gap = ints(page, GAP), *before = ints(page, CHARACTERS_BEFORE);
  const int16_t *codes = shorts(page, CODE);
  int32_t last_break = -1;
  int64_t tag = 0, blocks = 0;
  for (int64_t at = 0; at < runs; at++) {
    int broken = !at;
    for (; tag < gap[run[at]]; tag++) {
      int16_t code = codes[tag];
      broken |= breaking[code < 0 ? -code : code];
      if (code != line_break) continue;
      broken |= before[tag + 1] == last_break;
      last_break = before[tag + 1];
    }
    if (broken) first[blocks++] = (int32_t)at;
  }
  first[blocks] = (int32_t)runs;
  return blocks;
}

void see(const Reading *rules, Page *page) {
  show_runs(rules, page);
  count_characters(page, bytes(page, SHOWN), ints(page, SEEN_BEFORE));
  page->blocks = find_blocks(page, rules->breaking, rules->line_break, page->seen, ints(page, SEEN_RUNS),
                             ints(page, BLOCK_FIRST));
}

/* Counts the tags before each gap that break the flow of text. Twin: Markup.breaks_before of document/markup.py. */
KERNEL void count_breaks(const Page *page, const uint8_t *breaking, int32_t line_break, int32_t *before) {
  const int32_t *characters = ints(page, CHARACTERS_BEFORE);
  const int16_t *code = shorts(page, CODE);
  int32_t last_break = -1;
  before[0] = 0;
  for (int64_t tag = 0; tag < page->tags; tag++) {
    int broken = breaking[code[tag] < 0 ? -code[tag] : code[tag]];
    if (code[tag] == line_break) {
      broken |= characters[tag + 1] == last_break;
      last_break = characters[tag + 1];
    }
    before[tag + 1] = before[tag] + broken;
  }
}

/* Whether something between two runs that follow each other in a list keeps their words apart. */
static int are_parted(const Page *page, const int32_t *breaks, int32_t br, int32_t one, int32_t other) {
  const int32_t *gap = ints(page, GAP), *edge = ints(page, EDGE);
  if (ints(page, END)[one] != edge[2 * gap[one] + 1] || ints(page, START)[other] != edge[2 * gap[other]]) return 1;
  if (breaks[gap[other]] > breaks[gap[one]]) return 1;
  for (int32_t tag = gap[one], run = one; tag < gap[other]; tag++) {
    int32_t code = shorts(page, CODE)[tag];
    if (code == br || code == -br) return 1;
    while (gap[run] <= tag) run++;
    if (edge[2 * tag + 2] < edge[2 * tag + 3] && gap[run] != tag + 1) return 1; /* blanks alone */
  }
  return 0;
}

/* Marks the runs of a list that are parted from the one before. Twin: _parted of document/texts.py. */
KERNEL void mark_parted(const Page *page, const int32_t *breaks, int32_t br, int64_t runs, const int32_t *run,
                            uint8_t *parted) {
  for (int64_t at = 0; at < runs; at++) parted[at] = at && are_parted(page, breaks, br, run[at - 1], run[at]);
}

/* What a view of a page shows, as SHOWN, SEEN_RUNS, SEEN_BEFORE and BLOCK_FIRST tell of a page. Filled by
   document/shown.py, in this order. */
typedef struct {
  const Page *page;
  const uint8_t *breaking; /* per tag number: document/markup.py */
  int64_t line_break, spans;
  const int32_t *start, *end;
  uint8_t *shown;
  int32_t *run, *before, *first;
  int64_t runs, blocks;
} View;

/* Marks the runs that the spans are; tells whether each of them is a whole run. */
static int mark_shown(View *view) {
  const int32_t *start = ints(view->page, START), *end = ints(view->page, END);
  int64_t span = 0;
  for (int64_t run = 0; run < view->page->runs; run++) {
    int shown = span < view->spans && view->start[span] == start[run] && view->end[span] == end[run];
    view->shown[run] = (uint8_t)shown;
    if (shown) view->run[span++] = (int32_t)run;
  }
  view->runs = span;
  return span == view->spans;
}

/* Tells what of a page some spans show, if each is a whole run; else gives 0. Twins: Document.starts_shown,
   Document.characters_before and Document.blocks of document/document.py. */
KERNEL int32_t see_view(View *view) {
  if (!mark_shown(view)) return 0;
  count_characters(view->page, view->shown, view->before);
  view->blocks = find_blocks(view->page, view->breaking, (int32_t)view->line_break, view->runs, view->run, view->first);
  return 1;
}
