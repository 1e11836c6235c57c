/* What finding the headline of a page is told and asked, and the lines that candidates are written to. The fields of the
   structures are filled, in this order, by webwinnow/headline/rules.py and ranking.py. */

#ifndef WEBWINNOW_HEADLINE_H
#define WEBWINNOW_HEADLINE_H

#include "kernels.h"

/* Elements whose text may be the headline: headline/candidates.py. */
typedef struct {
  const uint8_t *kind;   /* per tag number: 1 to 6 for the orders of headings, 7 for what may be marked, else 0; */
  const uint8_t *around; /* bits of what an element says of what stands in it; */
  const uint8_t *parts;  /* whether the tag parts words */
  const uint8_t *sort;   /* of the first 65,536 code points: FOLDED, SIGN */
  const uint32_t *sign;  /* one sign from beyond */
  const WordTable *marking, *marked; /* words of start tags: of what may be the headline, and of what says so of itself: */
  const NameTable *attributes;       /* its class and its property, */
  const WordTable *classes;          /* words of such classes, */
  const NameTable *properties;       /* and such properties */
  const Characters *characters;
  const Folding *folding;
  int32_t most;    /* of each kind, at most 16 */
  int32_t longest; /* characters that the text may take in the source, */
  int32_t tag;     /* those of a start tag that are looked at, */
  int32_t text;    /* and those of the text itself */
  int32_t pieces;  /* of a heading with at most so many pieces of text, each is a candidate, too */
  int32_t link;    /* the number of links */
  int32_t alike;   /* how many texts like the title are read, at most 16 */
  int32_t title;   /* characters of the longest title that texts are compared with here, at most TITLE_ROOM */
} HeadingRules;

enum { SIGN = 8, MARKED_KIND = 7, TITLE_ROOM = 1200 };

/* What names a page or its site: declared/, headline/candidates.py and headline/site.py. */
typedef struct {
  const WordTable *naming;     /* words of meta tags that do, */
  const NameTable *attributes; /* attributes of tags, in the order of the first enum below, */
  const NameTable *keys;       /* keys of meta tags, */
  const uint8_t *said;         /* and what each says: a source, SITE_NAME or ADDRESS */
  const WordTable *script;     /* what the type of scripts holds that are JSON-LD, */
  const NameTable *properties; /* properties of its objects, */
  const uint8_t *property;     /* and which they are, of the second enum, */
  const NameTable *prefixes;   /* addresses of the vocabulary before names of properties and types, */
  const NameTable *about, *news, *sites; /* how types end of what speaks of the page, of news; types of sites */
  const NameTable *no_names;   /* parts of addresses that name nothing */
  const uint8_t *between;      /* per code point of the first plane: bits of what parts titles */
  int32_t meta, script_tag, title, drawing; /* numbers of tags */
  int32_t metas, longest_tag, start_tag;    /* meta tags that are read; characters of them, and of start tags */
  int32_t values, depth, objects;           /* values of a script, how deep and how many of them are looked at */
  int32_t items, near;                      /* objects that may name the page, and how long the way to them is */
  int32_t longest_title, separators;        /* characters and separators of a title that is taken apart */
} DeclaredRules;

enum { CONTENT, VALUE, NAME, HTTP_EQUIV, PROPERTY, ITEMPROP, TYPE, ATTRIBUTES };
enum { NO_PROPERTY, AT_TYPE, PLAIN_TYPE, OWN_HEADLINE, OWN_NAME, GRAPH, OF_PAGE, OF_SITE };
enum { SITE_NAME = 64, ADDRESS = 65 };
enum { IN_RUN = 1, ALONE = 2, COLON = 4, DASH = 8, STRONG_IN_RUN = 16, STRONG_ALONE = 32 };

/* A candidate for the headline: the element whose text it is, or -1; where it stands in the source; what it was read from,
   and which part of that it is; what stands around it; where its line ends. */
typedef struct {
  int32_t element, start, end, source, part, place, written;
} HeadlineRow;

enum { IS_ASIDE = 1, IS_INNER = 2, IS_LINKED = 4, IS_MARKED = 8, IS_PLACED = 16, IS_ONE_RUN = 32 }; /* places */
enum { WHOLE_TEXT, CLEAN, FIRST_PART, LAST_PART, MIDDLE_PART, PIECE_OF_HEADING }; /* parts */
enum {
  H1, H2, H3, H4, H5, H6, OF_ELEMENT, OF_TEXT, OF_TITLE, OG_TITLE, TWITTER_TITLE, JSON_LD, JSON_LD_NAME, META_TITLE,
  MICRODATA, META_NAME, SOURCES
};

