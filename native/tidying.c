/* Marks the blocks of a tree that may say something twice, or only draw a line. It goes before tidied of
   render/structure/tidying.py, which looks at each of them; its twin is possible_marks there, which does not read texts. What
   is nothing there may be something here, but not the other way round. */

#include "blocks.h"

enum { ALIKE = 1, DRAWN = 2, NAMED = 4, WRAPPING = 8, COUNTED = 16, SHOWING = 32 }; /* as in tidying.py */

typedef struct {
  const Block *block;
  const Inline *inlines;
  const uint8_t *text;
  const uint8_t *begins; /* per byte: bits of what may begin with it, or hold it */
  const uint8_t *letter; /* per picture: the first letter of its name, small; 0 where it has none, ANY for one beyond ASCII */
} Tree;
enum { LINE = 1, NUMBER = 2, DRAWING = 4, ANY = 255 };

static int64_t length_of(const Tree *t, int64_t i) {
  int64_t length = 0;
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++) length += t->inlines[n].end - t->inlines[n].start;
  return length;
}

/* The same for texts that are the same, and hardly ever for others. */
static uint64_t sum_of(const Tree *t, int64_t i) {
  uint64_t sum = 0;
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++)
    for (int32_t at = t->inlines[n].start; at < t->inlines[n].end; at++) sum = 31 * sum + t->text[at];
  return sum;
}

/* Whether a picture stands in the text of which another character is read: Python knows which. */
static int has_sign(const Tree *t, int64_t i) {
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++)
    if (t->inlines[n].kind == INLINE_TEXT && t->inlines[n].source >= 0) return 1;
  return 0;
}

static int begins_with(const Tree *t, int64_t i, int what) {
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++)
    if (t->inlines[n].start < t->inlines[n].end) return t->begins[t->text[t->inlines[n].start]] & what;
  return 0;
}

/* Whether all bytes of a text may be those of a line that is drawn. */
static int is_drawing(const Tree *t, int64_t i) {
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++)
    for (int32_t at = t->inlines[n].start; at < t->inlines[n].end; at++)
      if (!(t->begins[t->text[at]] & DRAWING)) return 0;
  return 1;
}

/* Whether the first letter of a text may be this one; of what Python has read, and beyond ASCII, it may be any. */
static int may_begin_with(const Tree *t, int64_t i, uint8_t letter) {
  for (int32_t n = t->block[i].first; n < t->block[i].behind; n++) {
    if (letter == ANY || t->inlines[n].source >= 0) return 1;
    for (int32_t at = t->inlines[n].start; at < t->inlines[n].end; at++) {
      uint8_t byte = t->text[at], small = byte | 32;
      if (byte >= 128) return 1;
      if ((byte >= '0' && byte <= '9') || (small >= 'a' && small <= 'z'))
        return letter == (byte <= '9' ? byte : small);
    }
  }
  return 0;
}

/* Whether a block is one picture whose name the next block may say. */
static int may_be_said(const Tree *t, int64_t i) {
  const Block *b = t->block + i;
  int32_t picture = b->behind == b->first + 1 ? t->inlines[b->first].source : -1;
  return picture >= 0 && t->letter[picture] && may_begin_with(t, i + 1, t->letter[picture]);
}

static int is_line(int32_t kind) { return kind == KIND_HEADING || kind == KIND_PARAGRAPH; }

/* Gives how many are marked. */
KERNEL int64_t mark_untidy(int64_t blocks, const Block *block, const Inline *inlines, const uint8_t *text,
                           const uint8_t *begins, const uint8_t *letter, int32_t longest_drawn, int32_t longest_number,
                           uint8_t *marks) {
  Tree tree = {block, inlines, text, begins, letter};
  int64_t found = 0, length_before = 0;
  for (int64_t i = 0; i < blocks; i++) {
    const Block *b = block + i, *before = i ? b - 1 : NULL, *next = i + 1 < blocks ? b + 1 : NULL;
    int64_t length = length_of(&tree, i);
    int mark = 0, unknown = is_line(b->kind) && has_sign(&tree, i);
    if (before && is_line(b->kind) && b->kind == before->kind && b->depth == before->depth &&
        (unknown || has_sign(&tree, i - 1) ||
         (length == length_before && sum_of(&tree, i) == sum_of(&tree, i - 1))))
      mark |= ALIKE;
    if (b->kind == KIND_PARAGRAPH &&
        (unknown || (length > 2 && length <= longest_drawn && begins_with(&tree, i, LINE) && is_drawing(&tree, i))))
      mark |= DRAWN;
    if (next && b->kind == KIND_IMAGE && (is_line(next->kind) || next->kind == KIND_CAPTION) && may_be_said(&tree, i))
      mark |= NAMED;
    if (next && b->kind == KIND_ITEM && next->depth > b->depth) {
      if (next->kind == KIND_LIST) mark |= WRAPPING;
      if (next->kind == KIND_IMAGE) mark |= SHOWING;
      if (is_line(next->kind) && i + 2 < blocks && next[1].depth == next->depth &&
          length_of(&tree, i + 1) <= longest_number && begins_with(&tree, i + 1, NUMBER))
        mark |= COUNTED;
    }
    found += mark != 0;
    length_before = length;
    marks[i] = (uint8_t)mark;
  }
  return found;
}
