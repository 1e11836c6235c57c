/* Writes a tree of blocks as Markdown. Twins: render/layout.py, and MarkdownDialect of render/markdown/__init__.py. */

#include "markdown.h"
#include "markdown_escaping.h"
#include "markdown_inline.h"
#include "markdown_marks.h"
#include "markdown_tables.h"

static int is_flat(int32_t kind) {
  return kind == KIND_PARAGRAPH || kind == KIND_HEADING || kind == KIND_IMAGE || kind == KIND_FORMULA ||
         kind == KIND_CAPTION;
}

/* Tells for each block where its content ends, one past the last block inside; gives the depth of the deepest. */
static int32_t find_ends(const MarkdownTree *tree, int32_t *ends, int32_t *open) {
  int64_t opened = 0;
  int32_t deepest = 0;
  for (int32_t i = 0; i < tree->count; i++) {
    int32_t depth = tree->blocks[i].depth;
    while (opened && tree->blocks[open[opened - 1]].depth >= depth) ends[open[--opened]] = i;
    if (holds_blocks(tree->blocks[i].kind)) open[opened++] = i;
    else ends[i] = i + 1;
    if (depth > deepest) deepest = depth;
  }
  while (opened) ends[open[--opened]] = (int32_t)tree->count;
  return deepest;
}

static void put_code_block(Markdown *m, Bytes *out, const Block *block) {
  Text text = text_of(m->tree, &m->tree->inlines[block->first]);
  int64_t fence = longest_backticks(text) < 3 ? 3 : 1 + longest_backticks(text);
  put_many(m, out, '`', fence);
  if (block->label >= 0) {
    Text label = pool_text(m->tree, m->tree->labels + block->label);
    put_bytes(m, out, label.at, label.size);
  }
  put_byte(m, out, '\n');
  put_bytes(m, out, text.at, text.size);
  put_byte(m, out, '\n');
  put_many(m, out, '`', fence);
}

static void put_leaf_text(Markdown *m, Bytes *out, const Block *block) {
  switch (block->kind) {
    case KIND_HEADING:
      put_many(m, out, '#', block->level);
      put_byte(m, out, ' ');
      int64_t start = out->size;
      put_line_of(m, out, block, &AS_HEADING);
      if (!m->failed) escape_last_hashes(m, out, start);
      break;
    case KIND_CODE: put_code_block(m, out, block); break;
    case KIND_RULE: put_string(m, out, "___"); break;
    case KIND_TERM: put_line_of(m, out, block, &AS_TERM); break;
    default: put_line_of(m, out, block, &AS_LINES); break;
  }
}

static void drop_trailing(Bytes *out, int64_t from) {
  while (out->size > from && out->at[out->size - 1] == ' ') out->size--;
}

static void put_rest(Markdown *m, const Opened *each) {
  if (!each->rest_size) return;
  if (each->rest == '>') put_string(m, &m->out, "> ");
  else put_many(m, &m->out, ' ', each->rest_size);
}

/* Writes what leads the first line of a leaf, and the empty line before it. */
static void put_leads(Markdown *m, int close) {
  for (int64_t i = 0; i < m->opened_count; i++) close |= m->opened[i].fresh && m->opened[i].close;
  if (m->out.size && !close) {
    int64_t from = m->out.size;
    for (int64_t i = 0; i < m->opened_count; i++)
      if (!m->opened[i].fresh) put_rest(m, &m->opened[i]);
    drop_trailing(&m->out, from);
    put_byte(m, &m->out, '\n');
  }
  for (int64_t i = 0; i < m->opened_count; i++) {
    Opened *each = &m->opened[i];
    if (each->fresh) put_bytes(m, &m->out, each->first, each->first_size);
    else put_rest(m, each);
    each->fresh = 0;
  }
}

