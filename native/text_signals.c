/* What a block is, where it stands, and what stands before and behind it. Twins: the functions of the same names in
   extractors/consensus/text_signals.py. */

#include "groups.h"
#include "signals.h"

int text_signals(const Ground *g, float *logs, float *out) {
  int64_t size = g->blocks;
  uint64_t *hash = calloc((size_t)size + 1, sizeof *hash);
  Groups same;
  if (!hash) return 0;
  for (int64_t b = 0; b < size; b++)
    for (int64_t run = g->bound[b]; run < g->bound[b + 1]; run++) hash[b] += g->run_hash[run];
  int done = make_groups(hash, size, &same);
  for (int64_t b = 0; b < size && done; b++) {
    double words = g->words[b], characters = g->characters[b];
    int64_t first = g->bound[b];
    float *row = out + b;
    row[0] = logarithm(logs, words);
    row[size] = logarithm(logs, characters);
    row[2 * size] = (float)g->link[b];
    row[3 * size] = (float)share(g->strong[b], words);
    row[4 * size] = (float)share(g->code[b], words);
    row[5 * size] = (float)share(g->upper[b], characters);
    row[6 * size] = (float)share(g->digits[b], characters);
    row[7 * size] = (float)least(g->sentences[b] / (words + 1), 1);
    row[8 * size] = (float)least(g->pauses[b] / (words + 1), 1);
    row[9 * size] = (float)g->closes[b];
    row[10 * size] = (float)(least(share(characters, words), 20) / 10);
    row[11 * size] = logarithm(logs, (double)(g->bound[b + 1] - first));
    row[12 * size] = logarithm(logs, b ? (double)(gap_of(g, first) - gap_of(g, g->bound[b - 1])) : 0);
    row[13 * size] = (float)log((double)same.size[same.group[b]]);
  }
  if (done) drop_groups(&same);
  free(hash);
  return done;
}

void element_signals(const Ground *g, float *out) {
  int64_t size = g->blocks;
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    for (int64_t name = 0; name < 4; name++, row += size) *row = g->is_columns[name * g->numbers + g->own_tag[b]];
    for (int64_t bit = 0; bit < g->inside; bit++, row += size) *row = (float)(g->around[b] >> bit & 1);
    for (int64_t mark = 0; mark < 3; mark++, row += size)
      *row = (float)((g->marks[g->run[g->bound[b]]] & g->mark_bits[mark]) > 0);
    *row = (float)(g->depth[at_step(g, 0, b)] / 20.0);
  }
}

void position_signals(const Ground *g, float *logs, float *out) {
  int64_t size = g->blocks;
  double before = 0, running = 0;
  for (int64_t b = 0; b < size; b++) {
    float *row = out + b;
    row[0] = (float)(before / g->total);
    row[size] = (float)((double)b / (double)size);
    row[2 * size] = logarithm(logs, before);
    row[3 * size] = logarithm(logs, g->total - before);
    row[4 * size] = (float)(running / most(g->total_long, 1));
    before += g->words[b];
    running += g->is_long[b] ? g->words[b] : 0;
  }
}

static double between(const double *before, int64_t size, int64_t low, int64_t high) {
  return before[high < size ? high : size] - before[low > 0 ? low : 0];
}

int window_signals(const Ground *g, float *logs, float *out) {
  static const int64_t reaches[] = {2, 5, 10, 25}; /* _REACHES */
  int64_t size = g->blocks;
  double *words = calloc(4 * ((size_t)size + 1), sizeof *words);
  double *plain = words + size + 1, *linked = plain + size + 1, *running = linked + size + 1;
  if (!words) return 0;
  for (int64_t b = 0; b < size; b++) {
    words[b + 1] = words[b] + g->words[b];
    plain[b + 1] = plain[b] + (g->words[b] - g->linked[b]);
    linked[b + 1] = linked[b] + g->linked[b];
    running[b + 1] = running[b] + g->is_long[b];
  }
  for (int64_t n = 0; n < 4; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t low = b - reaches[n], high = b + reaches[n] + 1;
      double width = (double)((high < size ? high : size) - (low > 0 ? low : 0)), all = between(words, size, low, high);
      float *row = out + 4 * n * size + b;
      row[0] = logarithm(logs, all / width);
      row[size] = logarithm(logs, between(plain, size, low, high) / width);
      row[2 * size] = (float)share(between(linked, size, low, high), all);
      row[3 * size] = (float)(between(running, size, low, high) / width);
    }
  free(words);
  return 1;
}

void neighbour_signals(const Ground *g, float *logs, float *out) {
  static const int64_t offsets[] = {-2, -1, 1, 2}; /* _NEIGHBOURS */
  int64_t size = g->blocks;
  for (int64_t n = 0; n < 4; n++)
    for (int64_t b = 0; b < size; b++) {
      int64_t other = b + offsets[n];
      out[n * size + b] = other >= 0 && other < size ? logarithm(logs, g->words[other]) : 0;
    }
  for (int64_t b = 0; b < size; b++) {
    out[4 * size + b] = b ? (float)g->link[b - 1] : 0;
    out[5 * size + b] = b ? (float)g->level[b - 1] : 0;
  }
}

/* The sums are of whole and half numbers, so that they are the same in any order. */
void page_signals(const Ground *g, float *logs, float *out) {
  int64_t size = g->blocks, times = 0, code = 0, headings = 0, running = 0;
  double linked = 0, in_running = 0, in_p = 0, in_items = 0, links = 0, largest = 0, closes = 0;
  for (int64_t b = 0; b < size; b++) {
    double words = g->words[b];
    linked += g->linked[b];
    in_running += g->is_long[b] ? words : 0;
    in_p += g->own_tag[b] == g->p_tag ? words : 0;
    in_items += g->own_tag[b] == g->item_tag ? words : 0;
    headings += g->level[b] != 0;
    links += g->links[b];
    largest = most(largest, words);
    closes += g->is_long[b] ? g->closes[b] : 0;
    running += g->is_long[b];
  }
  for (int64_t e = 0; e < g->elements; e++) {
    times += g->tag[e] == g->time_tag;
    code |= g->is_code[g->tag[e]];
  }
  const float figures[] = {
      logarithm(logs, g->total), logarithm(logs, (double)size), (float)(linked / g->total),
      (float)(in_running / g->total), (float)(in_p / g->total), (float)(in_items / g->total),
      logarithm(logs, (double)headings), logarithm(logs, links), (float)(largest / g->total),
      (float)(closes / most((double)running, 1)), logarithm(logs, (double)running), logarithm(logs, (double)times),
      (float)code,
  };
  for (size_t n = 0; n < sizeof figures / sizeof *figures; n++) fill(out + (int64_t)n * size, size, figures[n]);
}
