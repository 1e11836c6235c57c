/* What the words of class names say of elements and of the blocks in them. Twin: extractors/consensus/lexicon.py. */

#include "verdict.h"

/* The number of a word among those of a table, -1 if it is none of them. */
static int32_t number_of(const NameTable *names, const uint8_t *word, int64_t length, uint32_t hash) {
  for (uint32_t place = hash & (uint32_t)names->mask; names->slot[place]; place = (place + 1) & (uint32_t)names->mask) {
    int32_t n = names->slot[place] - 1, at = names->at[n];
    if (names->at[n + 1] - at == length && !memcmp(names->text + at, word, (size_t)length)) return n;
  }
  return -1;
}

/* Adds up per tag what its words say: words end with a blank, and a NUL stands before those of the next tag. Tells whether
   one of the words stands in `others`, if there are such: 1 for the first of them, 2 for the rest, 3 for both. */
static int score_and_look(const NameTable *names, const double *score, const NameTable *others, int64_t first_others,
                          const uint8_t *text, int64_t size, double *said) {
  uint32_t hash = FIRST_HASH;
  int64_t word = 0;
  int known = 0;
  *said = 0;
  for (int64_t i = 0; i < size; i++) {
    if (!text[i]) *++said = 0;
    if (text[i] == ' ') {
      int32_t n = number_of(names, text + word, i - word, hash);
      int32_t other = others ? number_of(others, text + word, i - word, hash) : -1;
      if (n >= 0) *said += score[n];
      if (other >= 0) known |= other < first_others ? 1 : 2;
    }
    if (text[i] && text[i] != ' ') {
      hash = hash_on(hash, text[i]);
    } else {
      hash = FIRST_HASH;
      word = i + 1;
    }
  }
  return known;
}

KERNEL void score_names(const NameTable *names, const double *score, const uint8_t *text, int64_t size, double *said) {
  score_and_look(names, score, NULL, 0, text, size, said);
}

/* What is said per holder: of itself, and along the elements around it. */
typedef struct {
  double *own, *least, *most, *sum, *next;
  int64_t *jump;
} Said;

/* Adds up along the elements around each: one, two, four and more steps at a time, in the order of the twin. */
static void add_up(Said *said, const int64_t *up, int64_t holders) {
  int64_t any = 1;
  for (int64_t h = 0; h < holders; h++) {
    said->sum[h] = h ? said->own[h] : 0;
    said->jump[h] = up[h];
  }
  while (any) {
    any = 0;
    for (int64_t h = 0; h < holders; h++) said->next[h] = said->sum[h] + said->sum[said->jump[h]];
    for (int64_t h = holders - 1; h >= 0; h--) any |= said->jump[h] = said->jump[said->jump[h]];
    double *summed = said->next;
    said->next = said->sum;
    said->sum = summed;
  }
}

static void look_around(Said *said, const double *of_tag, const int32_t *number, const int64_t *up, int64_t holders) {
  for (int64_t h = 0; h < holders; h++) {
    double own = said->own[h] = of_tag[number[h]];
    double least = h ? said->least[up[h]] : 0, most = h ? said->most[up[h]] : 0;
    said->least[h] = -own > least ? -own : least;
    said->most[h] = own > most ? own : most;
  }
  add_up(said, up, holders);
}

/* Writes the rows of LEXICON_NAMES; parents stand before their children. Gives what score_and_look says of the words that
   are doubted, -2 where memory is short. */
int64_t fill_lexicon(const Asking *model, const Blocks *b, float *out) {
  int64_t holders = b->holders, blocks = b->blocks;
  double *room = malloc((size_t)(b->names + 5 * holders) * sizeof *room), *rest = room + b->names;
  Said said = {rest, rest + holders, rest + 2 * holders, rest + 3 * holders, rest + 4 * holders,
               malloc((size_t)holders * sizeof(int64_t))};
  int64_t known = -2;
  if (room && said.jump) {
    known = score_and_look(model->lexicon, model->scores, model->doubted, model->comments, b->text, b->text_size, room);
    look_around(&said, room, b->number, b->up, holders);
  }
  for (int64_t block = 0; block < blocks && known >= 0; block++) {
    int64_t own = b->place[block], around = b->up[own];
    float *row = out + block;
    row[0] = (float)said.own[own];
    row[blocks] = (float)said.own[around];
    row[2 * blocks] = (float)said.own[b->up[around]];
    row[3 * blocks] = (float)-said.least[own];
    row[4 * blocks] = (float)said.most[own];
    row[5 * blocks] = (float)said.sum[own];
  }
  free(room);
  free(said.jump);
  return known;
}
