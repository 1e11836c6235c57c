/* Gives one verdict for all blocks of a structure, and lets headings listen to their sections. Twins: joined, announced
   and with_sections of extractors/consensus/wholes.py; sums are formed in their order, so that they are equal to the last
   bit. */

#include <math.h>

#include "wholes.h"

enum { OWN, HIGHEST, LOWEST, WORDS, WORDS_PER_BLOCK, BEFORE, BEHIND, LEAD, KIND_OF, FIGURES }; /* as FIGURES there */

typedef struct {
  double *held, *weight, *sum;            /* per structure: words, and sums over its blocks */
  int64_t *free_before, *blocks;          /* per structure: free blocks before its first, and how many it has */
  double *free_weight, *free_sum, *mixed; /* sums over free blocks before each, and the verdict per structure */
  float *figures, *told;                  /* per figure and structure, and what the trees for lists say */
  uint8_t *passed_over;                   /* per structure, whether its first block is doubted */
} Sums;

static void free_room(Sums *sums) {
  free(sums->held);
  free(sums->free_before);
  free(sums->figures);
  free(sums->passed_over);
}

static int make_room(const Wholes *w, Sums *sums) {
  size_t structures = (size_t)w->structures, blocks = (size_t)w->blocks + 1;
  sums->held = calloc(4 * structures + 2 * blocks, sizeof *sums->held);
  sums->free_before = calloc(2 * structures + 1, sizeof *sums->free_before);
  sums->figures = malloc(((FIGURES + 1) * structures + 1) * sizeof *sums->figures);
  sums->passed_over = calloc(structures + 1, 1);
  if (!sums->held || !sums->free_before || !sums->figures || !sums->passed_over) return 0;
  sums->weight = sums->held + structures;
  sums->sum = sums->weight + structures;
  sums->mixed = sums->sum + structures;
  sums->free_weight = sums->mixed + structures;
  sums->free_sum = sums->free_weight + blocks;
  sums->blocks = sums->free_before + structures;
  sums->told = sums->figures + FIGURES * structures;
  return 1;
}

/* Adds up over the blocks of each structure, and over those in none; gives how many these are. */
static int64_t add_up(const Wholes *w, Sums *sums) {
  int64_t free_blocks = 0;
  float *highest = sums->figures + HIGHEST * w->structures, *lowest = sums->figures + LOWEST * w->structures;
  for (int64_t s = 0; s < w->structures; s++) {
    sums->free_before[s] = -1;
    highest[s] = -INFINITY;
    lowest[s] = INFINITY;
  }
  for (int64_t b = 0; b < w->blocks; b++) {
    int64_t s = w->whole[b];
    double weight = w->words[b] + w->least, said = weight * (double)w->odds[b];
    if (s < 0) {
      sums->free_weight[free_blocks + 1] = sums->free_weight[free_blocks] + weight;
      sums->free_sum[free_blocks + 1] = sums->free_sum[free_blocks] + said;
      free_blocks++;
      continue;
    }
    sums->held[s] += w->words[b];
    sums->weight[s] += weight;
    sums->sum[s] += said;
    sums->blocks[s]++;
    if (w->odds[b] > highest[s]) highest[s] = w->odds[b];
    if (w->odds[b] < lowest[s]) lowest[s] = w->odds[b];
    if (sums->free_before[s] >= 0) continue;
    sums->free_before[s] = free_blocks;
    sums->passed_over[s] = w->doubted && w->doubted[b] < 0;
  }
  return free_blocks;
}

/* The mean of the free blocks between two places; `none` where there are none. */
static double mean_of(const Sums *sums, int64_t low, int64_t high, int64_t free_blocks, double none) {
  low = low > 0 ? low : 0;
  high = high < free_blocks ? high : free_blocks;
  double weight = sums->free_weight[high] - sums->free_weight[low], sum = sums->free_sum[high] - sums->free_sum[low];
  return weight > 0 ? sum / weight : none;
}

/* What text on both sides is sure of, from 0 up to a limit. */
static double between(const Wholes *w, const Sums *sums, int64_t at, int64_t free_blocks) {
  double left = mean_of(sums, at - w->near, at, free_blocks, 0);
  double right = mean_of(sums, at, at + w->near, free_blocks, 0);
  double less = left < right ? left : right;
  return less < 0 ? 0 : less > w->sure ? w->sure : less;
}

static int64_t place_of(const Sums *sums, int64_t s, int64_t free_blocks) {
  return sums->free_before[s] < 0 ? free_blocks : sums->free_before[s];
}

static double own_of(const Wholes *w, const Sums *sums, int64_t s) {
  return sums->sum[s] / (sums->weight[s] > w->least ? sums->weight[s] : w->least);
}

