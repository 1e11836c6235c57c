/* Lays the ground of `consensus`: blocks, the elements that hold them, and how much text each holds. Twin: lay_ground of
   extractors/consensus/ground.py. Sums are of whole and half numbers, so that they are the same in any order. */

#include "scratch.h"
#include "survey.h"

/* Sums over all runs before each, twice, which make any sum over an interval a difference. */
typedef struct {
  uint32_t *words, *linked, *running;
  int32_t *block;       /* per run, how many blocks began up to it; */
  int32_t *runs_before; /* per gap, how many runs stand before it; */
  int32_t *nearest;     /* per element, the nearest block-level one around it, */
  int32_t *owned;       /* how many blocks' own elements stand before it, */
  int32_t *place;       /* and its place among the holders */
  uint32_t *around;
} Room;

static int make_room(const Ground *g, Room *room) {
  size_t runs = (size_t)g->runs + 1, elements = (size_t)g->elements + 1;
  room->words = take_zeros(4 * runs, sizeof *room->words);
  room->runs_before = take_zeros((size_t)g->tags + 3, sizeof *room->runs_before);
  room->nearest = take_zeros(4 * elements, sizeof *room->nearest);
  if (!room->words || !room->runs_before || !room->nearest) return 0;
  room->linked = room->words + runs;
  room->running = room->linked + runs;
  room->block = (int32_t *)(room->running + runs);
  room->owned = room->nearest + elements;
  room->place = room->owned + elements;
  room->around = (uint32_t *)(room->place + elements);
  return 1;
}

static void leave_room(Room *room) {
  leave_scratch(room->words);
  leave_scratch(room->runs_before);
  leave_scratch(room->nearest);
}

/* What stands around each element, from the outside in: parents come before their children. */
static void look_around(const Ground *g, Room *room) {
  for (int64_t e = 0; e < g->elements; e++) {
    int32_t up = g->parent[e] > 0 ? g->parent[e] : 0;
    room->around[e] = g->bits[g->tag[e]] | (e ? room->around[up] : 0);
    room->nearest[e] = g->is_block[g->tag[e]] ? (int32_t)e : e ? room->nearest[up] : 0;
  }
}

/* What is counted in a block. */
typedef struct {
  double words;
  uint32_t count[COUNT_ROWS];
} Counts;

static void begin_block(Ground *g, Room *room, int64_t block, Counts *counts) {
  int64_t first = g->bound[block];
  *counts = (Counts){0};
  g->around[block] = room->around[home_of(g, first)];
  room->owned[room->nearest[home_of(g, first)] + 1] = 1;
}

/* Adds what was counted in a run, `at` among those counted together, to its block. */
static void add_run(Ground *g, Room *room, const RunTallies *told, int64_t at, int64_t run, int64_t block, Counts *counts) {
  uint32_t around = room->around[home_of(g, run)], twice = (uint32_t)(2 * told->words[at]), *count = counts->count;
  int32_t gap = gap_of(g, run);
  room->words[run + 1] = room->words[run] + twice;
  room->linked[run + 1] = room->linked[run] + (around & 1 ? twice : 0);
  room->block[run + 1] = (int32_t)block + 1;
  counts->words += told->words[at];
  count[LINKED_WORDS] += around & 1 ? twice : 0;
  count[STRONG_WORDS] += around & 2 ? twice : 0;
  count[CODE_WORDS] += around & 4 ? twice : 0;
  g->links += around & 1;
  count[COUNTED] += (uint32_t)told->counted[at];
  count[CHARACTERS_SEEN] += (uint32_t)(g->characters_before[gap + 1] - g->characters_before[gap]);
  count[CAPITALS] += (uint32_t)told->upper[at];
  count[FIGURES_SEEN] += (uint32_t)told->digits[at];
  count[SENTENCES] += (uint32_t)told->sentences[at];
  count[PAUSES] += (uint32_t)told->pauses[at];
  g->closes[block] = (uint8_t)told->closes[at]; /* of the last one */
}

static void end_block(Ground *g, Room *room, int64_t block, const Counts *counts) {
  g->words[block] = counts->words;
  for (int row = 0; row < COUNT_ROWS; row++)
    if (g->few) g->few[row * g->blocks + block] = (uint16_t)counts->count[row];
    else g->counts[row * g->blocks + block] = counts->count[row];
  int is_long = g->words[block] >= (double)g->long_words && link_of(g, block) < g->few_links;
  g->is_long[block] = (uint8_t)is_long;
  for (int64_t run = g->bound[block]; run < g->bound[block + 1]; run++)
    room->running[run + 1] = room->running[run] + (is_long ? room->words[run + 1] - room->words[run] : 0);
}

