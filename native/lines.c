/* Cuts words and tags into normalised lines, and counts text and code in each. Twin: Stream.normalised of
   document/lines.py. */

#include "scratch.h"
#include "shown.h"

/* Filled by document/lines.py, in this order. */
typedef struct {
  int64_t pieces, spans, tags, size, width;
  const int32_t *start; /* per piece: where it stands, */
  const uint8_t *is_tag;
  const int32_t *span_start, *span_end; /* the visible text */
  const int32_t *edge;
  const int16_t *number;
  const int32_t *code; /* per tag: how many characters it counts as; those of nothing are not among the pieces */
  const uint8_t *is_block;
  int32_t *line, *content, *line_code;
} Stream;

/* How far text and code were counted: what stands before a place that never moves back. */
typedef struct {
  int64_t span, text, tag, code;
} Count;

static int64_t text_before(const Stream *s, Count *c, int64_t at) {
  for (; c->span < s->spans && s->span_end[c->span] <= at; c->span++) c->text += s->span_end[c->span] - s->span_start[c->span];
  return c->text + (c->span < s->spans && s->span_start[c->span] < at ? at - s->span_start[c->span] : 0);
}

/* Inside a tag, code counts as far as the tag's length does. */
static int64_t code_before(const Stream *s, Count *c, int64_t at) {
  for (; c->tag < s->tags && s->edge[2 * c->tag + 2] <= at; c->tag++) c->code += s->code[c->tag];
  if (c->tag == s->tags || at <= s->edge[2 * c->tag + 1]) return c->code;
  int64_t part = at - s->edge[2 * c->tag + 1];
  return c->code + (part < s->code[c->tag] ? part : s->code[c->tag]);
}

/* Ends the last line at a place, where the next one starts. */
static int64_t end_line(const Stream *s, Count *c, int64_t line, int64_t at, int64_t *text, int64_t *code) {
  int64_t text_now = text_before(s, c, at), code_now = code_before(s, c, at);
  s->line[line + 1] = (int32_t)at;
  s->content[line] = (int32_t)(text_now - *text);
  s->line_code[line] = (int32_t)(code_now - *code);
  *text = text_now;
  *code = code_now;
  return line + 1;
}

/* Gives the number of lines. */
KERNEL int64_t normalise_lines(const Stream *s) {
  Count before = {0, 0, 0, 0}, counted = {0, 0, 0, 0};
  int64_t lines = 0, tag = 0, tags = 0, stretch = 0, row = 0, text = 0, code = 0;
  int kind = 0; /* of the last piece that is a word or a block */
  s->line[0] = 0;
  for (int64_t piece = 0; piece < s->pieces; piece++) {
    int64_t at = s->start[piece], all = text_before(s, &before, at) + tags;
    int own = 1;
    if (s->is_tag[piece]) {
      while (!s->code[tag]) tag++;
      own = -s->is_block[s->number[tag] < 0 ? -s->number[tag] : s->number[tag]];
      tags += s->code[tag++];
    }
    int meets = own && kind && own != kind;
    if (own) kind = own;
    if (meets || !piece) stretch = all;
    int64_t now = (all - stretch) / s->width;
    if ((meets || now != row) && at > 0) lines = end_line(s, &counted, lines, at, &text, &code);
    row = now;
  }
  return end_line(s, &counted, lines, s->size, &text, &code);
}

/* The lines of what a page shows. */
typedef struct {
  int32_t *start, *span, *line, *content, *code;
  uint8_t *is_tag;
  int64_t count;
} ShownLines;

static int take_lines(const Shown *shown, ShownLines *lines) {
  size_t pieces = (size_t)(shown->words + shown->page->tags) + 2, runs = (size_t)shown->page->runs + 1;
  lines->start = take_scratch(4 * pieces + 2 * runs, sizeof *lines->start);
  lines->is_tag = take_scratch(pieces, 1);
  if (!lines->start || !lines->is_tag) return 0;
  lines->line = lines->start + pieces;
  lines->content = lines->line + pieces;
  lines->code = lines->content + pieces;
  lines->span = lines->code + pieces;
  return 1;
}

