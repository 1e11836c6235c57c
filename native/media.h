/* Media of a page: what is asked of those beside the content, and where they stand: beside it, in a figure, alone in a
   block, in a link. Twin: media/candidates.py, which fills the fields of the first two in this order. */

#ifndef WEBWINNOW_MEDIA_H
#define WEBWINNOW_MEDIA_H

#include "meta_tags.h"

typedef struct {
  const NameTable *names;   /* attributes that are read: width, height and style, others that tell a size, the address */
  const NameTable *href, *pictures; /* the attribute of links, and endings of the names of pictures */
  const WordTable *caption; /* what the tags of captions hold, */
  const WordTable *stand_in, *icon, *furniture; /* the names of files that only stand in for others, of icons, and of parts
                                                   of a site's design */
  const uint8_t *medium, *holding, *played, *image, *figure, *link, *no_caption, *block; /* per tag number */
  const uint8_t *telling; /* per attribute: whether it tells sizes, or lists files */
  int32_t svg, iframe, picture, source, figcaption;
  int32_t never, hidden, noscript; /* bits of marks */
  int32_t sizing;                  /* how many attributes tell a size; the address is the next one, */
  int32_t late, class_;            /* from this one on they tell other addresses; where the place of the class stands */
  int32_t data;                    /* characters of an address among the first of which it stands whether it is data */
  int32_t longest_side;            /* pixels that a side may have */
  int32_t surrounding;             /* characters of what decides whether a medium stands beside the content, */
  int32_t between;                 /* between a medium and its caption, */
  int32_t shortest_tag;            /* of a tag that names a caption, */
  int32_t part, teaser;            /* and of the part of a page that a medium belongs to: at least, and of teasers at most */
  int32_t up;                      /* elements around a medium that are asked whether they are links */
  double larger, linked;           /* square pixels; the share of a teaser's text that is a link */
  double window, usual;            /* pixels of the window; width by height where one is known */
} MediaRules;

/* What the picture that a page declares is known by where it is shown: media/teasers.py. */
typedef struct {
  const MetaRules *declared;
  const NameTable *pictures; /* endings of the names of pictures */
  const uint8_t *showing;    /* per tag number: whether it is one of a picture, or of a source of one */
  int32_t picture, shortest; /* the number of the first; characters of a file's name by which it is known */
} LeadRules;

/* The content, by the runs that it consists of, and the picture that the page declares, -1 for none. */
typedef struct {
  int64_t spans;
  const int32_t *start, *end;
  int64_t lead, images; /* whether images alone are asked for */
  int64_t room;        /* how many rows there is room for */
  int64_t places;      /* how many media there are that stand in no other */
  const uint8_t *url;  /* the page's address without its fragment */
  int64_t url_size;
  int64_t plain_base;  /* whether what addresses are relative to names no part of a site's design */
  int64_t settled;     /* of images: how many main ones there are, where that is sure; else -1 */
} MediaAsked;

/* A row: an element, what is known of it, the figure that it stands in, the link around it, the part of the page that it
   belongs to where that is nearly all links (-1 for none of these, and where they surely do not lead to another page), a
   number that copies of a main image share, width and height where both were read, and the places of its attributes. */
enum { ROW_ELEMENT, ROW_FLAGS, ROW_FIGURE, ROW_LINK, ROW_PART, ROW_KEY, ROW_WIDTH, ROW_HEIGHT, ROW_VALUES };
enum {
  IS_SHOWN = 1, STATES_SIDES = 2, STANDS_ALONE = 4, MAY_BE_CAPTIONED = 8, IS_SILENT = 16, HAS_LARGE_SIDES = 32,
  IS_FRAME = 64, IN_NOSCRIPT = 128, IS_MAIN = 256
};
enum { RELATIVE, FROM_ROOT, WITH_HOST, WITH_SCHEME }; /* forms of addresses */

