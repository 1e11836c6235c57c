/* The names of a site, and titles taken apart at what stands between them and the headline. Twins: Site, read_site, parts
   and without_site of headline/site.py. Titles have their white space folded, as their twins get them. */

#ifndef WEBWINNOW_SITE_NAMES_H
#define WEBWINNOW_SITE_NAMES_H

#include "headline.h"

enum { MOST_NAMES = 64, NAME_LETTERS = 4096, LONGEST_HOST = 256 };

typedef struct {
  const HeadlineRules *rules;
  int32_t count, at[MOST_NAMES + 1];
  uint8_t is_host[MOST_NAMES]; /* whether the name is a part of the site's address */
  uint32_t text[NAME_LETTERS];
  uint32_t letters[3 * TITLE_ROOM]; /* room for those of one part of a title */
} SiteNames;

/* Folds the case of a character into at most three; gives how many, 0 where only Python knows. */
static inline int without_case(const Folding *folding, uint32_t c, uint32_t *out) {
  out[0] = c;
  if (c > 0xFFFF) return !(c < 0x20000 && folding->beyond[c >> 8 & 0xFF]);
  uint32_t folded = folding->fold[c];
  if (folded < SEVERAL) return out[0] = folded ? folded : c, 1;
  memcpy(out, folding->several + 3 * (folded - SEVERAL), 3 * sizeof *out);
  return out[2] ? 3 : 2;
}

/* Keeps letters and digits only, in small letters; gives how many, at most three per character, -1 where only Python knows.
   Twin: squeezed of headline/site.py. */
static int64_t squeeze(const HeadlineRules *rules, const uint32_t *s, const uint32_t *end, uint32_t *letters) {
  int64_t found = 0;
  for (; s < end; s++) {
    uint32_t small[3];
    int many = without_case(rules->folding, *s, small);
    if (!many) return -1;
    for (int n = 0; n < many; n++) {
      uint8_t sort = small[n] <= 0xFFFF ? rules->letter[small[n]] & IS_LETTER
                     : small[n] < 0x20000 ? rules->letters_beyond[small[n] >> 8 & 0xFF] : 2;
      if (sort == 2) return -1;
      if (sort) letters[found++] = small[n];
    }
  }
  return found;
}

static int stands_in(const uint32_t *part, int64_t length, const uint32_t *text, int64_t size) {
  if (!length) return 1;
  for (const uint32_t *last = text + size - length; text <= last; text++)
    if (*text == *part && !memcmp(part, text, (size_t)length * sizeof *part)) return 1;
  return 0;
}

/* Whether one name is most of the other. Twin: _alike of headline/site.py. */
static int are_alike(const uint32_t *one, int64_t length, const uint32_t *other, int64_t other_length, int64_t least) {
  if (length < least || other_length < least) return 0;
  if (length > other_length) return are_alike(other, other_length, one, length, least);
  return 2 * length >= other_length && stands_in(one, length, other, other_length);
}

enum { IS_CALLED = 1, HOLDS_NAME = 2 };

/* Whether letters are those of the site's name, and whether one of the names stands among them. */
static int compare_names(const SiteNames *names, const uint32_t *letters, int64_t size) {
  int found = 0;
  for (int32_t n = 0; n < names->count; n++) {
    const uint32_t *name = names->text + names->at[n];
    int64_t length = names->at[n + 1] - names->at[n], least = names->rules->shortest;
    int is_same = length == size && !memcmp(name, letters, (size_t)size * sizeof *name);
    if (is_same || (names->is_host[n] && are_alike(letters, size, name, length, least))) found |= IS_CALLED;
    if (!(found & HOLDS_NAME) && length >= least && stands_in(name, length, letters, size)) found |= HOLDS_NAME;
  }
  return found;
}

