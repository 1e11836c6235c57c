/* The kernels that read a page's characters, once for each width in which Python may hand them over. */

#include <math.h>

#include "addresses.h"
#include "block_building.h"
#include "languages.h"
#include "opening.h"
#include "dropped.h"
#include "media.h"
#include "near.h"
#include "noted.h"
#include "ordinary.h"
#include "outline.h"
#include "page.h"
#include "posts.h"
#include "scratch.h"
#include "site_names.h"
#include "survey.h"
#include "text.h"
#include "wide.h"

typedef struct {
  double score;
  int32_t run;
} Alike;

typedef struct {
  uint32_t *text; /* the different terms of a title, or of some texts, one behind the other, */
  int32_t *at;    /* where each starts, */
  int32_t *times; /* and how often it stands there */
  int32_t *slot;  /* at least twice as many as there are words */
  uint32_t mask;
  int32_t count;
  int32_t *start, *end, *number; /* per word: where it stands, and which term it is */
  int64_t words;
} TitleTerms;

#define CONCATENATED(name, width) name##_##width
#define NAMED(name, width) CONCATENATED(name, width)
#define FN(name) NAMED(name, WIDTH)

#define WIDTH 4 /* first, since texts that Python has read, such as the title, are of this width whatever the page is */
#define CH uint32_t
#include "width.inc"
#undef WIDTH
#undef CH

#define WIDTH 1
#define CH uint8_t
#include "width.inc"
#undef WIDTH
#undef CH

#define WIDTH 2
#define CH uint16_t
#include "width.inc"
