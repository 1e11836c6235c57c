/* What tells languages apart: the fields are filled, in this order, by webwinnow/metadata/languages.py. */

#ifndef WEBWINNOW_LANGUAGES_H
#define WEBWINNOW_LANGUAGES_H

#include "kernels.h"

typedef struct {
  const Characters *characters;
  const Folding *folding;
  const uint32_t *text; /* words that speak for languages, one behind the other, */
  const int32_t *at;    /* where each starts, */
  const int32_t *slot;  /* and where to look for it */
  const int32_t *word_at;  /* where the languages of each start among those */
  const uint8_t *of_word;
  const double *among;     /* what its worth is divided by */
  const uint32_t *letter;  /* letters that do, in order, */
  const int32_t *letter_at; /* and their languages */
  const uint8_t *of_letter;
  const uint32_t *script_first, *script_last; /* ranges of letters of other scripts than Latin, in order */
  double letter_worth;
  int32_t mask, letters, scripts;
  int32_t read; /* characters of a text that are looked at */
} Languages;

enum { LANGUAGES = 128, LONGEST_BEGINNING = 4096 }; /* more languages than there are; characters that there is room for */
enum { MICRO = 0xB5 }; /* the only sign below the letters of other scripts that is folded to one of these */

typedef struct {
  double most, second;
  int64_t best;
} LanguageVerdict;

#endif