/* Words as numbers that sort: equal ones meet, block by block. */
static uint64_t *number_words(uint64_t *word, uint64_t count, int64_t block) {
  uint64_t number = (uint64_t)block < BLOCK_MASK ? (uint64_t)block : BLOCK_MASK;
  for (; count > 0; count--, word++) *word = (*word & ~BLOCK_MASK) | number;
  return word;
}

/* Counts in all runs, some of them at a time; tells the hash of each block's text. */
static int add_runs(Survey *survey, Ground *g, Room *room, uint64_t *hash) {
  double *words = malloc((size_t)TALLIED * (sizeof *words + 7 * sizeof(uint64_t)));
  uint64_t *row = (uint64_t *)(words + TALLIED), *word = g->vocabulary;
  if (!words) return 0;
  int64_t block = -1;
  Counts counts = {0};
  for (int64_t from = 0; from < g->runs; from += TALLIED) {
    int64_t some = g->runs - from < TALLIED ? g->runs - from : TALLIED;
    RunTallies told = {words,          row,            row + some,     row + 2 * some,
                       row + 3 * some, row + 4 * some, row + 5 * some, row + 6 * some};
    tally_some(survey, g, from, some, &told, word);
    for (int64_t at = 0; at < some; at++) {
      if (block < 0 || from + at == g->bound[block + 1]) {
        if (block >= 0) end_block(g, room, block, &counts);
        begin_block(g, room, ++block, &counts);
        hash[block] = 0;
      }
      add_run(g, room, &told, at, from + at, block, &counts);
      hash[block] += told.hash[at];
      word = number_words(word, told.counted[at], block);
    }
  }
  if (block >= 0) end_block(g, room, block, &counts);
  survey->words = word - g->vocabulary;
  free(words);
  return 1;
}

static void find_holders(Ground *g, Room *room) {
  for (int64_t e = 0; e < g->elements; e++) room->owned[e + 1] += room->owned[e];
  g->holder_count = 0;
  for (int64_t e = 0; e < g->elements; e++) {
    if (room->owned[g->last[e]] > room->owned[e]) g->holders[g->holder_count++] = (int32_t)e;
    room->place[e] = (int32_t)g->holder_count - 1;
  }
  for (int64_t h = 0; h < g->holder_count; h++) {
    int32_t up = g->parent[g->holders[h]];
    g->up[h] = room->place[up > 0 ? up : 0];
  }
  for (int64_t block = 0; block < g->blocks; block++)
    g->place[block] = room->place[room->nearest[home_of(g, g->bound[block])]];
}

static void count_runs(const Ground *g, Room *room) {
  for (int64_t run = 0; run < g->runs; run++) room->runs_before[gap_of(g, run) + 1]++;
  for (int64_t gap = 0; gap < g->tags + 2; gap++) room->runs_before[gap + 1] += room->runs_before[gap];
}

/* Tells what holders hold, and which elements are the last ones to hold some shares of the running text. */
static void hold(Survey *survey, Ground *g, const Room *room) {
  int64_t holder = 0;
  survey->study.container[0] = survey->study.container[1] = 0;
  for (int64_t e = 0; e < g->elements; e++) {
    int32_t low = room->runs_before[g->first[e] + 1], high = room->runs_before[g->close[e] + 1];
    uint32_t running = room->running[high] - room->running[low];
    for (int n = 0; n < 2; n++)
      if (half(running) >= CONTAINER_SHARES[n] * g->total_long) survey->study.container[n] = e;
    if (holder == g->holder_count || g->holders[holder] != e) continue;
    g->held[WORDS * g->elements + holder] = room->words[high] - room->words[low];
    g->held[LINKED * g->elements + holder] = room->linked[high] - room->linked[low];
    g->held[RUNNING * g->elements + holder] = running;
    g->held[BLOCKS * g->elements + holder] = (uint32_t)(room->block[high] - room->block[low]);
    holder++;
  }
}

/* Also tells the hash of each block's text. Gives 0 where memory is short. */
int lay_ground(Survey *survey, Ground *g, uint64_t *hash) {
  Room room = {0};
  int done = make_room(g, &room);
  if (done) {
    look_around(g, &room);
    done = add_runs(survey, g, &room, hash);
  }
  if (done) {
    g->total = most(half(room.words[g->runs]), 1.0);
    g->total_long = most(half(room.running[g->runs]), 1e-9);
    find_holders(g, &room);
    count_runs(g, &room);
    hold(survey, g, &room);
  }
  leave_room(&room);
  return done;
}
