/* Lays out the units of a structure that may be posts: from where to where each reaches, and what it holds. Twin: lay_out of
   posts/repetition.py. */

#include "posts.h"

static int compare(const void *one, const void *other) {
  int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
  return (a > b) - (a < b);
}

/* The usual length of units that others follow: their median. */
static int32_t usual_length(const Units *u, const int32_t *reach, const uint8_t *follows, int32_t *lengths) {
  size_t count = 0;
  for (int64_t i = 0; i < u->count; i++)
    if (follows[i]) lengths[count++] = reach[i] - u->first[i];
  qsort(lengths, count, sizeof *lengths, compare);
  return (int32_t)(((int64_t)lengths[(count - 1) / 2] + lengths[count / 2]) / 2);
}

/* Tells for each unit the gap before the next one of the same parent; the last one reaches as far as most do. Gives 0 where
   no unit follows another. */
static int find_reach(const Posts *p, const Units *u, int32_t *parent, int32_t *reach, uint8_t *follows, int32_t *room) {
  int64_t leading = -1;
  for (int64_t i = 0; i < u->count; i++) parent[i] = block_around(p, u->element[i], u->most_open);
  for (int64_t i = 0; i < u->count; i++) {
    follows[i] = i + 1 < u->count && parent[i + 1] == parent[i] && u->first[i + 1] > u->last[i];
    reach[i] = follows[i] ? u->first[i + 1] - 1 : u->last[i];
    if (follows[i] && leading < 0) leading = i;
  }
  if (leading < 0) return 0;
  int32_t usual = usual_length(u, reach, follows, room);
  for (int64_t i = 0; i < u->count; i++) {
    if (follows[i] || parent[i] != parent[leading]) continue;
    int32_t close = p->close[parent[i]], far = u->first[i] + usual < close ? u->first[i] + usual : close;
    if (far > reach[i]) reach[i] = far;
  }
  return 1;
}

/* Lets heads reach over what follows them, where that has more text than they have. Gives 0 where memory is short. */
static int add_bodies(const Posts *p, const Units *u) {
  size_t count = (size_t)u->count;
  int32_t *room = malloc(3 * count * sizeof *room);
  uint8_t *follows = malloc(count);
  int done = room && follows;
  if (done && find_reach(p, u, room, room + count, follows, room + 2 * count)) {
    const int32_t *plain = p->sums + PLAIN * (p->gaps + 1), *reach = room + count;
    int64_t following = 0, own = 0;
    for (int64_t i = 0; i < u->count; i++) {
      following += plain[reach[i] + 1] - plain[u->last[i] + 1];
      own += plain[u->last[i] + 1] - plain[u->first[i]];
    }
    if (following > own) memcpy(u->last, reach, count * sizeof *reach);
  }
  free(room);
  free(follows);
  return done;
}

/* Gives 0, -2 where memory is short. There is at least one unit. */
int64_t lay_units(const Posts *p, const Units *u) {
  const int32_t *dates = p->sums + DATES * (p->gaps + 1);
  int heads = u->may_be_heads;
  for (int64_t i = 0; i < u->count; i++) {
    u->first[i] = p->first[u->element[i]] + 1;
    u->last[i] = p->close[u->element[i]];
    if (u->count < 3 && dates[u->last[i] + 1] <= dates[u->first[i]]) heads = 0;
  }
  if (heads && !add_bodies(p, u)) return -2;
  for (int64_t row = 0; row < ROWS; row++) {
    const int32_t *sums = p->sums + row * (p->gaps + 1);
    for (int64_t i = 0; i < u->count; i++) u->amounts[row * u->count + i] = sums[u->last[i] + 1] - sums[u->first[i]];
  }
  return 0;
}
