/* Lays the ground of `consensus`: blocks, the elements that hold them, and how much text each holds. Twin: lay_ground of
   extractors/consensus/ground.py. Sums are of whole and half numbers, so that they are the same in any order. */

#include "survey.h"

/* Sums over all runs before each, which make any sum over an interval a difference. */
typedef struct {
  double *words, *linked, *running;
  int64_t *runs_before; /* per gap, how many runs stand before it */
  int32_t *nearest;     /* per element, the nearest block-level one around it */
  int32_t *owned;       /* how many blocks' own elements stand before it */
  int32_t *place;       /* its place among the holders */
  uint32_t *around;
} Room;

static int make_room(const Ground *g, Room *room) {
  size_t runs = (size_t)g->runs + 1, elements = (size_t)g->elements + 1;
  room->words = calloc(3 * runs, sizeof(double));
  room->runs_before = calloc((size_t)g->tags + 3, sizeof(int64_t));
  room->nearest = calloc(3 * elements, sizeof(int32_t));
  room->around = calloc(elements, sizeof(uint32_t));
  if (!room->words || !room->runs_before || !room->nearest || !room->around) return 0;
  room->linked = room->words + runs;
  room->running = room->linked + runs;
  room->owned = room->nearest + elements;
  room->place = room->owned + elements;
  return 1;
}

static void leave_room(Room *room) {
  free(room->words);
  free(room->runs_before);
  free(room->nearest);
  free(room->around);
}

/* What stands around each element, from the outside in: parents come before their children. */
static void look_around(const Ground *g, Room *room) {
  for (int64_t e = 0; e < g->elements; e++) {
    int32_t up = g->parent[e] > 0 ? g->parent[e] : 0;
    room->around[e] = g->bits[g->tag[e]] | (e ? room->around[up] : 0);
    room->nearest[e] = g->is_block[g->tag[e]] ? (int32_t)e : e ? room->nearest[up] : 0;
  }
}

static void add_runs(Ground *g, Room *room, int64_t block) {
  g->words[block] = g->linked[block] = g->strong[block] = g->code[block] = g->links[block] = g->counted[block] = 0;
  g->characters[block] = g->upper[block] = g->digits[block] = g->sentences[block] = g->pauses[block] = 0;
  for (int64_t run = g->bound[block]; run < g->bound[block + 1]; run++) {
    uint32_t around = room->around[home_of(g, run)];
    int32_t gap = gap_of(g, run);
    double words = g->run_words[run], linked = around & 1 ? words : 0;
    room->words[run + 1] = room->words[run] + words;
    room->linked[run + 1] = room->linked[run] + linked;
    g->words[block] += words;
    g->linked[block] += linked;
    g->strong[block] += around & 2 ? words : 0;
    g->code[block] += around & 4 ? words : 0;
    g->links[block] += around & 1;
    g->counted[block] += (double)g->run_counted[run];
    g->characters[block] += g->characters_before[gap + 1] - g->characters_before[gap];
    g->upper[block] += (double)g->run_upper[run];
    g->digits[block] += (double)g->run_digits[run];
    g->sentences[block] += (double)g->run_sentences[run];
    g->pauses[block] += (double)g->run_pauses[run];
  }
}

static void look_at_block(Ground *g, Room *room, int64_t block) {
  int64_t first = g->bound[block], end = g->bound[block + 1];
  add_runs(g, room, block);
  g->around[block] = room->around[home_of(g, first)];
  g->closes[block] = (double)g->run_closes[end - 1];
  g->link[block] = share(g->linked[block], g->words[block]);
  g->is_long[block] = g->words[block] >= (double)g->long_words && g->link[block] < g->few_links;
  for (int64_t run = first; run < end; run++)
    room->running[run + 1] = room->running[run] + (g->is_long[block] ? g->run_words[run] : 0);
  int32_t own = room->nearest[home_of(g, first)];
  g->own_tag[block] = g->tag[own];
  g->level[block] = g->levels[g->tag[own]];
  room->owned[own + 1] = 1;
}

