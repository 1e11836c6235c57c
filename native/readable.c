/* Puts signs to the blocks of a text: items with bullets or numbers, a row of a table on one line, headings set off. Twin:
   readable_text of render/text.py. */

#include "tables.h"
#include "text.h"

typedef struct {
  uint8_t *at, *end;
  int full;
} Out;

static void put_bytes(Out *out, const void *bytes, int64_t count) {
  if (out->end - out->at < count) {
    out->full = 1;
  } else {
    memcpy(out->at, bytes, (size_t)count);
    out->at += count;
  }
}

static void put_word(Out *out, const char *word, int64_t times) {
  int64_t length = (int64_t)strlen(word);
  for (; times > 0; times--) put_bytes(out, word, length);
}

static void put_number(Out *out, int64_t number) {
  char digits[24], *at = digits + sizeof digits;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  put_bytes(out, at, digits + sizeof digits - at);
}

/* What is counted per element: filled where a block needs it. */
typedef struct {
  int32_t *item_rank, *cell_rank, *counter;
  uint8_t *started, *needed, *chosen; /* items that have begun; elements of tables that are shown; tables of data */
  int has_tables;
} Counts;

/* What is known of a block. */
typedef struct {
  int32_t item, level, outer; /* the item it stands in, how many lists are around that, and the outermost; -1 for none */
  int32_t table, row, cell;   /* likewise, if it stands in a row of a table of data */
  int starts;                 /* it is the first of its item */
} Place;

static const Place NOWHERE = {-1, 0, -1, -1, -1, -1, 0};

static int32_t nearest(const TextPage *page, int32_t element, const uint8_t *marked, int32_t number) {
  for (; element >= 0; element = page->parent[element])
    if (marked ? marked[page->tag[element]] : page->tag[element] == number) return element;
  return 0;
}

/* Tells whether a word of small letters stands in the tag of an element, in letters of any case. */
static int tag_holds(const TextPage *page, int32_t element, const char *word) {
  int32_t tag = page->start_tag[element];
  int64_t length = (int64_t)strlen(word), matched = 0, i = tag < 0 ? 0 : page->edge[2 * tag + 1];
  for (int64_t end = tag < 0 ? 0 : page->edge[2 * tag + 2]; i < end; i++) {
    uint32_t c = page->width == 1   ? ((const uint8_t *)page->s)[i]
                 : page->width == 2 ? ((const uint16_t *)page->s)[i]
                                    : ((const uint32_t *)page->s)[i];
    c |= 32;
    matched = c == (uint8_t)word[matched] ? matched + 1 : c == (uint8_t)word[0];
    if (matched == length) return 1;
  }
  return 0;
}

/* Counts for each element of a kind those before it in the same parent. */
static void rank(const TextPage *page, const uint8_t *marked, int32_t number, int32_t *counter, int32_t *ranks) {
  memset(counter, 0, (size_t)page->elements * sizeof *counter);
  for (int64_t e = 1; e < page->elements; e++)
    if (marked ? marked[page->tag[e]] : page->tag[e] == number) ranks[e] = counter[page->parent[e]]++;
}

/* Marks the elements that hold a block, and the cells of their rows. */
static void mark_needed(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, uint8_t *needed) {
  for (int64_t n = 0; n < blocks->count; n++)
    for (int32_t e = blocks->home[n]; e >= 0 && !needed[e]; e = page->parent[e]) needed[e] = 1;
  for (int64_t e = 1; e < page->elements; e++)
    if (!needed[e] && rules->is_cell[page->tag[e]] && needed[page->parent[e]] == 1) needed[e] = 2;
}

/* Counts the cells with text of each table. */
static void count_filled(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, Counts *counts) {
  uint8_t *filled = counts->started; /* used for items afterwards */
  memset(counts->counter, 0, (size_t)page->elements * sizeof *counts->counter);
  for (int64_t n = 0; n < blocks->count; n++) {
    int32_t cell = nearest(page, blocks->home[n], rules->is_cell, 0);
    if (!filled[cell]) counts->counter[nearest(page, cell, NULL, rules->table)]++;
    filled[cell] = 1;
  }
  memset(filled, 0, (size_t)page->elements);
}

/* Finds the tables of data of which two cells or more hold something. Gives LEFT where the attributes of one must be read,
   -2 where memory is short. */
static int64_t find_tables(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, Counts *counts) {
  Tables tables = {page->elements,     page->tag,      page->parent,      page->first,        page->close,
                   page->last,         page->characters, counts->needed,  rules->is_cell,     rules->is_naming,
                   rules->is_flowing,  rules->is_heading, rules->is_code, rules->table,       rules->tr,
                   rules->most_blocks, rules->longest_cell};
  int64_t *found = malloc(((size_t)page->elements + 1) * sizeof *found), count = -2;
  if (!found) return -2;
  mark_needed(page, rules, blocks, counts->needed);
  count = shape_tables(&tables, found);
  if (count > 0) count_filled(page, rules, blocks, counts);
  for (int64_t n = 0; n < count; n++) {
    if (tag_holds(page, (int32_t)found[n], "role")) count = LEFT;
    counts->chosen[found[n]] = counts->counter[found[n]] > 1;
    counts->has_tables |= counts->chosen[found[n]];
  }
  free(found);
  if (count > 0) rank(page, rules->is_cell, 0, counts->counter, counts->cell_rank);
  return count < 0 ? count : 0;
}

