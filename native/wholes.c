/* Gives one verdict for all blocks of a structure, and lets headings listen to their sections. Twins: joined, announced
   and with_sections of extractors/consensus/wholes.py; sums are formed in their order, so that they are equal to the last
   bit. */

#include <math.h>

#include "wholes.h"

typedef struct {
  double *held, *weight, *sum;            /* per structure: words, and sums over its blocks */
  int64_t *free_before;                   /* per structure: free blocks before its first */
  double *free_weight, *free_sum, *mixed; /* sums over free blocks before each, and the verdict per structure */
} Sums;

static int make_room(const Wholes *w, Sums *sums) {
  size_t structures = (size_t)w->structures, blocks = (size_t)w->blocks + 1;
  sums->held = calloc(4 * structures + 2 * blocks, sizeof *sums->held);
  sums->free_before = malloc((structures + 1) * sizeof *sums->free_before);
  if (!sums->held || !sums->free_before) return 0;
  sums->weight = sums->held + structures;
  sums->sum = sums->weight + structures;
  sums->mixed = sums->sum + structures;
  sums->free_weight = sums->mixed + structures;
  sums->free_sum = sums->free_weight + blocks;
  return 1;
}

/* Adds up over the blocks of each structure, and over those in none; gives how many these are. */
static int64_t add_up(const Wholes *w, Sums *sums) {
  int64_t free_blocks = 0;
  for (int64_t s = 0; s < w->structures; s++) sums->free_before[s] = -1;
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
    if (sums->free_before[s] < 0) sums->free_before[s] = free_blocks;
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

static double mix(const Wholes *w, const Sums *sums, int64_t s, int64_t free_blocks) {
  int64_t at = sums->free_before[s] < 0 ? free_blocks : sums->free_before[s];
  double own = sums->sum[s] / (sums->weight[s] > w->least ? sums->weight[s] : w->least);
  double brief = w->shorter / (sums->held[s] + w->shorter), say = w->says[w->kind[s]] * brief;
  double around = mean_of(sums, at - w->reach, at + w->reach, free_blocks, NAN);
  if (!isnan(around)) own = (1 - say) * own + say * around;
  return own + w->gains[w->kind[s]] * brief * between(w, sums, at, free_blocks);
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
  for (int64_t b = 0; b < w->blocks && done; b++) {
    double own = w->odds[b], together = w->whole[b] < 0 ? own : sums.mixed[w->whole[b]], apart = own - together;
    int other = (apart > w->plain || -apart > w->plain) && own * together < 0; /* plainly something else */
    joined[b] = other ? w->odds[b] : (float)together;
    float least = w->whole[b] < 0 ? -1 : announced(w, w->whole[b]);
    if (least > 0 && joined[b] < least) joined[b] = least;
  }
  free(sums.held);
  free(sums.free_before);
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
