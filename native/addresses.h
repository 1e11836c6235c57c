/* What addresses of links and pictures are made absolute by, and the texts that are read of them. The fields of the structures
   are filled, in this order, by render/structure/given.py, which also owns the arrays. */

#ifndef WEBWINNOW_ADDRESSES_H
#define WEBWINNOW_ADDRESSES_H

#include "kernels.h"

typedef struct {
  const References *references;
  const WordTable *stand_in, *furniture, *icon; /* the names of files that only stand in for others, of parts of a site's
                                                   design, and of icons */
  int32_t late, sizing, alternative, title, class_; /* which of the attributes of a picture: the first that names an address
                                                       for later, one behind the last, which is `src`, and others */
  int32_t sign;                                     /* characters of a text that may be a sign */
} AddressRules;

typedef struct {
  int64_t has_base;                        /* whether addresses are relative to another: */
  const uint32_t *origin, *whole, *folder; /* its site, all but its fragment, and its folder; nothing where it is no page */
  int64_t origin_size, whole_size, folder_size;
  int64_t links, pictures, attributes;
  const int32_t *link, *place;     /* elements that are links, and where their addresses are written */
  const int32_t *picture, *values; /* elements that are pictures, where the values of their attributes stand, */
  const uint8_t *is_main;          /* and whether each is shown whatever it looks like */
  int64_t longer;                  /* by how many characters all may be longer than they are written */
  int64_t room;
  uint8_t *pool;                   /* addresses of links, alternative texts and addresses of pictures, as UTF-8, */
  int32_t *at;                     /* and where each begins */
  int32_t *detail;                 /* per element: the number of its address, or of its picture */
  int32_t *source;                 /* of each picture that is shown: which address it has, */
  uint8_t *letter;                 /* the first letter of its text, small; 0 where there is none, BEYOND_ASCII for one beyond ASCII, */
  uint8_t *shown_main;             /* and whether it is a main one */
  int64_t addresses, shown, sources; /* how many there are, and how many different addresses pictures have */
} AddressesAsked;

enum { BEYOND_ASCII = 255 };
enum { LONGEST_ADDRESS = 4096 }; /* characters of an attribute that is read here */

typedef struct {
  AddressesAsked *asked;
  int32_t *slot; /* numbers of texts by their hashes, plus one; as many as the mask says */
  uint32_t mask;
  int64_t size, texts; /* bytes and texts that are written */
} Pool;

static int starts_as(const uint32_t *s, int64_t size, const char *start) {
  int64_t n = 0;
  while (start[n] && n < size && s[n] == (uint8_t)start[n]) n++;
  return !start[n];
}

/* Leaves out control characters, and blanks at both ends; gives the length, or LEFT where other white space may stand there. */
static int64_t tidy_address(uint32_t *s, int64_t size) {
  int64_t length = 0, first = 0;
  for (int64_t i = 0; i < size; i++)
    if (s[i] >= ' ' && s[i] != 127) s[length++] = s[i];
  while (length && s[length - 1] == ' ') length--;
  while (first < length && s[first] == ' ') first++;
  if (first < length && (s[first] > 127 || s[length - 1] > 127)) return LEFT;
  memmove(s, s + first, (size_t)(length - first) * sizeof *s);
  return length - first;
}

/* Tells whether an address that starts with a slash is a plain path. Twin: _NOT_PLAIN of render/addresses.py. */
static int is_plain_path(const uint32_t *s, int64_t size) {
  if (size > 1 && s[1] == '/') return 0;
  for (int64_t i = 0; i < size; i++)
    if (s[i] == '\\' || (s[i] == '.' && i && s[i - 1] == '/')) return 0;
  return 1;
}

static int is_word(uint32_t c) { return c < 128 && (is_letter(c) || is_digit(c) || c == '_' || c == '-'); }

/* Tells whether an address stands beside the page's own. Twin: _BESIDE of the same. */
static int is_beside(const uint32_t *s, int64_t size) {
  for (int64_t i = 0; i < size; i++) {
    int parts = (s[i] == '/' || s[i] == '.') && i && is_word(s[i - 1]);
    if (!is_word(s[i]) && !(parts && (i + 1 < size ? is_word(s[i + 1]) : s[i] == '/'))) return 0;
  }
  return size > 0;
}