/* Tells whether any text stands in an item. */
int may_need_layout(const TextPage *page, const TextRules *rules, const TextPieces *pieces) {
  for (int64_t i = 0; i < pieces->count; i++)
    if (page->around[page->home[pieces->run[i]]] & rules->item) return 1;
  return 0;
}

static int is_layout(const TextPage *page, int32_t e) { return page->layout && page->layout[e]; }

/* Finds the item that an element stands in, -1 for none; those of lists that only lay the page out are none. */
static int32_t item_around(const TextPage *page, const TextRules *rules, int32_t e) {
  while (e > 0 && (page->tag[e] != rules->li || is_layout(page, page->parent[e]))) e = page->parent[e];
  return e > 0 ? e : -1;
}

static void locate_item(const TextPage *page, const TextRules *rules, Counts *counts, int32_t home, Place *place) {
  place->item = item_around(page, rules, home);
  if (place->item < 0) return;
  for (int32_t e = place->item; e >= 0; e = page->parent[e])
    if (rules->is_list[page->tag[e]] && !is_layout(page, e)) place->level++, place->outer = e;
  if (place->level < 1) place->level = 1;
  if (place->level > rules->deepest) place->level = rules->deepest;
  place->starts = !counts->started[place->item];
  counts->started[place->item] = 1;
}

static void locate_cell(const TextPage *page, const TextRules *rules, const Counts *counts, int32_t home, Place *place) {
  int32_t table = home, row = nearest(page, home, NULL, rules->tr);
  while (table >= 0 && !counts->chosen[table]) table = page->parent[table];
  if (table < 0 || page->tag[row] != rules->tr || row <= table) return;
  place->table = table, place->row = row, place->cell = nearest(page, home, rules->is_cell, 0);
}

/* Tells whether a block is a description behind its term, or behind another description of it. */
static int describes(const TextPage *page, const TextRules *rules, int32_t before, int32_t home) {
  for (int32_t e = home; e >= 0; e = page->parent[e]) {
    if (rules->is_term[page->tag[e]]) return 0;
    if (!rules->is_description[page->tag[e]]) continue;
    for (int32_t other = before; other >= 0; other = page->parent[other])
      if (rules->is_term[page->tag[other]] || rules->is_description[page->tag[other]])
        return page->parent[other] == page->parent[e];
    return 0;
  }
  return 0;
}

/* Writes what stands between a block and the one before it. */
static void put_between(const TextRules *rules, const Counts *counts, const Place *before, const Place *here, int heading,
                        int described, Out *out) {
  if (here->table >= 0 && here->row == before->row) {
    int64_t step = counts->cell_rank[here->cell] - counts->cell_rank[before->cell];
    if (step <= 0) put_word(out, rules->in_cell, 1);
    else put_word(out, rules->between_cells, step < rules->most_empty ? step : rules->most_empty);
  } else if (here->table >= 0 && here->table == before->table) {
    put_word(out, "\n", 1);
  } else if (described || (here->starts && before->starts && here->outer == before->outer)) {
    put_word(out, "\n", 1);
  } else {
    put_word(out, "\n", heading ? 3 : 2);
  }
}

/* Writes the number of an item, or its bullet. */
static void put_marker(const TextPage *page, const TextRules *rules, const Counts *counts, int32_t item, Out *out) {
  if (page->tag[page->parent[item]] != rules->ol) {
    put_word(out, "- ", 1);
  } else {
    put_number(out, counts->item_rank[item] + 1);
    put_word(out, ". ", 1);
  }
}

/* Writes a block, its lines indented, the first behind a bullet or number where it begins an item. */
static void put_block(const TextPage *page, const TextRules *rules, const Counts *counts, const Place *here,
                      int described, const uint8_t *text, const uint8_t *end, Out *out) {
  if (here->starts) {
    while (text < end && *text == ' ') text++;
    put_word(out, rules->indentation, here->level - 1);
    put_marker(page, rules, counts, here->item, out);
  } else {
    put_word(out, rules->indentation, here->level);
    put_word(out, rules->description, described);
  }
  for (const uint8_t *line; (line = memchr(text, '\n', (size_t)(end - text))); text = line + 1) {
    put_bytes(out, text, line + 1 - text);
    put_word(out, rules->indentation, here->level);
    put_word(out, rules->description, described);
  }
  put_bytes(out, text, end - text);
}

