/* Puts the words and tags of a page into one sequence. Twin: in_one_sequence of document/lines.py. */

#include "shown.h"

/* Filled by document/lines.py, in this order. */
typedef struct {
  int64_t words, runs, tags, size; /* `size`: where the page ends */
  const int32_t *word_start, *word_end, *run_start, *run_end, *edge;
  const int32_t *code; /* per tag: how many characters it counts as; those of nothing are left out */
  int32_t *start, *end;
  uint8_t *is_tag;
} Sequence;

/* Where the last word was put, and where its run ends: it reaches to the next word, but not beyond its run. */
typedef struct {
  int64_t place, run;
} LastWord;

static void end_word(const Sequence *s, const LastWord *last, int64_t next) {
  if (last->place < 0) return;
  int32_t limit = s->run_end[last->run];
  s->end[last->place] = next < limit ? (int32_t)next : limit;
}

static void put_word(const Sequence *s, LastWord *last, int64_t word, int64_t place) {
  int64_t run = last->run < 0 ? 0 : last->run;
  while (run + 1 < s->runs && s->run_start[run + 1] <= s->word_start[word]) run++;
  int32_t start = run == last->run ? s->word_start[word] : s->run_start[run];
  end_word(s, last, start);
  s->start[place] = start;
  s->is_tag[place] = 0;
  *last = (LastWord){place, run};
}

/* Gives how many words and tags there are. */
KERNEL int64_t put_in_sequence(const Sequence *s) {
  int64_t word = 0, tag = 0, place = 0;
  LastWord last = {-1, -1};
  for (;; place++) {
    while (tag < s->tags && !s->code[tag]) tag++;
    if (tag == s->tags && word == s->words) break;
    if (tag < s->tags && (word == s->words || s->edge[2 * tag + 1] <= s->word_start[word])) {
      s->start[place] = s->edge[2 * tag + 1];
      s->end[place] = s->edge[2 * tag + 2];
      s->is_tag[place] = 1;
      tag++;
    } else {
      put_word(s, &last, word++, place);
    }
  }
  end_word(s, &last, s->size);
  return place;
}

/* Finds the stretch with most words and fewest tags: the first of the best. `bounds`: its first and last place. Gives 0 where
   there are no words. Twin: stretch of extractors/bte.py. */
KERNEL int32_t find_stretch(const uint8_t *is_tag, int64_t count, int64_t *bounds) {
  int64_t sum = 0, lowest = 0, lowest_at = 0, best = 0;
  for (int64_t i = 0; i < count; i++) {
    if (sum < lowest) {
      lowest = sum;
      lowest_at = i;
    }
    sum += is_tag[i] ? -1 : 1;
    if (sum - lowest <= best) continue;
    best = sum - lowest;
    bounds[0] = lowest_at;
    bounds[1] = i;
  }
  return best > 0;
}

/* Finds the same stretch in what a page shows, and keeps the text of it; gives how many spans these are. There is room for as
   many as there are runs. Twin: BTE of extractors/bte.py. */
KERNEL int64_t find_body(const Shown *shown, int32_t *start, int32_t *end) {
  Kept kept = {start, end, 0, 0};
  Reader at = beginning(shown);
  Piece piece, last = {0, -1, -1, -1};
  int64_t sum = 0, lowest = 0, lowest_at = 0, first = 0, best = 0;
  for (int64_t i = 0; next_piece(shown, &at, &piece); i++) {
    if (sum < lowest || !i) {
      lowest = sum;
      lowest_at = piece.place;
    }
    sum += piece.tag < 0 ? 1 : -1;
    if (sum - lowest <= best) continue;
    best = sum - lowest;
    first = lowest_at;
    last = piece;
  }
  if (best > 0) keep_between(shown, first, end_of(shown, &last), &kept);
  return kept.count;
}