/* Writes the lines of the leaf with what leads them, and an empty line before if one is needed. */
static void put_lines(Markdown *m, int close) {
  const Bytes *leaf = &m->leaf;
  int64_t line = m->out.size;
  for (int64_t from = 0, to; from <= leaf->size && !m->failed; from = to + 1) {
    const uint8_t *end = from < leaf->size ? memchr(leaf->at + from, '\n', (size_t)(leaf->size - from)) : NULL;
    to = end ? end - leaf->at : leaf->size;
    if (!from) put_leads(m, close);
    else for (int64_t i = 0; i < m->opened_count; i++) put_rest(m, &m->opened[i]);
    put_bytes(m, &m->out, leaf->at + from, to - from);
    if (!from || (to == from && m->opened_count)) drop_trailing(&m->out, line);
    put_byte(m, &m->out, '\n');
    line = m->out.size;
  }
}

/* Tells whether each item of a list is one paragraph, perhaps with lists behind it. */
static int is_tight(const Markdown *m, int32_t list) {
  const Block *blocks = m->tree->blocks;
  for (int32_t item = list + 1; item < m->ends[list]; item = m->ends[item]) {
    int texts = 0;
    for (int32_t child = item + 1; child < m->ends[item]; child = m->ends[child]) {
      int32_t kind = blocks[child].kind;
      texts += is_flat(kind);
      int listed_first = kind == KIND_LIST && child == item + 1 && m->ends[child] < m->ends[item];
      if (texts > 1 || listed_first || (!is_flat(kind) && kind != KIND_LIST)) return 0;
    }
  }
  return 1;
}

static Opened *open_at(Markdown *m, int32_t at) {
  Opened *opened = &m->opened[m->opened_count++];
  *opened = (Opened){.block = at, .depth = m->tree->blocks[at].depth, .fresh = 1, .rest = ' '};
  return opened;
}

static void lead_by(Markdown *m, Opened *opened, const char *first, char rest) {
  opened->first_size = opened->rest_size = (int32_t)strlen(first);
  memcpy(opened->first, first, (size_t)opened->first_size);
  opened->rest = rest;
  m->leading++;
}

static void open_list(Markdown *m, int32_t at) {
  const Block *block = &m->tree->blocks[at];
  const Opened *around = m->opened_count ? &m->opened[m->opened_count - 1] : NULL;
  int in_item = around && m->tree->blocks[around->block].kind == KIND_ITEM;
  int nested = in_item && around->tight && !around->fresh;
  int ordered = (block->flags & ORDERED) != 0;
  int32_t *ended = &m->ended[2 * (2 * block->depth + ordered)];
  Opened *opened = open_at(m, at);
  opened->close = nested && (!ordered || block->number == 1);
  opened->tight = (uint8_t)is_tight(m, at);
  opened->other = (uint8_t)(ended[0] == at && !ended[1]);
  ended[0] = m->ends[at], ended[1] = opened->other;
}

static void open_item(Markdown *m, int32_t at) {
  const Opened *list = &m->opened[m->opened_count - 1];
  const Block *listed = &m->tree->blocks[list->block];
  int other = list->other, tight = list->tight, close = list->fresh ? list->close : list->tight;
  Opened *opened = open_at(m, at);
  opened->tight = (uint8_t)tight, opened->close = (uint8_t)close;
  if (!(listed->flags & ORDERED)) {
    lead_by(m, opened, other ? "* " : "- ", ' ');
    return;
  }
  int32_t number = m->tree->blocks[at].number, largest = (int32_t)m->tree->largest_number;
  char first[16];
  int size = 0;
  m->cell.size = 0;
  put_number(m, &m->cell, number < 0 ? 0 : number > largest ? largest : number);
  for (; size < m->cell.size; size++) first[size] = (char)m->cell.at[size];
  first[size++] = other ? ')' : '.', first[size++] = ' ', first[size] = 0;
  lead_by(m, opened, first, ' ');
}

/* Opens a block that holds blocks; a description is read as one only where it follows a term and starts with text. */
static void open_other(Markdown *m, int32_t at) {
  const Block *block = &m->tree->blocks[at];
  if (m->leading >= m->tree->deepest) {
    open_at(m, at);
  } else if (block->kind == KIND_ITEM && m->opened_count) {
    open_item(m, at);
  } else if (block->kind == KIND_QUOTE) {
    lead_by(m, open_at(m, at), "> ", '>');
  } else if (block->kind == KIND_DESCRIPTION && m->after_term && at + 1 < m->ends[at] &&
             m->tree->blocks[at + 1].kind == KIND_PARAGRAPH) {
    Opened *opened = open_at(m, at);
    lead_by(m, opened, ": ", ' ');
    opened->close = 1;
  } else {
    open_at(m, at);
  }
}