/* Tells whether a character of UTF-8 is white. */
static int is_white(const TextRules *rules, const uint8_t *at) {
  uint32_t c = at[0];
  if (c >= 0xF0) return 0;
  if (c >= 0xE0) c = (c & 15u) << 12 | (at[1] & 63u) << 6 | (at[2] & 63u);
  else if (c >= 0xC0) c = (c & 31u) << 6 | (at[1] & 63u);
  return (rules->flow->sort[c] & WHITE) > 0;
}

/* Puts what was written from a place on on one line, and takes away what is white at its ends. */
static void put_on_one_line(const TextRules *rules, uint8_t *from, Out *out) {
  uint8_t *first = from, *last = out->at;
  for (uint8_t *at = from; at < last; at++)
    if (*at == '\n') *at = ' ';
  while (first < last && is_white(rules, first))
    for (first++; first < last && (*first & 0xC0) == 0x80;) first++;
  for (uint8_t *at; first < last; last = at) {
    for (at = last - 1; at > first && (*at & 0xC0) == 0x80;) at--;
    if (!is_white(rules, at)) break;
  }
  memmove(from, first, (size_t)(last - first));
  out->at = from + (last - first);
}

static int64_t write_blocks(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, Counts *counts,
                            const LinesAbove *above, Out *out) {
  Place before = NOWHERE;
  for (int64_t n = 0, line = 0; n < blocks->count; n++) {
    int32_t home = blocks->home[n], bits = page->around[home], above_it = -1;
    Place here = NOWHERE;
    int described = n && (bits & rules->described) && describes(page, rules, blocks->home[n - 1], home);
    if (bits & rules->item) locate_item(page, rules, counts, home, &here);
    if ((bits & rules->row) && counts->has_tables) locate_cell(page, rules, counts, home, &here);
    for (; line < above->count && above->place[line] <= blocks->place[n]; line++) above_it = (int32_t)line;
    if (above_it >= 0) {
      put_word(out, "\n", n ? 2 : 0);
      put_bytes(out, above->text + above->at[above_it], above->at[above_it + 1] - above->at[above_it]);
      put_word(out, "\n", 2);
    } else if (n) {
      put_between(rules, counts, &before, &here, bits & rules->heading, described, out);
    }
    if (here.table >= 0 && here.row != before.row) {
      int32_t empty = counts->cell_rank[here.cell];
      put_word(out, rules->before_empty, empty < rules->most_empty ? empty : rules->most_empty);
    }
    uint8_t *from = out->at;
    put_block(page, rules, counts, &here, described, blocks->text + blocks->at[n], blocks->text + blocks->at[n + 1], out);
    if (here.table >= 0) put_on_one_line(rules, from, out);
    before = here;
  }
  put_word(out, "\n", blocks->count > 0);
  return 0;
}

/* Ranks the items of numbered lists. Gives LEFT where a tag may state a number. */
static int64_t number_items(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, Counts *counts) {
  int ordered = 0;
  for (int64_t n = 0; n < blocks->count; n++) {
    if (!(page->around[blocks->home[n]] & rules->item)) continue;
    int32_t item = item_around(page, rules, blocks->home[n]), list = item < 0 ? item : page->parent[item];
    if (item < 0 || page->tag[list] != rules->ol) continue;
    if (tag_holds(page, list, "start") || tag_holds(page, item, "value")) return LEFT;
    ordered = 1;
  }
  if (ordered) rank(page, NULL, rules->li, counts->counter, counts->item_rank);
  return 0;
}

/* Gives the number of bytes, or what write_readable gives. */
int64_t write_lines(const TextPage *page, const TextRules *rules, const TextBlocks *blocks, const LinesAbove *above,
                    uint8_t *out, int64_t room) {
  Out written = {out, out + room, 0};
  Counts counts = {0};
  int64_t answer = 0;
  int32_t bits = 0;
  for (int64_t n = 0; n < blocks->count; n++) bits |= page->around[blocks->home[n]];
  int32_t *numbers = NULL;
  if (bits & (rules->item | rules->row)) {
    size_t elements = (size_t)page->elements + 1;
    numbers = calloc(elements, 3 * sizeof *numbers + 3);
    if (!numbers) return -2;
    counts.item_rank = numbers, counts.cell_rank = numbers + elements, counts.counter = numbers + 2 * elements;
    counts.started = (uint8_t *)(numbers + 3 * elements);
    counts.needed = counts.started + elements, counts.chosen = counts.needed + elements;
  }
  if (bits & rules->row) answer = find_tables(page, rules, blocks, &counts);
  if (!answer && (bits & rules->item)) answer = number_items(page, rules, blocks, &counts);
  if (!answer) answer = write_blocks(page, rules, blocks, &counts, above, &written);
  free(numbers);
  return answer ? answer : written.full ? NO_ROOM : written.at - out;
}
