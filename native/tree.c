/* Builds the element tree of a page that was cut at its tags. Twin: document/tree/, whose functions have the same names
   here; the regions that numpy steps over are only a way to be quick there. */

#include "kernels.h"

enum {
  ORDINARY, FORMAT, ANCHOR, BLOCK, HEADING, VOID, LEAF, ITEM, RULE, SCOPE,
  TABLE, CAPTION, SECTION, ROW, CELL, OPTION, RUBY, FOREIGN, DOCUMENT, FORM
}; /* rules.Start */

enum { OWN_TAG = -2 }; /* most elements have a start tag of their own */

typedef struct {
  int32_t tag, node; /* a tag of 0 is a marker: formatting before it is not opened again */
} Format;

typedef struct {
  const Html *html;
  const uint8_t *flag;                           /* per tag: 1 where it ends in "/>" */
  int32_t *tag, *parent, *first, *close, *owner; /* the elements so far, */
  int32_t *began;                                /* the start tags of formatting, */
  uint8_t *outlived;                             /* what ends as soon as the block inside it has ended */
  int32_t count, room, outlived_count;
  int32_t *tags, *nodes, depth; /* the open elements, innermost last */
  int32_t *opened;              /* how many elements of each name are open */
  Format *formats;              /* formatting to open again */
  int32_t format_count, format_room;
  int32_t *before_body, before_body_count; /* what the start of the body has closed */
  int32_t head, body;
  int unsettled, foreign, in_form, quirks, full;
} Builder;

static int32_t innermost(const Builder *b) { return b->tags[b->depth - 1]; }

static int32_t add_leaf(Builder *b, int32_t k, int32_t number) {
  if (b->count == b->room) {
    b->full = 1; /* the caller comes again with more room; until then the last place is written over */
    b->count--;
  }
  int32_t node = b->count++;
  b->tag[node] = number;
  b->parent[node] = b->depth ? b->nodes[b->depth - 1] : -1;
  b->first[node] = b->close[node] = k;
  b->owner[node] = OWN_TAG;
  b->began[node] = -1;
  b->outlived[node] = 0;
  return node;
}

static void stand_open(Builder *b, int32_t node, int32_t number) {
  if (b->depth == b->html->depth) return;
  b->nodes[b->depth] = node;
  b->tags[b->depth++] = number;
  b->opened[number]++;
}

static int32_t open_element(Builder *b, int32_t k, int32_t number) {
  int32_t node = add_leaf(b, k, number);
  stand_open(b, node, number);
  return node;
}

static int stands_open(const Builder *b, int32_t node) { return b->nodes[b->depth - 1] == node; }

static void imply(Builder *b, int32_t number, int32_t k) { b->owner[open_element(b, k, number)] = -1; }

static void add_format(Builder *b, int32_t number, int32_t node) {
  if (b->format_count == b->format_room) {
    b->full = 1;
    return;
  }
  b->formats[b->format_count++] = (Format){number, node};
}

static void remove_format(Builder *b, int32_t at) {
  b->format_count--;
  memmove(b->formats + at, b->formats + at + 1, sizeof(Format) * (size_t)(b->format_count - at));
}

static void clear_formats(Builder *b) {
  while (b->format_count && b->formats[--b->format_count].tag) {
  }
}

static void outlive(Builder *b, int32_t node) {
  b->outlived_count += !b->outlived[node];
  b->outlived[node] = 1;
}

static void end_outlived(Builder *b, int32_t k) {
  while (b->depth && b->outlived[b->nodes[b->depth - 1]]) {
    int32_t node = b->nodes[--b->depth];
    b->outlived[node] = 0;
    b->outlived_count--;
    b->close[node] = k;
    b->opened[b->tags[b->depth]]--;
  }
}

static void choose_rules(Builder *b) {
  const Html *html = b->html;
  b->foreign = 0;
  if (!b->opened[html->svg] && !b->opened[html->math]) return;
  for (int32_t depth = b->depth - 1; depth >= 0; depth--) {
    int32_t number = b->tags[depth];
    if (html->integration[number]) return;
    if (number == html->svg || number == html->math) {
      b->foreign = 1;
      return;
    }
  }
}

