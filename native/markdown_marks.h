/* A line of Markdown whose marks are no plain ones: signs where CommonMark surely reads them, else tags. Twin: _with_marks
   of render/markdown/inline.py, and what it asks. */

enum { MOST_AROUND = 6 }; /* a link and five marks */

static const int32_t ORDER[] = {STRONG, EMPHASIS, DELETED, SUPERSCRIPT, SUBSCRIPT};
static const char *const TAGS[] = {"strong", "em", "del", "sup", "sub"};

/* What is around a piece of a line, outermost first. */
typedef struct {
  int32_t each[MOST_AROUND];
  int count;
} Around;

static int has_letters(Markdown *m, const Span *span) {
  int size = 1;
  if (span->kind == INLINE_IMAGE) return 0;
  for (int64_t i = 0; i < span->size; i += size) {
    if (sort_at(m, said(span), i) & IS_ALPHANUMERIC) return 1;
    character_from(span->at + i, &size);
  }
  return 0;
}

static int64_t leading_white(const Markdown *m, Text text) {
  int64_t at = 0;
  for (int size = 1; is_white_at(m, text, at); at += size) character_from(text.at + at, &size);
  return at;
}

static int64_t trailing_white(const Markdown *m, Text text) {
  int64_t at = text.size;
  while (at && is_white_at(m, text, start_before(text, at))) at = start_before(text, at);
  return text.size - at;
}

/* Tells how long the sign is that ends a text behind a letter; none if it does not. */
static int64_t loose_end(Markdown *m, Text text) {
  static const uint32_t signs[] = {':', 0xFF1A, ',', 0xFF0C, '.', 0x3002, ';', 0xFF1B, 0x3001, '!', 0xFF01, '?', 0xFF1F};
  int size;
  if (!text.size) return 0;
  int64_t last = start_before(text, text.size);
  uint32_t c = character_from(text.at + last, &size);
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (c == signs[i]) return sort_before(m, text, last) & IS_ALPHANUMERIC ? size : 0;
  return 0;
}

/* Splits off the edges of a marked text at which its marks begin or end. */
static void split_edges(Markdown *m, const Span *span, int32_t begins, int32_t ends, int before_letter) {
  Text text = said(span);
  int64_t first = begins ? leading_white(m, text) : 0, loose = before_letter ? loose_end(m, text) : 0;
  int64_t last = text.size - (!ends ? 0 : loose ? loose : trailing_white(m, text));
  Span before = *span, middle = *span, behind = *span;
  before.size = (int32_t)first, before.marks &= (int16_t)~begins;
  middle.at += first, middle.size = (int32_t)(last - first);
  behind.at += last, behind.size = (int32_t)(text.size - last), behind.marks &= (int16_t)~ends;
  if (before.size) add_span(m, &before);
  if (middle.size) add_span(m, &middle);
  if (behind.size) add_span(m, &behind);
}

/* Takes marks off blanks at their edges, off images and lone punctuation, and off a colon before a letter. What it makes
   stands behind the inlines that it was made of, whose number it gives. */
static int64_t tidy(Markdown *m) {
  int64_t count = m->span_count;
  for (int64_t i = 0; i < count && !m->failed; i++) {
    Span span = m->spans[i];
    int32_t before = i ? m->spans[i - 1].marks : 0, behind = i + 1 < count ? m->spans[i + 1].marks : 0;
    int32_t begins = span.marks & SIGNED & ~before, ends = span.marks & SIGNED & ~behind;
    if (!(begins | ends) || (span.marks & IN_CODE)) {
      add_span(m, &span);
    } else if (!has_letters(m, &span)) {
      span.marks &= (int16_t)~(begins & ends);
      add_span(m, &span);
    } else {
      int before_letter = i + 1 < count && (sort_at(m, said(&m->spans[i + 1]), 0) & IS_ALPHANUMERIC);
      split_edges(m, &span, begins, ends, before_letter);
    }
  }
  return count;
}

static int holds_around(const Around *around, int count, int32_t each) {
  for (int i = 0; i < count; i++)
    if (around->each[i] == each) return 1;
  return 0;
}