enum { STYLE_SAID = 2 }; /* which of the attributes */
enum { UNREAD_SIZE, UNKNOWN_SIZE, SMALL_SIZE, LARGE_SIZE };
enum { TELLS_SIZES = 1, TELLS_FILES = 2 };

/* Per element, the nearest one around it with enough text to decide, the part it belongs to, its block and figure, and
   whether it is a figure with a caption; per gap, how many characters before it are kept and are links; per medium, which
   one surely follows. */
typedef struct {
  int32_t *decides, *part, *block, *figure, *kept, *linked, *following;
  uint8_t *captioned;
  int knows_links; /* whether characters of links were counted, which few pages need */
} MediaPlaces;

static inline int32_t characters_in(const Page *page, const int32_t *before, int64_t e) {
  return before[ints(page, CLOSE)[e] + 1] - before[ints(page, FIRST)[e] + 1];
}

/* The nearest element around one, itself among them, that is of some kind, or holds so many characters; the first of the
   page where there is none. All that stand between are told, so that none is passed twice: few media ask. */
static int32_t nearest_around(const Page *page, int32_t *told, const uint8_t *of_kind, int32_t least, int64_t e) {
  const int32_t *parent = ints(page, PARENT), *seen = ints(page, SEEN_BEFORE);
  const int16_t *tag = shorts(page, TAG);
  int64_t at = e;
  while (at > 0 && told[at] < 0 && !(of_kind ? of_kind[tag[at]] : characters_in(page, seen, at) >= least)) at = parent[at];
  int32_t found = at <= 0 ? 0 : told[at] < 0 ? (int32_t)at : told[at];
  for (; e > 0 && e != at; e = parent[e]) told[e] = found;
  if (at > 0) told[at] = found;
  return found;
}

static int32_t figure_around(const MediaRules *rules, const Page *page, const MediaPlaces *places, int64_t e) {
  return nearest_around(page, places->figure, rules->figure, 0, e);
}

/* Marks the figures that have a caption. */
static void note_captions(const MediaRules *rules, const Page *page, const MediaPlaces *places) {
  const int16_t *tag = shorts(page, TAG), caption = (int16_t)rules->figcaption;
  for (int64_t e = next_of(tag, 0, page->elements, caption); e < page->elements; e = next_of(tag, e + 1, page->elements, caption)) {
    int32_t figure = figure_around(rules, page, places, e);
    if (rules->figure[tag[figure]]) places->captioned[figure] = 1;
  }
}

/* Adds up the characters of links, which may stand in each other: what counts is whether any is open. */
static void add_linked(const MediaRules *rules, const Page *page, int32_t *linked) {
  const int32_t *seen = ints(page, SEEN_BEFORE);
  int32_t open = 0, sum = 0;
  for (int64_t e = 0; e < page->elements; e++) {
    if (!rules->link[shorts(page, TAG)[e]]) continue;
    linked[ints(page, FIRST)[e] + 1]++;
    linked[ints(page, CLOSE)[e] + 1]--;
  }
  for (int64_t gap = 0; gap <= page->tags; gap++) {
    open += linked[gap];
    linked[gap] = sum;
    if (open > 0) sum += seen[gap + 1] - seen[gap];
  }
  linked[page->tags + 1] = sum;
}

/* Adds up the characters of the gaps that are kept; gives 0 where a span is no run. */
static int add_kept(const Page *page, const MediaAsked *asked, int32_t *kept) {
  const int32_t *seen = ints(page, SEEN_BEFORE);
  int64_t run = 0;
  for (int64_t n = 0; n < asked->spans; n++, run++) {
    while (run < page->runs && ints(page, START)[run] < asked->start[n]) run++;
    if (run == page->runs || ints(page, START)[run] != asked->start[n] || ints(page, END)[run] != asked->end[n]) return 0;
    int32_t gap = ints(page, GAP)[run];
    kept[gap + 1] += seen[gap + 1] - seen[gap];
  }
  for (int64_t gap = 0; gap <= page->tags; gap++) kept[gap + 1] += kept[gap];
  return 1;
}