static void pop_to(Builder *b, int32_t depth, int32_t k) {
  while (b->depth > depth) {
    int32_t number = b->tags[--b->depth];
    b->close[b->nodes[b->depth]] = k;
    b->opened[number]--;
    if (b->html->format[number])
      b->unsettled = 1;
    else if (b->html->marker[number])
      clear_formats(b);
  }
  if (b->foreign) choose_rules(b);
  if (b->outlived_count) end_outlived(b, k);
}

static void pop(Builder *b, int32_t k) { pop_to(b, b->depth - 1, k); }

static int32_t depth_of(const Builder *b, int32_t number, const uint8_t *limits) {
  for (int32_t depth = b->depth - 1; depth >= 0; depth--) {
    if (b->tags[depth] == number) return depth;
    if (limits[b->tags[depth]]) return -1;
  }
  return -1;
}

static void close_name(Builder *b, int32_t k, int32_t number, const uint8_t *limits) {
  int32_t depth = depth_of(b, number, limits);
  if (depth > 0) pop_to(b, depth, k);
}

static int in_paragraph(const Builder *b) { return b->opened[b->html->p] || b->opened[b->html->select]; }

static void close_paragraph(Builder *b, int32_t k) {
  if (b->opened[b->html->select]) close_name(b, k, b->html->select, b->html->table_scope);
  if (b->opened[b->html->p]) close_name(b, k, b->html->p, b->html->button_scope);
}

static int32_t depth_of_node(const Builder *b, int32_t node) {
  for (int32_t depth = 0; depth < b->depth; depth++)
    if (b->nodes[depth] == node) return depth;
  return -1;
}

static void reopen(Builder *b, int32_t k) {
  int32_t at = b->format_count;
  while (at && b->formats[at - 1].tag && depth_of_node(b, b->formats[at - 1].node) < 0) at--;
  for (; at < b->format_count; at++) {
    int32_t original = b->formats[at].node, node = open_element(b, k, b->formats[at].tag);
    b->owner[node] = b->owner[original] != OWN_TAG ? b->owner[original] : b->began[original];
    b->formats[at].node = node;
  }
  b->unsettled = b->body < 0;
}

static void forget(Builder *b, int32_t node) {
  for (int32_t at = b->format_count - 1; at >= 0; at--) {
    if (b->formats[at].node == node) {
      remove_format(b, at);
      return;
    }
    if (!b->formats[at].tag) return;
  }
}

static void remember(Builder *b, int32_t number, int32_t node) {
  int32_t same = 0, earliest = -1;
  for (int32_t at = b->format_count - 1; at >= 0 && b->formats[at].tag; at--)
    if (b->formats[at].tag == number) {
      same++;
      earliest = at;
    }
  if (same >= 3) remove_format(b, earliest);
  add_format(b, number, node);
}

static Format latest_format(const Builder *b, int32_t number) {
  for (int32_t at = b->format_count - 1; at >= 0; at--)
    if (!b->formats[at].tag || b->formats[at].tag == number) return b->formats[at];
  return (Format){0, -1};
}

static int any_inside(const Builder *b, int32_t depth, const uint8_t *marked) {
  for (depth++; depth < b->depth; depth++)
    if (marked[b->tags[depth]]) return 1;
  return 0;
}

static void end_format(Builder *b, int32_t k, int32_t number) {
  Format entry = latest_format(b, number);
  if (!entry.tag) {
    close_name(b, k, number, b->html->special);
    return;
  }
  forget(b, entry.node);
  int32_t depth = depth_of_node(b, entry.node);
  if (depth < 0) return;
  if (!any_inside(b, depth, b->html->special))
    pop_to(b, depth, k);
  else if (!any_inside(b, depth, b->html->scope))
    outlive(b, entry.node);
}

static void open_body(Builder *b, int32_t k, int32_t owner) {
  b->before_body_count = 0;
  for (int32_t depth = 1; depth < b->depth; depth++) b->before_body[b->before_body_count++] = b->nodes[depth];
  pop_to(b, 1, k);
  b->body = open_element(b, k, b->html->body);
  if (owner < 0) b->owner[b->body] = owner;
  b->unsettled = 0;
}