/* Adds a name, unless it is empty or known; tells whether it can. */
static int add_name(SiteNames *names, const uint32_t *s, const uint32_t *end, uint8_t is_host) {
  int32_t at = names->at[names->count];
  if (names->count == MOST_NAMES || 3 * (end - s) > NAME_LETTERS - at) return 0;
  int64_t length = squeeze(names->rules, s, end, names->text + at);
  for (int32_t n = 0; n < names->count && length > 0; n++)
    if (names->is_host[n] == is_host && names->at[n + 1] - names->at[n] == length &&
        !memcmp(names->text + names->at[n], names->text + at, (size_t)length * sizeof *s))
      return 1;
  if (length <= 0) return !length;
  names->is_host[names->count++] = is_host;
  names->at[names->count] = at + (int32_t)length;
  return 1;
}

static const uint32_t *behind_plain(const char *plain, const uint32_t *s, const uint32_t *end) {
  for (; *plain; plain++, s++)
    if (s == end || *s != (uint8_t)*plain) return NULL;
  return s;
}

/* Adds the parts of a host that may be names. */
static int add_labels(SiteNames *names, const NameTable *no_names, const uint32_t *host, const uint32_t *end) {
  const uint32_t *whole = behind_plain("www.", host, end), *label = host;
  uint8_t written[LONGEST_HOST];
  for (const uint32_t *at = host; at <= end; at++) {
    if (at < end && *at != '.') {
      written[at - label] = (uint8_t)*at;
      continue;
    }
    int names_nothing = at - label < names->rules->shortest || find_name(no_names, written, at - label) >= 0;
    if (!names_nothing && !add_name(names, label, at, 1)) return 0;
    label = at + 1;
  }
  return add_name(names, whole ? whole : host, end, 1);
}

/* Adds what an address says of the site; tells whether it can: most are written plainly, or without a host. */
static int add_address(SiteNames *names, const NameTable *no_names, const uint32_t *s, const uint32_t *end) {
  const uint32_t *secure = behind_plain("https://", s, end), *i = secure ? secure : behind_plain("http://", s, end);
  uint32_t host[LONGEST_HOST], *at = host;
  for (; i && i < end && at < host + LONGEST_HOST && (is_letter(*i) || is_digit(*i) || *i == '.' || *i == '-'); i++)
    *at++ = is_letter(*i) ? *i | 32 : *i;
  if (i && at > host && (i == end || *i == '/' || *i == '?' || *i == '#')) return add_labels(names, no_names, host, at);
  for (; s < end; s++)
    if (*s < ' ' || (*s == '/' && s + 1 < end && s[1] == '/')) return 0;
  return 1;
}

typedef struct {
  int32_t start, end;
} Separator;

static inline uint8_t between_bits(const uint8_t *between, uint32_t c) { return c <= 0xFFFF ? between[c] : 0; }

/* Where the separator ends that stands at i, 0 if none does; the weak ones also stand inside of headlines. */
static int32_t behind_separator(const uint8_t *between, const uint32_t *s, int32_t size, int32_t i, int weak) {
  int32_t on = i + (s[i] == ' '), at = on;
  while (at < size && between_bits(between, s[at]) & (weak ? IN_RUN : STRONG_IN_RUN)) at++;
  if (on > i && at > on && at < size && s[at] == ' ') return at + 1;
  uint8_t bits = on < size ? between_bits(between, s[on]) : 0;
  int blank = on + 1 < size && s[on + 1] == ' ';
  if (bits & (weak ? ALONE : STRONG_ALONE)) return on + 1 + blank;
  if (weak && bits & COLON && blank) return on + 2;
  if (weak && bits & DASH && on > i) return on + 1;
  return weak && bits & DASH && blank ? on + 2 : 0;
}

static int32_t find_separators(const uint8_t *between, const uint32_t *s, int32_t size, int weak, Separator *found) {
  int32_t count = 0;
  for (int32_t i = 0, end; i < size; i = end ? end : i + 1)
    if ((end = behind_separator(between, s, size, i, weak))) found[count++] = (Separator){i, end};
  return count;
}