/* Tells where the scheme of an address ends, 0 if it has none; LEFT where case may make letters of others. */
static int64_t behind_scheme(const uint32_t *s, int64_t size) {
  int64_t i = 0;
  while (i < size && s[i] < 128 && (is_letter(s[i]) || (i && (is_digit(s[i]) || s[i] == '+' || s[i] == '.' || s[i] == '-')))) i++;
  if (i < size && s[i] > 127) return LEFT;
  return i && i < size && s[i] == ':' ? i : 0;
}

static int is_scheme(const uint32_t *s, int64_t size, const char *scheme) {
  int64_t n = 0;
  while (n < size && scheme[n] && (s[n] | 32u) == (uint8_t)scheme[n]) n++;
  return n == size && !scheme[n];
}

/* Makes a tidy address absolute, where it stands; gives its length, 0 where it leads nowhere, LEFT where Python must. There is
   room for what it is put behind. Twin: _absolute of render/addresses.py. */
static int64_t make_absolute(const AddressesAsked *asked, uint32_t *s, int64_t size) {
  const uint32_t *beginning = NULL;
  int64_t length = 0;
  if (!size || starts_as(s, size, "http://") || starts_as(s, size, "https://")) return size;
  if (asked->origin_size && s[0] == '/' && is_plain_path(s, size)) beginning = asked->origin, length = asked->origin_size;
  else if (asked->origin_size && s[0] == '#') beginning = asked->whole, length = asked->whole_size;
  else if (asked->origin_size && is_beside(s, size)) beginning = asked->folder, length = asked->folder_size;
  if (beginning) {
    if (size + length > LONGEST_ADDRESS) return LEFT;
    memmove(s + length, s, (size_t)size * sizeof *s);
    memcpy(s, beginning, (size_t)length * sizeof *s);
    return size + length;
  }
  int64_t scheme = behind_scheme(s, size);
  if (scheme < 0 || (asked->has_base && (!asked->origin_size || !scheme))) return LEFT;
  if (!scheme || is_scheme(s, scheme, "mailto") || is_scheme(s, scheme, "tel")) return size;
  int leads = is_scheme(s, scheme, "http") || is_scheme(s, scheme, "https") || is_scheme(s, scheme, "ftp");
  return !leads ? 0 : asked->has_base ? LEFT : size;
}

/* The first letter of a text as AddressesAsked has it. */
static uint8_t first_letter(const uint32_t *s, int64_t size) {
  for (int64_t i = 0; i < size; i++) {
    if (s[i] >= 128) return BEYOND_ASCII;
    if (is_digit(s[i])) return (uint8_t)s[i];
    if (is_letter(s[i])) return (uint8_t)(s[i] | 32);
  }
  return 0;
}

/* Writes a text; gives 0, NO_ROOM, or LEFT for half a character. */
static int64_t put_text(Pool *pool, const uint32_t *s, int64_t size) {
  AddressesAsked *asked = pool->asked;
  if (asked->room - pool->size < 4 * size) return NO_ROOM;
  uint8_t *at = asked->pool + pool->size;
  for (int64_t i = 0; i < size; i++) {
    if (s[i] >= 0xD800 && s[i] < 0xE000) return LEFT;
    at = write_character(at, s[i]);
  }
  pool->size = at - asked->pool;
  asked->at[++pool->texts] = (int32_t)pool->size;
  return 0;
}

/* The number of a text among those from one on, if it was written before, else -1; notes that the last one is this one. */
static int32_t number_of_last(Pool *pool, int64_t first) {
  const AddressesAsked *asked = pool->asked;
  int64_t last = pool->texts - 1, start = asked->at[last], size = asked->at[last + 1] - start;
  uint32_t hash = FIRST_HASH, place;
  for (int64_t i = 0; i < size; i++) hash = hash_on(hash, asked->pool[start + i]);
  for (place = hash & pool->mask; pool->slot[place]; place = (place + 1) & pool->mask) {
    int32_t other = pool->slot[place] - 1, at = asked->at[first + other];
    if (asked->at[first + other + 1] - at == size && !memcmp(asked->pool + at, asked->pool + start, (size_t)size)) return other;
  }
  pool->slot[place] = (int32_t)(last - first) + 1;
  return -1;
}

#endif
