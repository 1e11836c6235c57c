/* Finds the structures of a page: lists, also those of links, definitions, code, figures, quotations; its tables are found
   before. Twins: _kinds and _outermost_of of document/structures.py. */

#include "page.h"
#include "scratch.h"

typedef struct {
  int32_t *linked;    /* per gap: linked characters before it */
  int32_t *items;     /* per element: items that it is the parent of */
  int32_t *titled;    /* per element: headings before it */
} Counts;

/* Adds up the characters in links: links may stand in each other, so what counts is whether any is open. */
static void count_linked(int64_t elements, int64_t tags, const int16_t *tag, const int32_t *first, const int32_t *close,
                         const int32_t *before, const uint8_t *is_link, int32_t *linked) {
  int32_t open = 0, sum = 0;
  for (int64_t e = 0; e < elements; e++) {
    if (!is_link[tag[e]]) continue;
    linked[first[e] + 1]++;
    linked[close[e] + 1]--;
  }
  for (int64_t gap = 0; gap <= tags; gap++) {
    open += linked[gap];
    linked[gap] = sum;
    if (open > 0) sum += before[gap + 1] - before[gap];
  }
  linked[tags + 1] = sum;
}

static void count_elements(int64_t elements, const int16_t *tag, const int32_t *parent, const uint8_t *is_title,
                           const uint8_t *is_item, Counts *counts) {
  for (int64_t e = 0; e < elements; e++) {
    counts->titled[e + 1] = counts->titled[e] + is_title[tag[e]];
    if (e && is_item[tag[e]]) counts->items[parent[e]]++;
  }
}

/* Takes away the lists of links that hold another structure or stand in one or in another list of links. `next`: room. */
static void part_links(int64_t elements, const int32_t *last, int8_t links, int8_t *kind, int32_t *next) {
  int64_t others = 0, lists = 0; /* how far these reach */
  int32_t behind = INT32_MAX;
  for (int64_t e = elements - 1; e >= 0; e--) {
    next[e] = behind;
    if (kind[e] >= 0 && kind[e] != links) behind = (int32_t)e;
  }
  for (int64_t e = 0; e < elements; e++) {
    if (kind[e] < 0) continue;
    int is_list = kind[e] == links;
    int64_t *reach = is_list ? &lists : &others;
    if (is_list && (e < lists || e < others || next[e] < last[e])) kind[e] = -1;
    if (last[e] > *reach) *reach = last[e];
  }
}

/* Lists the structures that stand in no other; gives how many there are. */
static int64_t list_outermost(int64_t elements, const int32_t *last, const int8_t *kind, int64_t *element, int8_t *of,
                              int64_t *ends) {
  int64_t found = 0, reach = 0;
  for (int64_t e = 0; e < elements; e++) {
    if (kind[e] < 0 || e < reach) continue;
    reach = last[e];
    element[found] = e;
    of[found] = kind[e];
    ends[found++] = reach;
  }
  return found;
}

/* Filled by document/structures.py, in this order: tables over tag numbers, and limits. */
typedef struct {
  const int8_t *kind_of;
  const uint8_t *is_title, *is_link, *is_list, *is_item;
  double mostly_links;
  int64_t long_items;
  int32_t links, table; /* the kind of lists of links, and that of tables */
} StructureRules;

/* `tables`: elements that are tables of data. Gives how many structures there are, -2 where memory is short. */
KERNEL int64_t find_structures(const Page *page, const StructureRules *rules, int64_t table_count, const int64_t *tables,
                               int64_t *element, int8_t *of, int64_t *ends) {
  int64_t elements = page->elements, tags = page->tags;
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT), *first = ints(page, FIRST), *close = ints(page, CLOSE);
  const int32_t *last = ints(page, LAST), *before = ints(page, SEEN_BEFORE);
  int32_t *room = take_zeros((size_t)tags + 3 + 2 * ((size_t)elements + 1), sizeof *room);
  int8_t *kind = take_scratch((size_t)elements + 1, sizeof *kind);
  if (!room || !kind) {
    leave_scratch(room);
    leave_scratch(kind);
    return -2;
  }
  Counts counts = {room, room + tags + 3, room + tags + 3 + elements + 1};
  count_linked(elements, tags, tag, first, close, before, rules->is_link, counts.linked);
  count_elements(elements, tag, parent, rules->is_title, rules->is_item, &counts);
  for (int64_t e = 0; e < elements; e++) {
    int32_t characters = before[close[e] + 1] - before[first[e] + 1];
    kind[e] = rules->kind_of[tag[e]];
    if (kind[e] < 0) continue;
    if (!characters || counts.titled[last[e]] > counts.titled[e]) kind[e] = -1;
    if (kind[e] < 0 || !rules->is_list[tag[e]]) continue;
    int32_t linked = counts.linked[close[e] + 1] - counts.linked[first[e] + 1];
    int64_t items = counts.items[e] > 1 ? counts.items[e] : 1;
    if (characters > rules->long_items * items)
      kind[e] = -1;
    else if (linked >= rules->mostly_links * characters)
      kind[e] = (int8_t)rules->links;
  }
  for (int64_t n = 0; n < table_count; n++) kind[tables[n]] = (int8_t)rules->table;
  part_links(elements, last, (int8_t)rules->links, kind, counts.items);
  int64_t found = list_outermost(elements, last, kind, element, of, ends);
  leave_scratch(room);
  leave_scratch(kind);
  return found;
}