static void settle(Builder *b, int32_t k, int filled) {
  if (b->body < 0) {
    if (filled < 2 || b->opened[b->html->template_]) return;
    open_body(b, k, -1);
  }
  reopen(b, k);
}

/* ... start tags: one function for each kind of rules.Start that needs one */

static void read_ordinary(Builder *b, int32_t k, int32_t number) {
  if (b->unsettled && b->body >= 0) reopen(b, k);
  open_element(b, k, number);
}

static void read_block(Builder *b, int32_t k, int32_t number) {
  if (in_paragraph(b)) close_paragraph(b, k);
  open_element(b, k, number);
}

static void read_heading(Builder *b, int32_t k, int32_t number) {
  close_paragraph(b, k);
  if (b->html->heading[innermost(b)]) pop(b, k);
  open_element(b, k, number);
}

static void read_item(Builder *b, int32_t k, int32_t number) {
  int32_t li = b->html->li, one = number == li ? li : b->html->dd, other = number == li ? li : b->html->dt;
  if (b->opened[one] || b->opened[other])
    for (int32_t depth = b->depth - 1; depth >= 0; depth--) {
      if (b->tags[depth] == one || b->tags[depth] == other) {
        pop_to(b, depth, k);
        break;
      }
      if (b->html->special_to_items[b->tags[depth]]) break;
    }
  read_block(b, k, number);
}

static void read_format(Builder *b, int32_t k, int32_t number) {
  if (b->unsettled) reopen(b, k);
  int32_t node = open_element(b, k, number);
  if (!stands_open(b, node)) return;
  b->began[node] = k;
  remember(b, number, node);
}

static void read_anchor(Builder *b, int32_t k, int32_t number) {
  if (latest_format(b, number).tag) end_format(b, k, number);
  read_format(b, k, number);
}

static void read_scope(Builder *b, int32_t k, int32_t number) {
  if (b->unsettled && b->body >= 0) reopen(b, k);
  if (number == b->html->button && b->opened[number]) close_name(b, k, number, b->html->scope);
  int32_t node = open_element(b, k, number);
  if (b->html->marker[number] && stands_open(b, node)) add_format(b, 0, -1);
}

static void read_option(Builder *b, int32_t k, int32_t number) {
  if (innermost(b) == b->html->option) pop(b, k);
  if (number == b->html->optgroup && innermost(b) == number) pop(b, k);
  read_ordinary(b, k, number);
}

static void read_form(Builder *b, int32_t k, int32_t number) {
  if (b->in_form) return;
  b->in_form = 1;
  if (b->html->table_parts[innermost(b)])
    add_leaf(b, k, number);
  else
    read_block(b, k, number);
}

static void read_table(Builder *b, int32_t k, int32_t number) {
  if (b->html->table_parts[innermost(b)]) close_name(b, k, number, b->html->table_scope);
  if (!b->quirks) close_paragraph(b, k);
  open_element(b, k, number);
}

static int back_to(Builder *b, int32_t k, const uint8_t *holders) {
  if (!b->opened[b->html->table]) return 0;
  int32_t depth = b->depth;
  while (depth > 0 && !holders[b->tags[depth - 1]]) depth--;
  pop_to(b, depth, k);
  return 1;
}

static void scope_in_table(Builder *b, int32_t k, int32_t number) {
  if (stands_open(b, open_element(b, k, number))) add_format(b, 0, -1);
  b->unsettled = b->body < 0;
}

static void read_table_part(Builder *b, int32_t k, int32_t number, int kind) {
  const Html *html = b->html;
  const uint8_t *holders = kind == ROW ? html->row_holders : kind == CELL ? html->cell_holders : html->only_table;
  if (!back_to(b, k, holders)) return;
  if (kind >= ROW && innermost(b) == html->table) imply(b, html->tbody, k);
  if (kind == CELL && innermost(b) != html->tr) imply(b, html->tr, k);
  if (number == html->col)
    add_leaf(b, k, number);
  else if (kind == CELL || kind == CAPTION)
    scope_in_table(b, k, number);
  else
    open_element(b, k, number);
}