/* Orders what is around an inline: what is open already stays outside, then what goes on behind it. */
static Around around_span(const Span *span, const Around *before, const Span *behind) {
  Around wanted = {{0}, 0}, ordered = {{0}, 0};
  if (span->link >= 0) wanted.each[wanted.count++] = FIRST_LINK + span->link;
  for (int i = 0; i < 5; i++)
    if (span->marks & ORDER[i]) wanted.each[wanted.count++] = ORDER[i];
  int same = before->count >= wanted.count && !memcmp(before->each, wanted.each, (size_t)wanted.count * sizeof(int32_t));
  if (same || wanted.count < 2) return wanted;
  while (ordered.count < before->count && holds_around(&wanted, wanted.count, before->each[ordered.count]))
    ordered.each[ordered.count] = before->each[ordered.count], ordered.count++;
  int open_already = ordered.count;
  for (int ending = 0; ending < 2; ending++) {
    for (int i = 0; i < wanted.count; i++) {
      int32_t each = wanted.each[i];
      int goes_on = each >= FIRST_LINK ? behind && each == FIRST_LINK + behind->link : behind && (behind->marks & each);
      if (!holds_around(&ordered, open_already, each) && goes_on == !ending) ordered.each[ordered.count++] = each;
    }
  }
  return ordered;
}

static void add_part(Markdown *m, int32_t type, int32_t mark, int64_t start) {
  if (m->part_count == m->part_room) {
    Part *more = realloc(m->parts, (2 * (size_t)m->part_room + 32) * sizeof(Part));
    if (!more) {
      m->failed = NO_MEMORY;
      return;
    }
    m->parts = more, m->part_room = 2 * m->part_room + 32;
  }
  m->parts[m->part_count++] = (Part){type, mark, (int32_t)start, (int32_t)m->parts_text.size, -1, 0};
}

static void add_around(Markdown *m, const Around *old, const Around *new) {
  int shared = 0;
  while (shared < old->count && shared < new->count && old->each[shared] == new->each[shared]) shared++;
  for (int i = old->count - 1; i >= shared; i--) add_part(m, PART_CLOSES, old->each[i], m->parts_text.size);
  for (int i = shared; i < new->count; i++) add_part(m, PART_OPENS, new->each[i], m->parts_text.size);
}

/* Escapes exclamation marks before links, which would make them images. */
static void escape_bangs(Markdown *m) {
  for (int64_t i = 0; i + 1 < m->part_count && !m->failed; i++) {
    Part *part = &m->parts[i], *next = part + 1;
    uint8_t *text = m->parts_text.at;
    if (part->start == part->end || text[part->end - 1] != '!' || text[part->start] == '`') continue;
    int opens_link = next->type == PART_OPENS && next->mark >= FIRST_LINK;
    if (opens_link || (next->start < next->end && text[next->start] == '[')) part->partner = 1;
  }
}

/* Opens and closes marks so that they nest. */
static void make_parts(Markdown *m, int64_t first, int dollars) {
  Around around = {{0}, 0}, nothing = {{0}, 0};
  m->part_count = m->parts_text.size = 0;
  for (int64_t i = first; i < m->span_count && !m->failed; i++) {
    const Span *span = &m->spans[i];
    if (around.count || span->marks || span->link >= 0) {
      Around wanted = around_span(span, &around, i + 1 < m->span_count ? span + 1 : NULL);
      add_around(m, &around, &wanted);
      around = wanted;
    }
    int64_t start = m->parts_text.size;
    if (span->kind == INLINE_BREAK) {
      add_part(m, PART_BREAK, 0, start);
      continue;
    }
    put_span(m, &m->parts_text, span, dollars);
    if (m->failed) return;
    add_part(m, PART_TEXT, 0, start);
    dollars |= start < m->parts_text.size && m->parts_text.at[start] == '$';
  }
  add_around(m, &around, &nothing);
  escape_bangs(m);
}

static inline int is_mark(const Part *part, int32_t type) { return part->type == type && part->mark < FIRST_LINK; }

/* The sort of the character on one side of a mark, past marks that open or close with it at the same place. A star stands
   for a mark that ends there while this one starts. */
enum { LINE_EDGE = 256, A_STAR = 512, ASCII_SIGN = 1024 };

