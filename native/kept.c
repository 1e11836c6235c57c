/* Finds which elements of a page hold what is kept of it, and which pictures, rules and scripts are kept with it. Twin:
   _counted of render/structure/kept.py. */

#include "kept.h"

typedef struct {
  int64_t elements, tags, pieces, runs;
  const int16_t *code, *tag; /* of the tags, of the elements */
  const int32_t *parent, *first, *close;
  const uint8_t *marks;       /* why elements may not be seen, */
  const int32_t *characters;  /* and how many visible characters stand before each gap */
  const int32_t *run_gap, *gap, *home; /* of the runs and of the pieces */
  const int32_t *around; /* the nearest block of each element */
  const KeptRules *rules;
} KeptPage;

typedef struct {
  int32_t *pieces, *runs; /* how many stand before each gap */
  int32_t *nearest;       /* the nearest element with visible text */
  uint8_t *beside;        /* blocks with kept text right inside */
} Counted;

static void count_before(int64_t gaps, int64_t count, const int32_t *gap, int32_t *before) {
  for (int64_t i = 0; i < count; i++) before[gap[i] + 1]++;
  for (int64_t i = 0; i < gaps; i++) before[i + 1] += before[i];
}

static inline int32_t inside_of(const KeptPage *page, const int32_t *before, int64_t e) {
  return before[page->close[e] + 1] - before[page->first[e] + 1];
}

/* Tells whether an atom stands among the kept text, in no element that lost all its text. */
static int is_among_text(const KeptPage *page, const Counted *counted, int64_t e) {
  int32_t around = counted->nearest[e], held = inside_of(page, counted->pieces, around);
  if ((page->marks[e] & page->rules->unseen) || !held) return 0;
  if (page->first[e] >= page->gap[0] && page->first[e] < page->gap[page->pieces - 1]) return 1;
  return !page->rules->is_whole[page->tag[around]] && held >= page->rules->mostly * inside_of(page, counted->runs, around);
}

static void mark_atoms(const KeptPage *page, const Counted *counted, const KeptPieces *given, uint8_t *atoms) {
  int chooses = given->image_count >= 0;
  for (int64_t i = 0; i < page->pieces; i++) counted->beside[page->around[page->home[i]]] = 1;
  counted->beside[0] = 0;
  for (int64_t e = 0; e < page->elements; e++) {
    int held = inside_of(page, page->characters, e) > 0;
    counted->nearest[e] = held ? (int32_t)e : page->parent[e] < 0 ? 0 : counted->nearest[page->parent[e]];
    int apart = chooses && page->rules->is_image[page->tag[e]] && !counted->beside[page->around[e]];
    atoms[e] = page->rules->is_atom[page->tag[e]] && !apart && is_among_text(page, counted, e);
  }
  for (int64_t i = 0; i < given->image_count; i++) atoms[given->images[i]] = 1;
}

/* Marks the elements that hold a piece or an atom, and the cells of rows that do. */
static void mark_needed(const KeptPage *page, const Counted *counted, const uint8_t *atoms, uint8_t *needed) {
  for (int64_t e = 0; e < page->elements; e++) needed[e] = inside_of(page, counted->pieces, e) > 0;
  for (int64_t e = page->elements - 1; e >= 0; e--)
    for (int64_t at = e; atoms[e] && at >= 0 && (at == e || !needed[at]); at = page->parent[at]) needed[at] = 1;
  for (int64_t e = page->elements - 1; e > 0; e--) /* what is around comes later, as it was before */
    needed[e] |= page->rules->is_cell[page->tag[e]] && needed[page->parent[e]];
}

/* Gives NO_MEMORY, or 0. `around` is the nearest block of each element, `lines` counts the line breaks before each gap. */
KERNEL int64_t find_kept(const KeptRules *rules, const Page *columns, const KeptPieces *given, uint8_t *needed,
                         uint8_t *atoms, int32_t *around, int32_t *lines) {
  const KeptPage whole = {
      columns->elements, columns->tags, given->pieces, columns->runs, shorts(columns, CODE), shorts(columns, TAG),
      ints(columns, PARENT), ints(columns, FIRST), ints(columns, CLOSE), bytes(columns, ELEMENT_MARKS),
      ints(columns, SEEN_BEFORE), ints(columns, GAP), given->gap, given->home, around, rules};
  const KeptPage *page = &whole;
  size_t gaps = (size_t)page->tags + 2, elements = (size_t)page->elements;
  Counted counted = {calloc(gaps, sizeof(int32_t)), calloc(gaps, sizeof(int32_t)), malloc(elements * sizeof(int32_t)),
                     calloc(elements, 1)};
  int made = counted.pieces && counted.runs && counted.nearest && counted.beside;
  if (made) {
    for (int64_t e = 0; e < page->elements; e++)
      around[e] = rules->is_block[page->tag[e]] ? (int32_t)e : page->parent[e] < 0 ? 0 : around[page->parent[e]];
    count_before(page->tags + 1, page->pieces, page->gap, counted.pieces);
    count_before(page->tags + 1, page->runs, page->run_gap, counted.runs);
    mark_atoms(page, &counted, given, atoms);
    mark_needed(page, &counted, atoms, needed);
    lines[0] = 0;
    for (int64_t i = 0; i < page->tags; i++) lines[i + 1] = lines[i] + (page->code[i] == page->rules->line);
  }
  free(counted.pieces), free(counted.runs), free(counted.nearest), free(counted.beside);
  return made ? 0 : NO_MEMORY;
}