static void leave_lines(ShownLines *lines) {
  leave_scratch(lines->start);
  leave_scratch(lines->is_tag);
}

static void cut_lines(const Shown *shown, const uint8_t *is_block, int64_t width, ShownLines *lines) {
  const Page *page = shown->page;
  int32_t *span_end = lines->span + page->runs;
  int64_t spans = 0, pieces = 0;
  for (int64_t run = 0; run < page->runs; run++) {
    lines->span[spans] = ints(page, START)[run];
    span_end[spans] = ints(page, END)[run];
    spans += shown->run_shown[run];
  }
  Reader at = beginning(shown);
  for (Piece piece; next_piece(shown, &at, &piece); pieces++) {
    lines->start[pieces] = (int32_t)piece.place;
    lines->is_tag[pieces] = piece.tag >= 0;
  }
  const Stream stream = {pieces, spans, page->tags, page->size, width, lines->start, lines->is_tag, lines->span, span_end,
                         ints(page, EDGE), shorts(page, CODE), shown->code, is_block, lines->line, lines->content,
                         lines->code};
  lines->count = normalise_lines(&stream);
}

/* Filled by extractors/dana.py, in this order. */
typedef struct {
  const uint8_t *is_block;
  int64_t width, smoothing, gap;
} RegionRules;

typedef struct {
  int64_t first, last; /* lines, */
  int64_t content;     /* and the characters of text in them */
} Region;

/* Finds stretches of lines that hold more content than code, with their neighbours. Twin: content_regions of
   extractors/dana.py. */
static int64_t find_regions(const RegionRules *rules, const ShownLines *lines, Region *found) {
  int64_t half = rules->smoothing / 2, sum = 0, count = 0;
  int open = 0;
  for (int64_t i = 0; i < half && i < lines->count; i++) sum += (int64_t)lines->content[i] - lines->code[i];
  for (int64_t i = 0; i < lines->count; i++) {
    if (i + half < lines->count) sum += (int64_t)lines->content[i + half] - lines->code[i + half];
    if (i > half) sum -= (int64_t)lines->content[i - half - 1] - lines->code[i - half - 1];
    if (sum <= 0) {
      open = 0;
      continue;
    }
    if (!open) found[count++] = (Region){i, i, 0};
    open = 1;
    found[count - 1].last = i;
    found[count - 1].content += lines->content[i];
  }
  return count;
}

/* Keeps the region with most content, the first of such, and those that follow each other at most so far apart. */
static void keep_regions(const RegionRules *rules, const Shown *shown, const ShownLines *lines, const Region *region,
                         int64_t count, Kept *kept) {
  int64_t left = 0, right, most = 0;
  for (int64_t i = 1; i < count; i++)
    if (region[i].content > region[most].content) most = i;
  for (left = most; left > 0 && region[left].first - region[left - 1].last + 1 <= rules->gap;) left--;
  for (right = most; right + 1 < count && region[right + 1].first - region[right].last + 1 <= rules->gap;) right++;
  for (int64_t i = left; i <= right && i < count; i++)
    keep_between(shown, lines->line[region[i].first], lines->line[region[i].last + 1], kept);
}

/* Keeps the regions of normalised lines that hold more text than tags; gives how many spans these are, -2 where memory is
   short. There is room for as many as there are runs, words and tags. Twin: DANAg of extractors/dana.py. */
KERNEL int64_t find_line_regions(const RegionRules *rules, const Shown *shown, int32_t *start, int32_t *end) {
  ShownLines lines = {0};
  Kept kept = {start, end, 0, 0};
  Region *region = NULL;
  if (take_lines(shown, &lines)) {
    cut_lines(shown, rules->is_block, rules->width, &lines);
    region = take_scratch((size_t)lines.count / 2 + 1, sizeof *region);
    if (region) keep_regions(rules, shown, &lines, region, find_regions(rules, &lines, region), &kept);
  }
  leave_lines(&lines);
  leave_scratch(region);
  return region ? kept.count : -2;
}