/* What is asked of candidates for the headline: headline/features.py. */
typedef struct {
  const Characters *characters;
  const Folding *folding;
  const NameTable *none;          /* what programs write where there is no title, in small letters */
  const uint8_t *letter;          /* bits per code point of the first plane: IS_LETTER, also of digits, IS_COMPOSED; */
  const uint8_t *letters_beyond;  /* per 256 of the second: whether none is a letter, all are (1), or some (2) */
  const uint32_t *quote;          /* marks that are written in several ways, each with how it is compared */
  const uint32_t *separator;      /* signs that part a headline from a name, between blanks */
  const double *weight;           /* of each feature */
  double in_main, slack;          /* the weight of the words that the main text has; more than rounding adds to a sum */
  int32_t quotes, separators;
  uint32_t dots;                  /* a sign that is three dots */
  int32_t shortest, is_long, is_very_long; /* letters of a name inside of others; words of a headline */
} HeadlineRules;

enum { IS_LETTER = 1, IS_COMPOSED = 2 };

typedef struct {
  const HeadingRules *heading;
  const DeclaredRules *declared;
  const HeadlineRules *weighed;
} HeadlineFinder;

/* A page whose headline is asked for, and what was found. */
typedef struct {
  int64_t words;
  const int32_t *word_start, *word_end;
  int64_t address_size;
  const uint32_t *address; /* of the page */
  int64_t starts_at;       /* where the main text starts, -1 where that is to be found; */
  int64_t stretches;
  const int32_t *from, *to; /* where it stands */
  int64_t renamed;
  const int32_t *source_of; /* tag numbers of elements that are called as a source, each with that */
  int64_t length, room, most_rows; /* of the page; of what follows */
  uint32_t *text; /* the title and the candidates, a line each; */
  HeadlineRow *rows;
  int32_t *first; /* where not NULL: the first candidate of each group, */
  double *described; /* and its features; then none is chosen, */
  double *sums;      /* else what each group weighs, but for the words that the main text has, up to rounding */
  int64_t title, candidates, groups; /* where the title's line ends; how many there are */
  int64_t best;                      /* the candidate that is the headline, NO_HEADLINE, or IN_DOUBT where Python must choose */
  int64_t composed;                  /* whether it is sure that all lines are composed as Unicode recommends */
  double chance;                     /* how sure the choice is, up to rounding; 0 where readers see the headline */
} HeadlineAsked;

enum { NO_HEADLINE = -1, IN_DOUBT = -2 };

/* A line that is being written: white space folded, without signs at its end that are no part of it. */
typedef struct {
  uint32_t *began, *at, *end; /* where its first character stands, where the next one goes, where room ends */
  uint32_t *before_signs;     /* where the signs started that were read last, NULL if something else was */
  int blank;                  /* whether a blank was read and not yet written */
} TextLine;

typedef struct {
  TextLine line;
  uint32_t *text;
  HeadlineRow *rows;
  int64_t count, most;
  int left; /* whether only Python can read something */
} Gathered;

static void put_read(const HeadingRules *rules, TextLine *line, uint32_t c) {
  uint8_t sort = c > 0xFFFF ? (c == *rules->sign ? SIGN : 0) : rules->sort[c];
  if (sort & FOLDED) {
    line->blank = 1;
    return;
  }
  if (line->end - line->at < 4) return; /* so little is left only where there is no room for all */
  if (!(sort & SIGN)) line->before_signs = NULL;
  else if (!line->before_signs || line->blank) line->before_signs = line->at;
  if (line->blank && line->at > line->began) *line->at++ = ' ';
  *line->at++ = c;
  line->blank = 0;
}

static void forget_line(TextLine *line) {
  line->at = line->began;
  line->before_signs = NULL;
  line->blank = 0;
}

/* Ends the line that was just read; gives where. */
static int32_t close_line(Gathered *found) {
  *found->line.at++ = '\n';
  found->line.began = found->line.at;
  forget_line(&found->line);
  return (int32_t)(found->line.at - found->text);
}

/* Writes the row of the line that was just read, as far as there is room; what is placed is left out where it is empty or
   too long. */
static void put_row(Gathered *found, int64_t longest, HeadlineRow row) {
  TextLine *line = &found->line;
  if (line->before_signs) line->at = line->before_signs;
  int64_t characters = line->at - line->began;
  if ((row.place & IS_PLACED && (!characters || (!row.part && characters > longest))) || found->count == found->most) {
    forget_line(line);
    return;
  }
  row.written = close_line(found);
  found->rows[found->count++] = row;
}

#endif
