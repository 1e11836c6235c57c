/* What a block is, where it stands, what stands before and behind it, and what its words are. Twins: the functions of the
   same names in extractors/consensus/text_signals.py. */

#include "signals.h"

void text_signals(const Ground *g, const Stretch *s, float *out) {
  const float *copies = column_of(s->survey, COPIES);
  int64_t size = s->count;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    double words = g->words[b], characters = count_of(g, CHARACTERS_SEEN, b);
    int64_t first = g->bound[b];
    float *row = out + i;
    row[0] = logarithm(s->logs, words);
    row[size] = logarithm(s->logs, characters);
    row[2 * size] = (float)link_of(g, b);
    row[3 * size] = (float)share(half(count_of(g, STRONG_WORDS, b)), words);
    row[4 * size] = (float)share(half(count_of(g, CODE_WORDS, b)), words);
    row[5 * size] = (float)share(count_of(g, CAPITALS, b), characters);
    row[6 * size] = (float)share(count_of(g, FIGURES_SEEN, b), characters);
    row[7 * size] = (float)least(count_of(g, SENTENCES, b) / (words + 1), 1);
    row[8 * size] = (float)least(count_of(g, PAUSES, b) / (words + 1), 1);
    row[9 * size] = (float)g->closes[b];
    row[10 * size] = (float)(least(share(characters, words), 20) / 10);
    row[11 * size] = logarithm(s->logs, (double)(g->bound[b + 1] - first));
    row[12 * size] = logarithm(s->logs, b ? (double)(gap_of(g, first) - gap_of(g, g->bound[b - 1])) : 0);
    row[13 * size] = copies[b];
  }
}

void element_signals(const Ground *g, const Stretch *s, float *out) {
  int64_t size = s->count;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    float *row = out + i;
    int16_t tag = tag_of(g, b);
    for (int64_t name = 0; name < 4; name++, row += size) *row = g->is_columns[name * g->numbers + tag];
    for (int64_t bit = 0; bit < g->inside; bit++, row += size) *row = (float)(g->around[b] >> bit & 1);
    for (int64_t mark = 0; mark < 3; mark++, row += size)
      *row = (float)((g->marks[g->run[g->bound[b]]] & g->mark_bits[mark]) > 0);
    *row = (float)(s->frame[i].depth / 20.0);
  }
}

void position_signals(const Ground *g, const Stretch *s, float *out) {
  int64_t size = s->count;
  double before = s->study->before, running = s->study->running;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    float *row = out + i;
    row[0] = (float)(before / g->total);
    row[size] = (float)((double)b / (double)g->blocks);
    row[2 * size] = logarithm(s->logs, before);
    row[3 * size] = logarithm(s->logs, g->total - before);
    row[4 * size] = (float)(running / most(g->total_long, 1));
    before += g->words[b];
    running += g->is_long[b] ? g->words[b] : 0;
  }
}

/* Sums over the blocks between two places. */
typedef struct {
  double words, linked, running;
} Sums;

static void add(const Ground *g, int64_t b, double sign, Sums *sums) {
  if (b < 0 || b >= g->blocks) return;
  sums->words += sign * g->words[b];
  sums->linked += sign * linked_of(g, b);
  sums->running += sign * g->is_long[b];
}

void window_signals(const Ground *g, const Stretch *s, float *out) {
  static const int64_t reaches[] = {2, 5, 10, 25}; /* _REACHES */
  int64_t size = s->count;
  for (int64_t n = 0; n < 4; n++, out += 4 * size) {
    int64_t reach = reaches[n];
    Sums sums = {0, 0, 0};
    for (int64_t b = s->from - reach; b < s->from + reach; b++) add(g, b, 1, &sums);
    for (int64_t i = 0, b = s->from; i < size; i++, b++) {
      int64_t low = b > reach ? b - reach : 0, high = b + reach + 1 < g->blocks ? b + reach + 1 : g->blocks;
      double width = (double)(high - low);
      float *row = out + i;
      add(g, b + reach, 1, &sums);
      row[0] = logarithm(s->logs, sums.words / width);
      row[size] = logarithm(s->logs, (sums.words - sums.linked) / width);
      row[2 * size] = (float)share(sums.linked, sums.words);
      row[3 * size] = (float)(sums.running / width);
      add(g, b - reach, -1, &sums);
    }
  }
}