static void find_holders(Ground *g, Room *room) {
  for (int64_t e = 0; e < g->elements; e++) room->owned[e + 1] += room->owned[e];
  g->holder_count = 0;
  for (int64_t e = 0; e < g->elements; e++) {
    if (room->owned[g->last[e]] > room->owned[e]) g->holders[g->holder_count++] = e;
    room->place[e] = (int32_t)g->holder_count - 1;
  }
  for (int64_t h = 0; h < g->holder_count; h++) {
    int32_t up = g->parent[g->holders[h]];
    g->up[h] = room->place[up > 0 ? up : 0];
  }
}

static void step_up(Ground *g, const Room *room) {
  for (int64_t block = 0; block < g->blocks; block++) {
    int64_t holder = room->place[room->nearest[home_of(g, g->bound[block])]];
    for (int64_t steps = 0; steps < STEPS; steps++) {
      g->around_at[steps * g->blocks + block] = holder;
      holder = g->up[holder];
    }
  }
}

static void count_runs(const Ground *g, Room *room) {
  for (int64_t run = 0; run < g->runs; run++) room->runs_before[gap_of(g, run) + 1]++;
  for (int64_t gap = 0; gap < g->tags + 2; gap++) room->runs_before[gap + 1] += room->runs_before[gap];
}

static int64_t blocks_before(const int64_t *block, int64_t run) { return run ? block[run - 1] + 1 : 0; }

static int hold(Ground *g, const Room *room) {
  int64_t *block = malloc(((size_t)g->runs + 1) * sizeof *block), ended = 0, holder = 0;
  int32_t *ends = calloc((size_t)g->elements + 1, sizeof *ends);
  if (!block || !ends) {
    free(block);
    free(ends);
    return 0;
  }
  for (int64_t b = 0; b < g->blocks; b++)
    for (int64_t run = g->bound[b]; run < g->bound[b + 1]; run++) block[run] = b;
  for (int64_t e = 0; e < g->elements; e++) ends[g->last[e]]++;
  for (int64_t e = 0; e < g->elements; e++) {
    int64_t low = room->runs_before[g->first[e] + 1], high = room->runs_before[g->close[e] + 1];
    ended += ends[e];
    g->element_long[e] = room->running[high] - room->running[low];
    if (holder == g->holder_count || g->holders[holder] != e) continue;
    g->depth[holder] = (int32_t)(e - ended);
    g->held[holder] = room->words[high] - room->words[low];
    g->held[g->elements + holder] = room->linked[high] - room->linked[low];
    g->held[2 * g->elements + holder] = g->element_long[e];
    g->held[3 * g->elements + holder] = (double)(blocks_before(block, high) - blocks_before(block, low));
    holder++;
  }
  free(block);
  free(ends);
  return 1;
}

/* Words as numbers that sort: equal ones meet, block by block. */
static void number_words(Ground *g) {
  uint64_t *word = g->vocabulary;
  for (int64_t block = 0; block < g->blocks; block++)
    for (int64_t run = g->bound[block]; run < g->bound[block + 1]; run++)
      for (uint64_t count = g->run_counted[run]; count > 0; count--, word++)
        *word = (*word & ~BLOCK_MASK) | ((uint64_t)block < BLOCK_MASK ? (uint64_t)block : BLOCK_MASK);
}

/* Gives 0 where memory is short. */
int lay_ground(Ground *g) {
  Room room = {0};
  int done = make_room(g, &room);
  if (done) {
    look_around(g, &room);
    for (int64_t block = 0; block < g->blocks; block++) look_at_block(g, &room, block);
    find_holders(g, &room);
    step_up(g, &room);
    count_runs(g, &room);
    done = hold(g, &room);
    number_words(g);
    g->total = most(room.words[g->runs], 1.0);
    g->total_long = most(room.running[g->runs], 1e-9);
  }
  leave_room(&room);
  return done;
}