/* Writes the kind of a callout as GitHub does; gives how many blocks are passed over: a title that says no more. */
static int32_t put_opening(Markdown *m, int32_t at) {
  const Block *block = &m->tree->blocks[at];
  int32_t passed = (block->flags & SAID) != 0;
  Text label = pool_text(m->tree, m->tree->labels + block->label);
  m->leaf.size = 0;
  put_string(m, &m->leaf, "[!");
  for (int64_t i = 0; i < label.size; i++) {
    uint8_t c = label.at[i];
    put_byte(m, &m->leaf, c >= 'a' && c <= 'z' ? (uint8_t)(c - 32) : c);
  }
  put_byte(m, &m->leaf, ']');
  put_lines(m, 0);
  m->after_opening = at + passed + 1 < m->tree->count && block[passed + 1].kind == KIND_PARAGRAPH;
  return passed;
}

static int32_t put_whole_table(Markdown *m, int32_t at) {
  for (int32_t child = at + 1; child < m->ends[at]; child = m->ends[child]) {
    if (m->tree->blocks[child].kind != KIND_CAPTION) continue;
    m->leaf.size = 0;
    put_leaf_text(m, &m->leaf, &m->tree->blocks[child]);
    put_lines(m, 0);
  }
  m->leaf.size = 0;
  put_table(m, &m->leaf, at);
  if (m->leaf.size) put_lines(m, 0);
  return m->ends[at];
}

static void close_to(Markdown *m, int32_t depth) {
  for (; m->opened_count && m->opened[m->opened_count - 1].depth >= depth; m->opened_count--)
    m->leading -= m->opened[m->opened_count - 1].rest_size > 0;
}

static void write_blocks(Markdown *m) {
  for (int32_t at = 0; at < m->tree->count && !m->failed;) {
    const Block *block = &m->tree->blocks[at];
    close_to(m, block->depth);
    if (block->kind == KIND_TABLE) {
      at = put_whole_table(m, at);
      continue;
    }
    if (block->kind == KIND_LIST) {
      open_list(m, at);
    } else if (holds_blocks(block->kind)) {
      open_other(m, at);
      if (block->kind == KIND_QUOTE && block->label >= 0 && m->opened[m->opened_count - 1].rest_size)
        at += put_opening(m, at);
    } else {
      int is_term = block->kind == KIND_TERM;
      m->leaf.size = 0;
      put_leaf_text(m, &m->leaf, block);
      if (!m->failed) put_lines(m, (is_term && m->after_term) || m->after_opening);
      m->after_term = is_term, m->after_opening = 0;
    }
    at++;
  }
}

/* Gives the number of bytes, of which no more are written than there is room for; LEFT where Python must write the blocks,
   NO_MEMORY. */
KERNEL int64_t write_markdown(const MarkdownTree *tree, uint8_t *out, int64_t room) {
  Markdown m = {.tree = tree, .out = {out, 0, room, 1}};
  size_t count = (size_t)tree->count + 1;
  m.ends = malloc(2 * count * sizeof(int32_t));
  int32_t deepest = m.ends ? find_ends(tree, m.ends, m.ends + count) : 0;
  m.opened = malloc(((size_t)deepest + 2) * sizeof(Opened));
  m.ended = malloc(4 * ((size_t)deepest + 2) * sizeof(int32_t));
  if (!m.ends || !m.opened || !m.ended) {
    m.failed = NO_MEMORY;
  } else {
    memset(m.ended, -1, 4 * ((size_t)deepest + 2) * sizeof(int32_t));
    write_blocks(&m);
  }
  int64_t size = m.failed ? m.failed : m.out.size;
  if (size > 0 && !m.out.borrowed) memcpy(out, m.out.at, (size_t)(size < room ? size : room));
  if (!m.out.borrowed) free(m.out.at);
  free(m.ends), free(m.opened), free(m.ended), free(m.leaf.at), free(m.cell.at), free(m.parts_text.at);
  free(m.spans), free(m.parts);
  return size;
}