void neighbour_signals(const Ground *g, const Stretch *s, float *out) {
  static const int64_t offsets[] = {-2, -1, 1, 2}; /* _NEIGHBOURS */
  int64_t size = s->count;
  for (int64_t n = 0; n < 4; n++, out += size)
    for (int64_t i = 0; i < size; i++) {
      int64_t other = s->from + i + offsets[n];
      out[i] = other >= 0 && other < g->blocks ? logarithm(s->logs, g->words[other]) : 0;
    }
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    out[i] = b ? (float)link_of(g, b - 1) : 0;
    out[size + i] = b ? (float)level_of(g, b - 1) : 0;
  }
}

/* The sums are of whole and half numbers, so that they are the same in any order. */
void study_page_figures(const Ground *g, double *figures) {
  int64_t times = 0, code = 0, headings = 0, running = 0, closes = 0;
  double linked = 0, in_running = 0, in_p = 0, in_items = 0, largest = 0;
  for (int64_t b = 0; b < g->blocks; b++) {
    double words = g->words[b];
    int16_t tag = tag_of(g, b);
    linked += linked_of(g, b);
    in_running += g->is_long[b] ? words : 0;
    in_p += tag == g->p_tag ? words : 0;
    in_items += tag == g->item_tag ? words : 0;
    headings += g->levels[tag] != 0;
    largest = most(largest, words);
    closes += g->is_long[b] && g->closes[b];
    running += g->is_long[b];
  }
  for (int64_t e = 0; e < g->elements; e++) {
    times += g->tag[e] == g->time_tag;
    code |= g->is_code[g->tag[e]];
  }
  const double found[PAGE_FIGURES] = {
      log1p(g->total), log1p((double)g->blocks), linked / g->total, in_running / g->total, in_p / g->total,
      in_items / g->total, log1p((double)headings), log1p((double)g->links), largest / g->total,
      (double)closes / most((double)running, 1), log1p((double)running), log1p((double)times), (double)code,
  };
  memcpy(figures, found, sizeof found);
}

void page_signals(const Stretch *s, float *out) {
  for (int64_t n = 0; n < PAGE_FIGURES; n++) fill(out + n * s->count, s->count, s->study->figures[n]);
}

void word_signals(const Stretch *s, float *out) {
  const float *shares = column_of(s->survey, WORD_SHARES);
  for (int64_t row = 0; row < 5; row++)
    memcpy(out + row * s->count, shares + row * s->survey->page->blocks + s->from, (size_t)s->count * sizeof *out);
}

/* The share of a block's words in a text, of its words in a block, and its length. Twin: _likeness. */
static void likeness_signals(const Ground *g, const Stretch *s, const uint32_t *matched, int64_t known, float *out) {
  int64_t size = s->count;
  for (int64_t i = 0, b = s->from; i < size; i++, b++) {
    out[i] = known ? (float)share(matched[b], count_of(g, COUNTED, b)) : -1;
    out[size + i] = known ? (float)least((double)matched[b] / (double)known, 1) : 0;
  }
  fill(out + 2 * size, size, log1p((double)known));
}

/* What a page says of itself: a row for each kind of page, and three for each text. */
void description_signals(const Ground *g, const Stretch *s, const Description *said, float *out) {
  const uint32_t *matched = column_of(s->survey, MATCHED);
  for (int64_t n = 0; n < said->kinds; n++, out += s->count) fill(out, s->count, said->says[n]);
  for (int n = 0; n < TEXTS; n++, out += 3 * s->count)
    likeness_signals(g, s, matched + (n + 1) * g->blocks, s->study->known[n], out);
}
