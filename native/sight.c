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

static void count_characters(const Page *page) {
  const int32_t *run_gap = ints(page, GAP);
  const uint8_t *shown = bytes(page, SHOWN);
  int32_t *before = ints(page, SEEN_BEFORE);
  int64_t run = 0;
  before[0] = 0;
  for (int64_t gap = 0; gap <= page->tags; gap++) {
    before[gap + 1] = before[gap];
    if (run == page->runs || run_gap[run] != gap) continue;
    if (shown[run]) before[gap + 1] += length_of(page, run);
    run++;
  }
}

/* A block ends where a tag breaks the flow of text, or where a line break follows another with nothing between them. */
static void find_blocks(const Reading *rules, Page *page) {
  const int32_t *gap = ints(page, GAP), *seen = ints(page, SEEN_RUNS), *before = ints(page, CHARACTERS_BEFORE);
  const int16_t *codes = shorts(page, CODE);
  int32_t *first = ints(page, BLOCK_FIRST), last_break = -1;
  int64_t tag = 0;
  page->blocks = 0;
  for (int64_t at = 0; at < page->seen; at++) {
    int broken = !at;
    for (; tag < gap[seen[at]]; tag++) {
      int16_t code = codes[tag];
      broken |= rules->breaking[code < 0 ? -code : code];
      if (code != rules->line_break) continue;
      broken |= before[tag + 1] == last_break;
      last_break = before[tag + 1];
    }
    if (broken) first[page->blocks++] = (int32_t)at;
  }
  first[page->blocks] = (int32_t)page->seen;
}

void see(const Reading *rules, Page *page) {
  show_runs(rules, page);
  count_characters(page);
  find_blocks(rules, page);
}

/* Counts the tags before each gap that break the flow of text. Twin: Markup.breaks_before of document/markup.py. */
KERNEL void count_breaks(int64_t tags, const int16_t *code, const int32_t *characters, const uint8_t *breaking,
                         int32_t line_break, int32_t *before) {
  int32_t last_break = -1;
  before[0] = 0;
  for (int64_t tag = 0; tag < tags; tag++) {
    int broken = breaking[code[tag] < 0 ? -code[tag] : code[tag]];
    if (code[tag] == line_break) {
      broken |= characters[tag + 1] == last_break;
      last_break = characters[tag + 1];
    }
    before[tag + 1] = before[tag] + broken;
  }
}
