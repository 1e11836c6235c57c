/* Chooses the tables that are shaped like data. Twin: _shaped_like_data of document/structures.py. */

#include "tables.h"

/* What is counted: per table, but for the first three, which are per element. */
typedef struct {
  int32_t *owner, *cell, *inside; /* the nearest table and cell; of rows their cells, of cells their flowing elements */
  int32_t *widest, *rows, *naming, *flowing, *headings, *code, *fullest, *longest;
} Counted;

enum { COLUMNS = 11 };

static void raise_to(int32_t *highest, int32_t value) {
  if (value > *highest) *highest = value;
}

static void count_parts(const Tables *t, Counted *c) {
  for (int64_t e = 0; e < t->elements; e++) {
    int16_t tag = t->tag[e];
    int32_t up = t->parent[e];
    c->owner[e] = tag == t->table ? (int32_t)e : up >= 0 ? c->owner[up] : 0;
    c->cell[e] = t->is_cell[tag] ? (int32_t)e : up >= 0 ? c->cell[up] : 0;
    if (!t->needed[e]) continue;
    int32_t owner = c->owner[e];
    c->rows[owner] += tag == t->row;
    c->naming[owner] += t->is_naming[tag];
    c->flowing[owner] += t->is_flowing[tag];
    c->headings[owner] += t->is_heading[tag];
    c->code[owner] += t->is_code[tag];
    if (t->is_cell[tag]) {
      if (up >= 0 && t->tag[up] == t->row) c->inside[up]++;
      raise_to(c->longest + owner, t->before[t->close[e] + 1] - t->before[t->first[e] + 1]);
    }
    if (t->is_flowing[tag] && t->is_cell[t->tag[c->cell[e]]]) c->inside[c->cell[e]]++;
  }
  for (int64_t e = 0; e < t->elements; e++) {
    if (t->tag[e] == t->row && t->needed[e]) raise_to(c->widest + c->owner[e], c->inside[e]);
    if (t->is_cell[t->tag[e]]) raise_to(c->fullest + c->owner[e], c->inside[e]);
  }
}

static int is_data(const Tables *t, const Counted *c, int64_t e) {
  int64_t many = c->rows[e], naming = c->naming[e], widest = c->widest[e];
  if (!(widest > 1 || (naming > 0 && many > 1))) return 0;
  if (!(many > 1 || naming > 0 || c->flowing[e] <= 1)) return 0;
  if (!(c->headings[e] == 0 || naming > 1)) return 0;
  if (c->fullest[e] > t->most_blocks || (naming == 0 && c->longest[e] > t->longest_cell)) return 0;
  return c->code[e] == 0 || (many > 1 && 2 * c->code[e] <= many * (widest > 1 ? widest : 1));
}

/* Lists those of the needed tables that are shaped like data and hold no other such table. Gives how many there are, -2
   where memory is short. */
KERNEL int64_t shape_tables(const Tables *t, int64_t *found) {
  size_t count = (size_t)t->elements + 1;
  int32_t *room = calloc(COLUMNS * count, sizeof *room), *column[COLUMNS];
  int64_t shaped = 0, alone = 0;
  if (!room) return -2;
  for (int n = 0; n < COLUMNS; n++) column[n] = room + (size_t)n * count;
  Counted c = {column[0], column[1], column[2], column[3], column[4], column[5],
               column[6], column[7], column[8], column[9], column[10]};
  count_parts(t, &c);
  for (int64_t e = 0; e < t->elements; e++)
    if (t->tag[e] == t->table && t->needed[e] && is_data(t, &c, e)) found[shaped++] = e;
  for (int64_t n = 0; n < shaped; n++)
    if (n + 1 == shaped || found[n + 1] >= t->last[found[n]]) found[alone++] = found[n];
  free(room);
  return alone;
}
