/* Chooses the tables that are shaped like data. Twin: _shaped_like_data of document/structures.py. */

#include "scratch.h"
#include "tables.h"

/* What is counted per table: all that stands in it and in no table inside it. */
typedef struct {
  int32_t widest, rows, naming, flowing, headings, code, fullest, longest;
} Parts;

/* Per element: the number of the nearest table around it or of itself, 0 for none; the nearest cell; of rows their cells, of
   cells their flowing elements. */
typedef struct {
  int32_t *owner, *cell, *inside;
  Parts *parts;
} Counted;

static void raise_to(int32_t *highest, int32_t value) {
  if (value > *highest) *highest = value;
}

static void count_parts(const Tables *t, Counted *c) {
  int32_t tables = 0;
  for (int64_t e = 0; e < t->elements; e++) {
    int16_t tag = t->tag[e];
    int32_t up = t->parent[e];
    c->owner[e] = tag == t->table ? ++tables : up >= 0 ? c->owner[up] : 0;
    c->cell[e] = t->is_cell[tag] ? (int32_t)e : up >= 0 ? c->cell[up] : 0;
    if (!t->needed[e]) continue;
    Parts *parts = c->parts + c->owner[e];
    parts->rows += tag == t->row;
    parts->naming += t->is_naming[tag];
    parts->flowing += t->is_flowing[tag];
    parts->headings += t->is_heading[tag];
    parts->code += t->is_code[tag];
    if (t->is_cell[tag]) {
      if (up >= 0 && t->tag[up] == t->row) c->inside[up]++;
      raise_to(&parts->longest, t->before[t->close[e] + 1] - t->before[t->first[e] + 1]);
    }
    if (t->is_flowing[tag] && t->is_cell[t->tag[c->cell[e]]]) c->inside[c->cell[e]]++;
  }
  for (int64_t e = 0; e < t->elements; e++) {
    Parts *parts = c->parts + c->owner[e];
    if (t->tag[e] == t->row && t->needed[e]) raise_to(&parts->widest, c->inside[e]);
    if (t->is_cell[t->tag[e]]) raise_to(&parts->fullest, c->inside[e]);
  }
}

static int is_data(const Tables *t, const Parts *p) {
  if (!(p->widest > 1 || (p->naming > 0 && p->rows > 1))) return 0;
  if (!(p->rows > 1 || p->naming > 0 || p->flowing <= 1)) return 0;
  if (!(p->headings == 0 || p->naming > 1)) return 0;
  if (p->fullest > t->most_blocks || (p->naming == 0 && p->longest > t->longest_cell)) return 0;
  return p->code == 0 || (p->rows > 1 && 2 * (int64_t)p->code <= (int64_t)p->rows * (p->widest > 1 ? p->widest : 1));
}

/* Lists those of the needed tables that are shaped like data and hold no other such table. Gives how many there are, -2
   where memory is short. */
KERNEL int64_t shape_tables(const Tables *t, int64_t *found) {
  size_t count = (size_t)t->elements + 1, tables = 1;
  for (int64_t e = 0; e < t->elements; e++) tables += t->tag[e] == t->table;
  int32_t *room = take_zeros(3 * count, sizeof *room);
  Parts *parts = take_zeros(tables, sizeof *parts);
  int64_t shaped = 0, alone = room && parts ? 0 : -2;
  if (!alone) {
    Counted c = {room, room + count, room + 2 * count, parts};
    count_parts(t, &c);
    for (int64_t e = 0; e < t->elements; e++)
      if (t->tag[e] == t->table && t->needed[e] && is_data(t, parts + c.owner[e])) found[shaped++] = e;
  }
  for (int64_t n = 0; n < shaped; n++)
    if (n + 1 == shaped || found[n + 1] >= t->last[found[n]]) found[alone++] = found[n];
  leave_scratch(room);
  leave_scratch(parts);
  return alone;
}