static double mix(const Wholes *w, const Sums *sums, int64_t s, int64_t free_blocks) {
  int64_t at = place_of(sums, s, free_blocks);
  double own = own_of(w, sums, s), brief = w->shorter / (sums->held[s] + w->shorter), say = w->says[w->kind[s]] * brief;
  double around = mean_of(sums, at - w->reach, at + w->reach, free_blocks, NAN);
  if (!isnan(around)) own = (1 - say) * own + say * around;
  return own + w->gains[w->kind[s]] * brief * between(w, sums, at, free_blocks);
}

/* What the trees for lists are told of a structure, but for what is known by now. */
static void fill_figures(const Wholes *w, Sums *sums, int64_t s, int64_t free_blocks) {
  int64_t at = place_of(sums, s, free_blocks), lead = w->lead ? w->lead[s] : -1, count = w->structures;
  float *figure = sums->figures + s;
  figure[OWN * count] = (float)own_of(w, sums, s);
  figure[WORDS * count] = (float)sums->held[s];
  figure[WORDS_PER_BLOCK * count] = (float)(sums->weight[s] / (double)(sums->blocks[s] > 1 ? sums->blocks[s] : 1));
  figure[BEFORE * count] = (float)mean_of(sums, at - w->near, at, free_blocks, w->absent);
  figure[BEHIND * count] = (float)mean_of(sums, at, at + w->near, free_blocks, w->absent);
  figure[LEAD * count] = lead < 0 ? (float)w->absent : w->odds[lead];
  figure[KIND_OF * count] = (float)w->kind[s];
}

/* Asks the trees for lists, and mixes what they say with what is known. */
static void ask_of_lists(const Wholes *w, Sums *sums, int64_t free_blocks) {
  const float *columns[FIGURES];
  int any = 0;
  for (int64_t s = 0; s < w->structures; s++) any |= w->heard[w->kind[s]];
  if (!any || !w->trees) return;
  for (int64_t s = 0; s < w->structures; s++) {
    fill_figures(w, sums, s, free_blocks);
    sums->told[s] = w->start;
  }
  for (int64_t i = 0; i < FIGURES; i++) columns[i] = sums->figures + i * w->structures;
  add_odds(columns, w->structures, w->column, w->limit, w->leaves, w->trees, w->group, w->width, sums->told);
  for (int64_t s = 0; s < w->structures; s++) {
    if (!w->heard[w->kind[s]] || sums->passed_over[s]) continue;
    double say = w->lists_say * (w->shorter / (sums->held[s] + w->shorter));
    sums->mixed[s] += say * ((double)sums->told[s] + w->lists_gain - sums->mixed[s]);
  }
}

/* What a structure has at least by the block that announces it; less than nothing where none does. */
static float announced(const Wholes *w, int64_t s) {
  int64_t lead = w->lead ? w->lead[s] : -1;
  if (lead < 0 || w->words[lead] < w->lead_words[w->kind[s]]) return -1;
  float said = (float)w->lead_says * w->odds[lead];
  return said < (float)w->lead_sure ? said : (float)w->lead_sure;
}

/* Writes the log odds of all blocks. Gives -2 where memory is short. */
KERNEL int32_t join_wholes(const Wholes *w, float *joined) {
  Sums sums = {0};
  int done = make_room(w, &sums);
  int64_t free_blocks = done ? add_up(w, &sums) : 0;
  for (int64_t s = 0; s < w->structures && done; s++) sums.mixed[s] = mix(w, &sums, s, free_blocks);
  if (done) ask_of_lists(w, &sums, free_blocks);
  for (int64_t b = 0; b < w->blocks && done; b++) {
    double own = w->odds[b], together = w->whole[b] < 0 ? own : sums.mixed[w->whole[b]], apart = own - together;
    int other = (apart > w->plain || -apart > w->plain) && own * together < 0; /* plainly something else */
    joined[b] = other ? w->odds[b] : (float)together;
    float least = w->whole[b] < 0 ? -1 : announced(w, w->whole[b]);
    if (least > 0 && joined[b] < least) joined[b] = least;
  }
  free_room(&sums);
  return done ? 0 : -2;
}

/* Writes the log odds of all blocks, those of short headings mixed with those of the two blocks below at most. */
KERNEL void join_sections(const Sections *s, float *joined) {
  double section = 0;
  int below = 0;
  for (int64_t b = s->blocks - 1; b >= 0; b--) {
    joined[b] = s->odds[b];
    if (s->heading[b]) {
      if (below && s->whole[b] < 0 && s->words[b] <= s->longest)
        joined[b] = (float)((1 - s->say) * (double)s->odds[b] + s->say * section);
      continue;
    }
    int two = b + 1 < s->blocks && !s->heading[b + 1];
    double own = s->words[b] + s->least, next = two ? s->words[b + 1] + s->least : 0;
    double other = two ? (double)s->odds[b + 1] : 0;
    section = (own * (double)s->odds[b] + next * other) / (own + next);
    below = 1;
  }
}