static void read_by_kind(Builder *b, int kind, int32_t k, int32_t number);

static void read_foreign(Builder *b, int32_t k, int32_t number) {
  const Html *html = b->html;
  if (b->foreign && html->breaks_out[number]) {
    int32_t depth = b->depth;
    while (b->tags[depth - 1] != html->svg && b->tags[depth - 1] != html->math) depth--;
    pop_to(b, depth - 1, k);
    read_by_kind(b, b->foreign ? FOREIGN : html->start[number], k, number);
    return;
  }
  if (b->unsettled && !b->foreign) reopen(b, k);
  if ((b->flag[k] & 1) || html->start[number] == LEAF) {
    add_leaf(b, k, number);
    return;
  }
  open_element(b, k, number);
  choose_rules(b);
}

static void read_by_kind(Builder *b, int kind, int32_t k, int32_t number) {
  switch (kind) {
  case ORDINARY: read_ordinary(b, k, number); break;
  case FORMAT: read_format(b, k, number); break;
  case ANCHOR: read_anchor(b, k, number); break;
  case BLOCK: read_block(b, k, number); break;
  case HEADING: read_heading(b, k, number); break;
  case VOID:
    if (b->unsettled) reopen(b, k);
    add_leaf(b, k, number);
    break;
  case LEAF: add_leaf(b, k, number); break;
  case ITEM: read_item(b, k, number); break;
  case RULE:
    close_paragraph(b, k);
    add_leaf(b, k, number);
    break;
  case SCOPE: read_scope(b, k, number); break;
  case TABLE: read_table(b, k, number); break;
  case CAPTION:
  case SECTION:
  case ROW:
  case CELL: read_table_part(b, k, number, kind); break;
  case OPTION: read_option(b, k, number); break;
  case RUBY:
    if (b->html->start[innermost(b)] == RUBY) pop(b, k);
    open_element(b, k, number);
    break;
  case FOREIGN: read_foreign(b, k, number); break;
  case FORM: read_form(b, k, number); break;
  default: break; /* DOCUMENT: the page has its html, head and body already */
  }
}

static int stays_in_head(Builder *b, int32_t k, int32_t number) {
  const Html *html = b->html;
  if (number == html->html || number == html->head) {
    if (number == html->head && b->head < 0)
      b->head = open_element(b, k, number);
    else if (b->depth && b->count == 1)
      b->owner[0] = k;
    return 0;
  }
  if (number == html->body) {
    open_body(b, k, k);
    return 0;
  }
  if (html->in_head[number]) {
    if (b->head < 0) {
      b->head = b->count;
      imply(b, html->head, k);
    }
    return 1;
  }
  open_body(b, k, -1);
  return 1;
}

static void read_start_tag(Builder *b, int32_t k, int32_t number) {
  int kind = b->foreign ? FOREIGN : b->html->start[number];
  if (b->body >= 0 || b->opened[b->html->template_] || stays_in_head(b, k, number)) read_by_kind(b, kind, k, number);
}

/* ... end tags */

static void end_heading(Builder *b, int32_t k) {
  for (int32_t depth = b->depth - 1; depth >= 0; depth--) {
    if (b->html->heading[b->tags[depth]]) {
      pop_to(b, depth, k);
      return;
    }
    if (b->html->scope[b->tags[depth]]) return;
  }
}

static void end_form(Builder *b, int32_t k) {
  int32_t depth = b->in_form ? depth_of(b, b->html->form, b->html->scope) : 0;
  b->in_form = 0;
  if (depth <= 0) return;
  while (b->html->implied_end[innermost(b)]) pop(b, k);
  if (depth < b->depth - 1)
    outlive(b, b->nodes[depth]);
  else if (depth < b->depth)
    pop_to(b, depth, k);
}

static void end_innermost(Builder *b, int32_t k, int32_t number) {
  if (b->html->format[number]) forget(b, b->nodes[b->depth - 1]);
  int settled = !b->unsettled;
  pop(b, k);
  if (settled) b->unsettled = 0;
  choose_rules(b);
}