/* Tells whether text that is marked as hidden is seen. */
static int shows_hidden(const MediaRules *rules, const Page *page) {
  for (int64_t run = 0; run < page->runs; run++)
    if ((bytes(page, MARKS)[run] & rules->hidden) && bytes(page, SHOWN)[run]) return 1;
  return 0;
}

/* Lists the media that readers may see and that stand in no other. Gives LEFT where a frame holds something. */
static int64_t list_media(const MediaRules *rules, const Page *page, int32_t *place, int64_t *count) {
  int shows = -1;
  int32_t end = 0;
  for (int32_t e = 0; e < page->elements; e++) {
    int number = shorts(page, TAG)[e], marks = bytes(page, ELEMENT_MARKS)[e];
    if (!rules->medium[number] || (marks & rules->never)) continue;
    if ((marks & rules->hidden) && !(shows = shows < 0 ? shows_hidden(rules, page) : shows)) continue;
    if (number == rules->iframe && ints(page, LAST)[e] > e + 1) return LEFT;
    if (e >= end) place[(*count)++] = e;
    if (ints(page, LAST)[e] > end) end = ints(page, LAST)[e];
  }
  return 0;
}

/* Notes for each medium the one behind which no caption is its own: frames, and what only stands in for others, may not
   count as media. */
static void note_following(const MediaRules *rules, const Page *page, const int32_t *place, int64_t count,
                           int32_t *following) {
  int32_t behind = (int32_t)page->elements;
  for (int64_t n = count - 1; n >= 0; n--) {
    following[n] = behind;
    int surely = shorts(page, TAG)[place[n]] != rules->iframe && !(bytes(page, ELEMENT_MARKS)[place[n]] & rules->noscript);
    if (surely) behind = place[n];
  }
}

static void forget_media_places(const MediaPlaces *places) {
  free(places->decides), free(places->kept), free(places->captioned);
}

static int64_t find_media_places(const MediaRules *rules, const Page *page, MediaAsked *asked, MediaPlaces *places,
                                 int32_t *place) {
  size_t elements = (size_t)page->elements + 1, gaps = (size_t)page->tags + 2;
  int32_t *of_elements = malloc(5 * elements * sizeof *of_elements), *of_gaps = calloc(2 * gaps, sizeof *of_gaps);
  *places = (MediaPlaces){of_elements, NULL, NULL, NULL, of_gaps, NULL, NULL, calloc(elements, 1), 0};
  asked->places = 0;
  if (!of_elements || !of_gaps || !places->captioned) return NO_MEMORY;
  memset(of_elements, 0xFF, 4 * elements * sizeof *of_elements); /* nothing is told */
  places->part = of_elements + elements, places->block = places->part + elements;
  places->figure = places->block + elements, places->following = places->figure + elements;
  places->linked = of_gaps + gaps, places->knows_links = 0;
  int64_t answer = list_media(rules, page, place, &asked->places);
  int64_t any = 0;
  for (int64_t n = 0; n < asked->places && !any; n++) any = !asked->images || rules->image[shorts(page, TAG)[place[n]]];
  if (answer < 0 || !any) return answer < 0 ? answer : (asked->places = 0);
  if (!add_kept(page, asked, places->kept)) return LEFT;
  note_captions(rules, page, places);
  note_following(rules, page, place, asked->places, places->following);
  return 0;
}

/* Tells whether most of the text around a medium was kept. */
static int is_near(const MediaRules *rules, const Page *page, const MediaPlaces *places, const MediaAsked *asked, int64_t e) {
  int32_t decides = nearest_around(page, places->decides, NULL, rules->surrounding, e);
  int64_t kept = characters_in(page, places->kept, decides);
  return e == asked->lead || 2 * kept >= characters_in(page, ints(page, SEEN_BEFORE), decides);
}