/* Whether a part of a title is the name of the site; -1 where only Python knows. */
static int is_site_name(SiteNames *names, const uint32_t *s, int32_t start, int32_t end) {
  int64_t size = squeeze(names->rules, s + start, s + end, names->letters);
  return size <= 0 ? (int)size : compare_names(names, names->letters, size) & IS_CALLED;
}

/* Cuts parts that name the site off both ends, as long as something is left; tells whether it can. */
static int cut_names(SiteNames *names, const uint8_t *between, const uint32_t *s, int32_t size, Separator *room,
                     int32_t *first, int32_t *last) {
  int32_t count = find_separators(between, s, size, 0, room), n = 0;
  int is_name = 0;
  *first = 0;
  *last = size;
  while (count && (is_name = is_site_name(names, s, room[count - 1].end, *last)) > 0 && room[count - 1].start)
    *last = room[--count].start;
  for (; is_name >= 0 && n < count; n++) {
    is_name = is_site_name(names, s, *first, room[n].start);
    if (is_name <= 0 || room[n].end == *last) break;
    *first = room[n].end;
  }
  while (*first < *last && s[*first] == ' ') ++*first;
  while (*first < *last && s[*last - 1] == ' ') --*last;
  return is_name >= 0;
}

/* Whether a separator may be written as a reference that is one no more, which only Python knows. */
static int may_be_written_out(const uint8_t *between, const uint32_t *s, int32_t size) {
  for (int32_t i = 1; i + 1 < size; i++)
    if (s[i] == '&' && is_letter(s[i + 1]) && (s[i - 1] == ' ' || between_bits(between, s[i - 1]) & IN_RUN)) return 1;
  return 0;
}

static int is_short(const DeclaredRules *rules, int32_t size) {
  return size <= rules->longest_title && size <= TITLE_ROOM;
}

static void put_part(Gathered *found, const uint32_t *s, int32_t start, int32_t end, HeadlineRow row, int32_t part) {
  TextLine *line = &found->line;
  while (start < end && s[start] == ' ') start++;
  while (start < end && s[end - 1] == ' ') end--;
  if (start == end || line->end - line->at < end - start + 8) return;
  memcpy(line->at, s + start, (size_t)(end - start) * sizeof *s);
  line->at += end - start;
  row.part = part;
  put_row(found, 0, row);
}

/* Writes the parts of a title; tells whether it can. */
static int put_parts(const DeclaredRules *rules, SiteNames *names, Gathered *found, const uint32_t *s, int32_t size,
                     HeadlineRow row) {
  Separator room[TITLE_ROOM];
  int32_t first, last, most = rules->separators;
  if (!is_short(rules, size) || may_be_written_out(rules->between, s, size)) return 0;
  if (!cut_names(names, rules->between, s, size, room, &first, &last)) return 0;
  if (first || last < size) put_part(found, s, first, last, row, CLEAN);
  int32_t count = find_separators(rules->between, s, size, 1, room), some = count < most ? count : most;
  for (int32_t n = 0; n < some; n++) put_part(found, s, 0, room[n].start, row, FIRST_PART);
  for (int32_t n = count - some; n < count; n++) put_part(found, s, room[n].end, size, row, LAST_PART);
  for (int32_t n = 1; n < some; n++) put_part(found, s, room[n - 1].end, room[n].start, row, MIDDLE_PART);
  return 1;
}

/* Whether a title has something besides the site's name; -1 where only Python knows. Twin: says_more. */
static int says_more(const DeclaredRules *rules, SiteNames *names, const uint32_t *s, int32_t size) {
  Separator room[TITLE_ROOM];
  int32_t first, last;
  if (!size) return 0;
  if (!is_short(rules, size) || !cut_names(names, rules->between, s, size, room, &first, &last)) return -1;
  int is_name = is_site_name(names, s, first, last);
  return is_name < 0 ? -1 : !is_name;
}

#endif