static int beside(Markdown *m, int64_t at, int step) {
  int32_t type = m->parts[at].type;
  at += step;
  while (at >= 0 && at < m->part_count && is_mark(&m->parts[at], type)) at += step;
  if (at < 0 || at >= m->part_count || m->parts[at].type == PART_BREAK) return LINE_EDGE;
  const Part *part = &m->parts[at];
  if (part->start < part->end) {
    Text text = {m->parts_text.at + part->start, part->end - part->start};
    int64_t place = step > 0 ? 0 : start_before(text, text.size);
    uint8_t sort = sort_at(m, text, place), c = text.at[place];
    return c == '*' ? A_STAR : sort | (c < 0x80 && (sort & IS_SYMBOL) ? ASCII_SIGN : 0);
  }
  int is_link = part->mark >= FIRST_LINK && part->type != PART_TEXT;
  return is_link ? IS_PUNCTUATION : A_STAR;
}

static int is_edge(int outside) { return (outside & (LINE_EDGE | IS_WHITE | IS_PUNCTUATION | ASCII_SIGN)) != 0; }

static int is_any_punctuation(int inside) { return (inside & (IS_PUNCTUATION | IS_SYMBOL)) != 0; }

static int is_one_sided(int inside, int outside) {
  if (outside & (LINE_EDGE | IS_WHITE)) return 1;
  return is_edge(outside) && !is_any_punctuation(inside);
}

static int sign_holds(int inside, int outside, int simple) {
  if (inside & IS_WHITE) return 0;
  return (is_edge(outside) || !is_any_punctuation(inside)) && (simple || is_one_sided(inside, outside));
}

/* Tells whether signs hold at both ends; inside of a word only for a mark that is alone. */
static int signs_hold(Markdown *m, int64_t first, int64_t last, int alone) {
  for (int64_t i = first; i < last; i++) {
    const Part *part = &m->parts[i];
    if (part->type == PART_BREAK || (part->type == PART_TEXT && part->start == part->end)) return 0;
  }
  int before = beside(m, first, -1), behind = beside(m, last, 1), begin = beside(m, first, 1), end = beside(m, last, -1);
  if ((begin | end) & LINE_EDGE || (before | behind | begin | end) & A_STAR) return 0;
  int simple = alone && last == first + 2;
  return sign_holds(begin, before, simple) && sign_holds(end, behind, simple);
}

/* Finds for each opening its closing, and the openings whose signs hold. Marks nest, so that few are open at a time. */
static void find_signs(Markdown *m) {
  int64_t open[MOST_AROUND + 1];
  int depth = 0, marks = 0;
  for (int64_t i = 0; i < m->part_count; i++) {
    Part *part = &m->parts[i];
    if (part->type == PART_OPENS) open[depth++] = i;
    if (part->type == PART_CLOSES) part->partner = (int32_t)open[--depth], m->parts[open[depth]].partner = (int32_t)i;
  }
  for (int64_t i = 0; i < m->part_count && !m->failed; i++) {
    Part *part = &m->parts[i];
    if (is_mark(part, PART_OPENS)) {
      part->held = is_sign(part->mark) && signs_hold(m, i, part->partner, !marks);
      marks++;
    }
    if (is_mark(part, PART_CLOSES)) marks--, part->held = m->parts[part->partner].held;
  }
}

static void put_mark(Markdown *m, Bytes *out, const Part *part) {
  if (part->held) {
    put_string(m, out, sign_of(part->mark));
    return;
  }
  int number = 0;
  while (ORDER[number] != part->mark) number++;
  put_string(m, out, part->type == PART_OPENS ? "<" : "</");
  put_string(m, out, TAGS[number]);
  put_byte(m, out, '>');
}

/* Writes inlines of which some open or close marks. */
static void put_with_marks(Markdown *m, Bytes *out, int dollars, const Manner *manner) {
  make_parts(m, tidy(m), dollars);
  if (!m->failed) find_signs(m);
  int starts_line = manner->at_line_start;
  for (int64_t i = 0; i < m->part_count && !m->failed; i++) {
    const Part *part = &m->parts[i];
    int64_t start = out->size;
    if (part->type == PART_BREAK) {
      put_string(m, out, manner->line_break);
      starts_line = breaks_lines(manner);
      continue;
    }
    if (part->type == PART_TEXT) {
      put_bytes(m, out, m->parts_text.at + part->start, part->end - part->start);
      if (part->partner == 1) insert_byte(m, out, out->size - 1, '\\');
      if (starts_line && !m->failed) escape_line_start(m, out, start);
    } else if (part->mark < FIRST_LINK) {
      put_mark(m, out, part);
    } else if (part->type == PART_OPENS) {
      put_byte(m, out, '[');
    } else {
      close_link(m, out, part->mark - FIRST_LINK);
    }
    starts_line = 0;
  }
}