/* Tells whether a medium is asked for: beside an image in the same figure, others matter, too. */
static int is_asked(const MediaRules *rules, const Page *page, const MediaPlaces *places, const MediaAsked *asked,
                    int64_t e) {
  const int16_t *tag = shorts(page, TAG);
  return !asked->images || rules->image[tag[e]] || rules->figure[tag[figure_around(rules, page, places, e)]];
}

/* Tells whether an image is alone in its block, inside of the content. */
static int stands_alone(const MediaRules *rules, const Page *page, const MediaPlaces *places, const MediaAsked *asked,
                        int64_t e) {
  int32_t first = ints(page, FIRST)[e], start = first < 0 ? 0 : ints(page, EDGE)[2 * first + 1];
  if (!rules->image[shorts(page, TAG)[e]] || !asked->spans) return 0;
  if (start <= asked->start[0] || start >= asked->end[asked->spans - 1]) return 0;
  return !characters_in(page, ints(page, SEEN_BEFORE), nearest_around(page, places->block, rules->block, 0, e));
}

/* Writes the main images if all rows surely are such, each shows another picture, and no other medium may matter. Gives how
   many, or -1. Twin: _chosen of media/main_images.py. */
static int64_t settle_images(const MediaRules *rules, const Page *page, const int32_t *rows, int64_t count, int64_t width,
                             int32_t *place) {
  enum { FEW = 64 };
  int others = 0;
  int64_t chosen = 0;
  if (count > FEW) return -1;
  for (const int32_t *row = rows; row < rows + width * count; row += width) {
    int says = row[ROW_FLAGS] & (HAS_LARGE_SIDES | STATES_SIDES) || !(row[ROW_FLAGS] & IS_SILENT);
    if (!rules->image[shorts(page, TAG)[row[ROW_ELEMENT]]]) others |= says && row[ROW_FIGURE] >= 0;
    else if (!(row[ROW_FLAGS] & IS_MAIN)) return -1;
  }
  for (const int32_t *row = rows; row < rows + width * count; row += width) {
    int beside = 0, same = 0, sized = row[ROW_FLAGS] & HAS_LARGE_SIDES;
    if (!rules->image[shorts(page, TAG)[row[ROW_ELEMENT]]]) continue;
    if (others && row[ROW_FIGURE] >= 0) return -1;
    for (const int32_t *other = rows; other < rows + width * count; other += width) {
      int is_main = other != row && other[ROW_FLAGS] & IS_MAIN;
      beside |= is_main && !sized && row[ROW_FIGURE] >= 0 && other[ROW_FIGURE] == row[ROW_FIGURE] && other[ROW_FLAGS] & HAS_LARGE_SIDES;
      same |= is_main && (other[ROW_KEY] == row[ROW_KEY] || (other[ROW_KEY] ^ row[ROW_KEY]) & 3);
    }
    if (same) return -1;
    if (!beside) place[chosen++] = row[ROW_ELEMENT];
  }
  return chosen;
}

static int32_t link_around(const MediaRules *rules, const Page *page, int64_t e) {
  for (int32_t n = 0; n < rules->up; n++) {
    e = ints(page, PARENT)[e];
    if (e < 0 || rules->link[shorts(page, TAG)[e]]) return (int32_t)e;
  }
  return -1;
}

/* Gives the part of the page that an element belongs to where it is short and nearly all links; else -1. */
static int32_t part_of_links(const MediaRules *rules, const Page *page, MediaPlaces *places, int64_t e) {
  int32_t part = nearest_around(page, places->part, NULL, rules->part, e);
  int32_t characters = characters_in(page, ints(page, SEEN_BEFORE), part);
  if (characters < rules->part || characters >= rules->teaser) return -1;
  if (!places->knows_links) add_linked(rules, page, places->linked), places->knows_links = 1;
  return characters_in(page, places->linked, part) >= rules->linked * characters ? part : -1;
}

#endif
