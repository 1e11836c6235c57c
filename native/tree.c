/* Builds the element tree of a page that was cut at its tags, in one loop over them. Twin: document/tree/building.py; the
   regions that numpy steps over are only a way to be quick there. */

#include "scratch.h"
#include "page.h"

#include "tree_builder.inc"
#include "tree_tags.inc"

enum { BY_RULE, SIMPLY, CLOSED_NEXT, ALONE };

/* What a start tag does before the body and inside drawings. */
static int careful_step(const Builder *b, int32_t k, int32_t number, int closed_next) {
  const Html *html = b->html;
  int leaf = html->start[number] == LEAF;
  if (b->body < 0) {
    leaf = leaf && b->head >= 0 && html->in_head[number];
  } else {
    if (b->unsettled || html->breaks_out[number]) return BY_RULE;
    leaf = leaf || (b->flag[k] & 1);
  }
  if (leaf) return ALONE;
  return closed_next && b->body >= 0 && html->ends_simply[number] ? CLOSED_NEXT : BY_RULE;
}

static int step(const Builder *b, int32_t k, int32_t number, int closed_next) {
  const Html *html = b->html;
  if (b->unsettled || b->foreign) return careful_step(b, k, number, closed_next);
  int simply = closed_next ? CLOSED_NEXT : SIMPLY;
  switch (html->start[number]) {
  case ORDINARY: return simply;
  case VOID:
  case LEAF: return closed_next ? CLOSED_NEXT : ALONE;
  case BLOCK: return in_paragraph(b) ? BY_RULE : simply;
  case HEADING: return html->heading[innermost(b)] || in_paragraph(b) ? BY_RULE : simply;
  case ITEM: return !html->holds_items[innermost(b)] || in_paragraph(b) ? BY_RULE : simply;
  case ANCHOR:
    if (b->opened[number]) return BY_RULE;
    return closed_next ? CLOSED_NEXT : b->format_count > 2 || b->depth >= html->depth ? BY_RULE : SIMPLY;
  case FORMAT: return closed_next ? CLOSED_NEXT : b->format_count > 2 || b->depth >= html->depth ? BY_RULE : SIMPLY;
  default: return BY_RULE;
  }
}

/* Reads a start tag; says how many tags were read: an element with nothing but text inside takes its end tag along. */
static int start_tag(Builder *b, int32_t k, int32_t number, int closed_next, int32_t *home) {
  int chosen = step(b, k, number, closed_next);
  if (chosen == BY_RULE) {
    read_start_tag(b, k, number);
    return 1;
  }
  int32_t node = add_leaf(b, k, number);
  if (chosen == CLOSED_NEXT) {
    b->close[node] = k + 1;
    home[k + 1] = node;
    return 2;
  }
  if (chosen == ALONE) return 1;
  int kind = b->html->start[number];
  if (kind == FORMAT || kind == ANCHOR) {
    add_format(b, number, node);
    b->began[node] = k;
  }
  stand_open(b, node, number);
  return 1;
}

static void read_all(Builder *b, const int16_t *code, const uint8_t *filled, int32_t tags, int32_t *home) {
  imply(b, b->html->html, -1);
  for (int32_t k = 0; k < tags && !b->full;) {
    if (b->unsettled && filled[k]) settle(b, k - 1, filled[k]);
    home[k] = b->nodes[b->depth - 1];
    if (code[k] > 0) {
      int closed_next = k + 1 < tags && code[k + 1] == -code[k] && b->html->start[code[k]] != VOID;
      k += start_tag(b, k, code[k], closed_next, home);
      continue;
    }
    if (code[k] < 0) end_tag(b, k, -code[k]);
    k++;
  }
  if (b->full) return;
  if (b->unsettled && filled[tags]) settle(b, tags - 1, filled[tags]);
  home[tags] = b->nodes[b->depth - 1];
  pop_to(b, 0, tags);
}

/* Subtrees end where the first element starts behind the close. */
static int find_last(const Builder *b, int32_t tags, int32_t *last) {
  int32_t *before = take_zeros((size_t)tags + 3, sizeof *before), sum = 0;
  if (!before) return 0;
  for (int32_t node = 0; node < b->count; node++) before[b->first[node] + 1]++;
  for (int32_t k = 0; k < tags + 2; k++) before[k] = sum += before[k];
  for (int32_t node = 0; node < b->count; node++) {
    int32_t end = before[b->close[node]];
    last[node] = end > node + 1 ? end : node + 1;
  }
  for (int32_t i = 0; i < b->before_body_count; i++) last[b->before_body[i]] = b->body > 0 ? b->body : 0;
  leave_scratch(before);
  return 1;
}

/* Tells for each element which tag holds its attributes, and lists those without a start tag of their own. */
static void find_start_tags(const Builder *b, Page *page) {
  int32_t *start_tag = ints(page, START_TAG), *owner = ints(page, OWNER);
  page->unowned = 0;
  for (int32_t node = 0; node < b->count; node++) {
    int32_t owned_by = start_tag[node]; /* the builder wrote owners there */
    if (owned_by == OWN_TAG) {
      start_tag[node] = b->first[node];
      continue;
    }
    owner[2 * page->unowned] = node;
    owner[2 * page->unowned++ + 1] = owned_by;
  }
}

/* Gives the number of elements; -1 where there is too little room for them, -2 where memory is short. */
int64_t build_tree(const Reading *rules, Page *page) {
  const Html *html = rules->html;
  int32_t room = (int32_t)page->most_elements, tags = (int32_t)page->tags;
  Builder b = {.html = html, .flag = bytes(page, FLAG), .tag = shorts(page, TAG), .parent = ints(page, PARENT)};
  size_t depth = (size_t)html->depth + 1, numbers = (size_t)(html->names->count + 1 + html->invented);
  b.first = ints(page, FIRST);
  b.close = ints(page, CLOSE);
  b.owner = ints(page, START_TAG);
  b.room = room;
  b.unsettled = 1;
  b.head = b.body = -1;
  b.quirks = (int)page->quirks;
  b.format_room = (int32_t)(64 * depth); /* of one name three between markers, and a marker for each open element */
  b.began = take_scratch((size_t)room, sizeof *b.began);
  b.outlived = take_scratch((size_t)room, sizeof *b.outlived);
  b.tags = malloc(3 * depth * sizeof *b.tags);
  b.opened = calloc(numbers, sizeof *b.opened);
  b.formats = malloc((size_t)b.format_room * sizeof *b.formats);
  int32_t *home = take_scratch((size_t)tags + 1, sizeof *home);
  int64_t found = -2;
  if (b.began && b.outlived && b.tags && b.opened && b.formats && home) {
    b.nodes = b.tags + depth;
    b.before_body = b.nodes + depth;
    read_all(&b, shorts(page, CODE), bytes(page, FILLED), tags, home);
    found = b.full ? -1 : find_last(&b, tags, ints(page, LAST)) ? b.count : -2;
  }
  if (found > 0) find_start_tags(&b, page);
  for (int64_t run = 0; run < page->runs && found > 0; run++) ints(page, HOME)[run] = home[ints(page, GAP)[run]];
  leave_scratch(b.began);
  leave_scratch(b.outlived);
  free(b.tags);
  free(b.opened);
  free(b.formats);
  leave_scratch(home);
  return found;
}
