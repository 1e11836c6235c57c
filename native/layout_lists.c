/* Marks the lists that only lay a page out: their items are articles, or have headings. Twin: _layout_lists of
   document/structures.py. */

#include "page.h"

/* Filled by document/structures.py, in this order. */
struct LayoutRules {
  const uint8_t *is_list, *is_title; /* per tag number */
  double nearly_all;                 /* share of a list's text that one item holds, */
  int64_t long_items, long_alone;    /* characters of items, and of an item that stands alone, that are articles */
  int32_t item, ordered;             /* tag numbers */
};

/* What the items of a list hold. */
typedef struct {
  int32_t longest, every, count;
} Held;

/* Nothing is known of what is no list: a page has few. */
static void clear(const Page *page, const LayoutRules *rules, Held *held) {
  for (int64_t e = 0; e < page->elements; e++)
    if (rules->is_list[shorts(page, TAG)[e]]) held[e] = (Held){0, 0, 0};
}

static int32_t held_by(const Page *page, int64_t e) {
  const int32_t *before = ints(page, SEEN_BEFORE);
  return before[ints(page, CLOSE)[e] + 1] - before[ints(page, FIRST)[e] + 1];
}

/* Marks the lists of articles; `inside` is what each item holds that counts for its own lists, if anything does. */
static void mark_articles(const Page *page, const LayoutRules *rules, const int32_t *inside, Held *held, uint8_t bit,
                          uint8_t *found) {
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT);
  clear(page, rules, held);
  for (int64_t e = 1; e < page->elements; e++) {
    if (tag[e] != rules->item || !rules->is_list[tag[parent[e]]]) continue;
    Held *list = held + parent[e];
    int32_t amount = held_by(page, e) - (inside ? inside[e] : 0);
    if (amount > list->longest) list->longest = amount;
    list->every += amount;
    list->count += amount > 0;
  }
  for (int64_t e = 0; e < page->elements; e++) {
    if (!rules->is_list[tag[e]]) continue;
    int all_long = held[e].every > rules->long_items * held[e].count && tag[e] != rules->ordered;
    int one_long = held[e].longest > (held[e].count <= 1 ? rules->long_alone : rules->long_items);
    if (all_long || (one_long && (double)held[e].longest >= rules->nearly_all * (double)held[e].every)) found[e] |= bit;
  }
}

/* Adds up for each item what the lists hold that are none of articles and that it is the nearest around. */
static void add_points(const Page *page, const LayoutRules *rules, const uint8_t *found, int32_t *inside) {
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT);
  for (int64_t e = 0; e < page->elements; e++)
    if (tag[e] == rules->item) inside[e] = 0;
  for (int64_t e = 0; e < page->elements; e++) {
    if (!rules->is_list[tag[e]] || found[e]) continue;
    int32_t item = parent[e];
    while (item > 0 && tag[item] != rules->item) item = parent[item];
    if (item > 0) inside[item] += held_by(page, e);
  }
}

/* Marks the lists of which half of the items or more have a heading; `headed` has room for one number more than elements. */
static void mark_cards(const Page *page, const LayoutRules *rules, Held *held, int32_t *headed, uint8_t bit,
                       uint8_t *found) {
  const int16_t *tag = shorts(page, TAG);
  const int32_t *parent = ints(page, PARENT), *last = ints(page, LAST);
  clear(page, rules, held);
  headed[0] = 0;
  for (int64_t e = 0; e < page->elements; e++) headed[e + 1] = headed[e] + rules->is_title[tag[e]];
  for (int64_t e = 1; e < page->elements; e++) {
    if (tag[e] != rules->item || !rules->is_list[tag[parent[e]]] || held_by(page, e) <= 0) continue;
    held[parent[e]].every++;
    held[parent[e]].count += headed[last[e]] > headed[e];
  }
  for (int64_t e = 0; e < page->elements; e++)
    if (rules->is_list[tag[e]] && tag[e] != rules->ordered && held[e].count && 2 * held[e].count >= held[e].every &&
        held_by(page, e) > rules->long_alone)
      found[e] |= bit;
}

static int has_long_list(const Page *page, const LayoutRules *rules) {
  for (int64_t e = 0; e < page->elements; e++)
    if (rules->is_list[shorts(page, TAG)[e]] && held_by(page, e) > rules->long_alone) return 1;
  return 0;
}

/* Marks in `found`, per element. Gives whether there is any list long enough, -2 where memory is short. */
int64_t mark_layout_lists(const Page *page, const LayoutRules *rules, uint8_t *found) {
  enum { ARTICLES = 1, WITHOUT_POINTS = 2, CARDS = 4 };
  size_t elements = (size_t)page->elements + 1;
  memset(found, 0, (size_t)page->elements);
  if (!has_long_list(page, rules)) return 0;
  Held *held = malloc(elements * (sizeof *held + sizeof(int32_t)));
  if (!held) return -2;
  int32_t *inside = (int32_t *)(held + elements);
  mark_articles(page, rules, NULL, held, ARTICLES, found);
  add_points(page, rules, found, inside);
  mark_articles(page, rules, inside, held, WITHOUT_POINTS, found);
  mark_cards(page, rules, held, inside, CARDS, found);
  for (int64_t e = 0; e < page->elements; e++)
    found[e] = (found[e] & CARDS) || (found[e] & (ARTICLES | WITHOUT_POINTS)) == (ARTICLES | WITHOUT_POINTS);
  free(held);
  return 1;
}