static void read_end_tag(Builder *b, int32_t k, int32_t number) {
  const Html *html = b->html;
  if (html->ignored_ends[number]) return;
  if (number == html->form)
    end_form(b, k);
  else if (innermost(b) == number)
    end_innermost(b, k, number);
  else if (number == html->p)
    close_name(b, k, number, html->button_scope);
  else if (html->format[number])
    end_format(b, k, number);
  else if (html->closes_in_scope[number] || number == html->select)
    close_name(b, k, number, html->scope);
  else if (html->item[number])
    close_name(b, k, number, number == html->li ? html->list_scope : html->scope);
  else if (html->heading[number])
    end_heading(b, k);
  else if (html->table_ends[number])
    close_name(b, k, number, html->table_scope);
  else
    close_name(b, k, number, html->special);
}

static void end_another(Builder *b, int32_t k, int32_t number) {
  if (number == b->html->form) {
    b->in_form = 0;
  } else if (b->html->format[number]) {
    Format entry = latest_format(b, number);
    if (entry.tag) forget(b, entry.node);
  } else {
    int open = 0;
    for (int32_t depth = 0; depth < b->depth; depth++) open |= b->html->heading[b->tags[depth]];
    if (open) end_heading(b, k);
  }
}

static void end_tag(Builder *b, int32_t k, int32_t number) {
  const Html *html = b->html;
  int32_t node = b->nodes[b->depth - 1];
  int latest = b->format_count && b->formats[b->format_count - 1].node == node;
  if (innermost(b) == number && (html->ends_simply[number] || latest)) {
    if (!html->ends_simply[number]) b->format_count--;
    b->depth--;
    b->close[node] = k;
    b->opened[number]--;
    if (b->outlived_count) end_outlived(b, k);
  } else if (b->opened[number]) {
    read_end_tag(b, k, number);
  } else if (html->ends_another[number]) {
    end_another(b, k, number);
  }
}

/* ... the loop */

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
  int32_t *before = calloc((size_t)tags + 3, sizeof *before), sum = 0;
  if (!before) return 0;
  for (int32_t node = 0; node < b->count; node++) before[b->first[node] + 1]++;
  for (int32_t k = 0; k < tags + 2; k++) before[k] = sum += before[k];
  for (int32_t node = 0; node < b->count; node++) {
    int32_t end = before[b->close[node]];
    last[node] = end > node + 1 ? end : node + 1;
  }
  for (int32_t i = 0; i < b->before_body_count; i++) last[b->before_body[i]] = b->body > 0 ? b->body : 0;
  free(before);
  return 1;
}

/* Gives the number of elements; -1 where `room` is too small for them, -2 where memory is short. `owner` is -2 for
   elements with a start tag of their own. */
KERNEL int64_t build_tree(const Html *html, const int16_t *code, const uint8_t *flag, const uint8_t *filled,
                          int32_t tags, int32_t quirks, int32_t room, int32_t *tag, int32_t *parent, int32_t *first,
                          int32_t *close, int32_t *last, int32_t *owner, int32_t *home) {
  Builder b = {.html = html, .flag = flag, .tag = tag, .parent = parent, .first = first, .close = close};
  size_t depth = (size_t)html->depth + 1, numbers = (size_t)(html->names->count + 1 + html->invented);
  b.owner = owner;
  b.room = room;
  b.unsettled = 1;
  b.head = b.body = -1;
  b.quirks = quirks;
  b.format_room = (int32_t)(64 * depth); /* of one name three between markers, and a marker for each open element */
  b.began = malloc((size_t)room * sizeof *b.began);
  b.outlived = malloc((size_t)room);
  b.tags = malloc(3 * depth * sizeof *b.tags);
  b.opened = calloc(numbers, sizeof *b.opened);
  b.formats = malloc((size_t)b.format_room * sizeof *b.formats);
  int64_t found = -2;
  if (b.began && b.outlived && b.tags && b.opened && b.formats) {
    b.nodes = b.tags + depth;
    b.before_body = b.nodes + depth;
    read_all(&b, code, filled, tags, home);
    found = b.full ? -1 : find_last(&b, tags, last) ? b.count : -2;
  }
  free(b.began);
  free(b.outlived);
  free(b.tags);
  free(b.opened);
  free(b.formats);
  return found;
}
