/* What is asked of the first lines of a page's content, and whether one of them says the headline. The fields are filled, in
   this order, by webwinnow/render/opening.py. Twin: saying and _is_other_form there. */

#ifndef WEBWINNOW_OPENING_H
#define WEBWINNOW_OPENING_H

#include "site_names.h"

typedef struct {
  const HeadlineRules *letters;
  const uint8_t *of_tag; /* bits per tag number: IN_HEADING, MAY_BE_LISTED */
  double mostly;         /* the share of its words that another form has in common */
  int32_t opening, pieces; /* characters and pieces of text that are looked at */
  int32_t is_long, line;   /* bytes of a headline that is known inside of lines, and how many times as long these may be */
  int32_t running;         /* characters of running text */
  int32_t listing;         /* bits of the kinds of structures that hold no line of its own */
} OpeningRules;

enum { IN_HEADING = 1, MAY_BE_LISTED = 2 };

typedef struct {
  int64_t spans;
  const int32_t *start, *end; /* of the content */
  const int32_t *breaks;      /* per gap, how many tags before it break the flow */
  int64_t structures;         /* -1 where they are not known */
  const int64_t *element, *last;
  const int8_t *kind;
  int64_t size;
  const uint32_t *headline;
} OpeningAsked;

enum { ASKS_FOR_STRUCTURES = 2, OPENING_ROOM = 1024, SAID_ROOM = 512, SAID_WORDS = 128 };

/* The headline: its letters and its different words, and whether lines may still be another form of it. */
typedef struct {
  uint32_t letters[3 * SAID_ROOM], folded[3 * SAID_ROOM];
  int32_t at[SAID_WORDS + 1], length[SAID_WORDS];
  int64_t size, bytes;
  int32_t words;
  int like;
} SaidLine;

static int is_word_known(const SaidLine *known, const uint32_t *word, int64_t length) {
  for (int32_t n = 0; n < known->words; n++)
    if (known->length[n] == length && !memcmp(known->folded + known->at[n], word, (size_t)length * sizeof *word)) return 1;
  return 0;
}

/* Finds the different words of a text of so many characters; tells whether there is room, and no letter only Python knows. */
static int find_said_words(const HeadlineRules *rules, const uint32_t *s, int64_t size, SaidLine *found) {
  found->words = found->at[0] = 0;
  int32_t at = 0;
  for (int64_t i = 0; i <= size; i++) {
    int64_t many = i < size ? squeeze(rules, s + i, s + i + 1, found->folded + at) : 0;
    uint32_t folded[3];
    if (many < 0) return 0;
    if (many && many != without_case(rules->folding, s[i], folded)) return 0; /* a letter that is written as several */
    at += (int32_t)many;
    int32_t first = found->at[found->words];
    if (many || at == first) continue;
    if (is_word_known(found, found->folded + first, at - first)) at = first;
    else if (found->words + 1 == SAID_WORDS) return 0;
    else found->length[found->words++] = at - first, found->at[found->words] = at;
  }
  return 1;
}

static int want_line(const OpeningRules *rules, const OpeningAsked *asked, SaidLine *wanted) {
  if (asked->size > SAID_ROOM) return 0;
  wanted->size = squeeze(rules->letters, asked->headline, asked->headline + asked->size, wanted->letters);
  wanted->bytes = 0;
  wanted->like = 1;
  wanted->words = -1;
  for (int64_t i = 0; i < wanted->size; i++) {
    uint32_t c = wanted->letters[i];
    wanted->bytes += 1 + (c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF);
  }
  return wanted->size >= 0;
}

/* Whether a heading has most of its words in common with the headline; LEFT where only Python knows. */
static int is_other_form(const OpeningRules *rules, const OpeningAsked *asked, SaidLine *wanted, const uint32_t *s,
                         int64_t size) {
  SaidLine own;
  if (size > SAID_ROOM || !find_said_words(rules->letters, s, size, &own)) return LEFT;
  if (wanted->words < 0 && !find_said_words(rules->letters, asked->headline, asked->size, wanted)) return LEFT;
  int32_t shared = 0, longer = own.words > wanted->words ? own.words : wanted->words;
  for (int32_t n = 0; n < own.words; n++) shared += is_word_known(wanted, own.folded + own.at[n], own.length[n]);
  return shared >= rules->mostly * (longer > 1 ? longer : 1);
}

/* Whether a line says the headline, alone or beside little else: 1, 0 or LEFT. */
static int says_it(const OpeningRules *rules, const OpeningAsked *asked, SaidLine *wanted, const uint32_t *s, int64_t length,
                   int is_heading) {
  uint32_t letters[3 * OPENING_ROOM];
  int64_t seen = rules->opening + asked->size;
  seen = seen < length ? seen : length;
  if (seen > OPENING_ROOM) return LEFT;
  int64_t size = squeeze(rules->letters, s, s + seen, letters);
  if (size < 0) return LEFT;
  if (size == wanted->size && !memcmp(letters, wanted->letters, (size_t)size * sizeof *letters)) return 1;
  int is_near = wanted->bytes >= rules->is_long && size <= rules->line * wanted->size;
  if (is_near && stands_in(wanted->letters, wanted->size, letters, size)) return 1;
  int is_other = is_heading && wanted->like ? is_other_form(rules, asked, wanted, s, length) : 0;
  wanted->like &= !is_heading && length < rules->running;
  return is_other;
}

#endif
