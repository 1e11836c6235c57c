/* What a page shows, or a view of one from which a stage has taken some runs: its words and its tags, as one stream. */

#ifndef WEBWINNOW_SHOWN_H
#define WEBWINNOW_SHOWN_H

#include "page.h"

/* Filled by document/shown.py, in this order. */
typedef struct {
  const Page *page;
  const uint8_t *run_shown; /* per run: whether all of it is shown, or nothing; */
  const int32_t *code;      /* per tag: how many characters it counts as; those of nothing are passed over; */
  const int32_t *word;      /* where each word of the page starts; those in runs that are not shown are passed over */
  int64_t words;
} Shown;

/* A word or a tag. A word starts where the one before it ends, or with its run. */
typedef struct {
  int64_t place, tag, word, run; /* of a word, the tag is -1 */
} Piece;

/* Where the stream is read: the next tag and the next word that is shown, with its run. */
typedef struct {
  int64_t tag, word, run, last_run;
} Reader;

/* Goes on to the next word that is shown. */
static inline void skip_hidden(const Shown *shown, Reader *at) {
  const int32_t *start = ints(shown->page, START);
  for (; at->word < shown->words; at->word++) {
    while (at->run + 1 < shown->page->runs && start[at->run + 1] <= shown->word[at->word]) at->run++;
    if (shown->run_shown[at->run]) return;
  }
}

static inline Reader beginning(const Shown *shown) {
  Reader at = {0, 0, 0, -1};
  skip_hidden(shown, &at);
  return at;
}

/* Reads the next piece; gives 0 behind the last one. Twin: in_one_sequence of document/lines.py. */
static inline int next_piece(const Shown *shown, Reader *at, Piece *piece) {
  const int32_t *edge = ints(shown->page, EDGE);
  while (at->tag < shown->page->tags && !shown->code[at->tag]) at->tag++;
  int done = at->word == shown->words;
  if (at->tag < shown->page->tags && (done || edge[2 * at->tag + 1] <= shown->word[at->word])) {
    *piece = (Piece){edge[2 * at->tag + 1], at->tag, -1, -1};
    at->tag++;
    return 1;
  }
  if (done) return 0;
  int64_t place = at->run == at->last_run ? shown->word[at->word] : ints(shown->page, START)[at->run];
  *piece = (Piece){place, -1, at->word++, at->run};
  at->last_run = at->run;
  skip_hidden(shown, at);
  return 1;
}

static inline int64_t end_of(const Shown *shown, const Piece *piece) {
  if (piece->tag >= 0) return ints(shown->page, EDGE)[2 * piece->tag + 2];
  int64_t end = ints(shown->page, END)[piece->run], next = piece->word + 1;
  return next < shown->words && shown->word[next] < end ? shown->word[next] : end;
}

/* Stretches of the page, clipped to what is shown of it. */
typedef struct {
  int32_t *start, *end;
  int64_t count, run; /* no run before this one is looked at again */
} Kept;

/* Keeps what is shown between two places, behind those of the call before. Twin: Document.select. */
static inline void keep_between(const Shown *shown, int64_t from, int64_t to, Kept *kept) {
  const int32_t *start = ints(shown->page, START), *end = ints(shown->page, END);
  for (; kept->run < shown->page->runs && start[kept->run] < to; kept->run++) {
    int64_t run = kept->run, first = start[run] > from ? start[run] : from, last = end[run] < to ? end[run] : to;
    if (shown->run_shown[run] && first < last) {
      kept->start[kept->count] = (int32_t)first;
      kept->end[kept->count++] = (int32_t)last;
    }
    if (end[run] > to) return; /* the next stretch may begin in it */
  }
}

#endif
