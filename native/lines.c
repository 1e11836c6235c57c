/* Cuts words and tags into normalised lines, and counts text and code in each. Twin: Stream.normalised of
   document/lines.py. */

#include "kernels.h"

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

/* Counts the characters of each tag, 0 for those that are `nothing`, and lists those that hold text. Gives how many these
   are. `sort` per tag number: NO_CODE, or HOLDS_TEXT. Twin: code_lengths of document/lines.py. */
KERNEL int64_t measure_tags(int64_t tags, const int32_t *edge, const int16_t *code, const uint8_t *sort, int32_t *length,
                            int32_t *holding) {
  enum { NO_CODE = 1, HOLDS_TEXT = 2 };
  int64_t found = 0;
  for (int64_t tag = 0; tag < tags; tag++) {
    uint8_t of = sort[code[tag] < 0 ? -code[tag] : code[tag]];
    length[tag] = of & NO_CODE ? 0 : edge[2 * tag + 2] - edge[2 * tag + 1];
    if (of & HOLDS_TEXT && code[tag] > 0) holding[found++] = (int32_t)tag;
  }
  return found;
}
