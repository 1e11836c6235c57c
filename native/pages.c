/* The kernels that read a page's characters, once for each width in which Python may hand them over. */

#include <math.h>

#include "blocks.h"
#include "page.h"
#include "posts.h"
#include "survey.h"
#include "text.h"
#include "wide.h"

typedef struct {
  double score;
  int32_t run;
} Alike;

#define CONCATENATED(name, width) name##_##width
#define NAMED(name, width) CONCATENATED(name, width)
#define FN(name) NAMED(name, WIDTH)

#define WIDTH 1
#define CH uint8_t
#include "width.inc"
#undef WIDTH
#undef CH

#define WIDTH 2
#define CH uint16_t
#include "width.inc"
#undef WIDTH
#undef CH

#define WIDTH 4
#define CH uint32_t
#include "width.inc"
