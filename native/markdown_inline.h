/* A line of Markdown: text, links, pictures, and marks where signs surely hold. Twin: written_lines and _in_signs of
   render/markdown/inline.py. */

enum { SIGNED = STRONG | EMPHASIS | DELETED, WRITTEN = SIGNED | SUPERSCRIPT | SUBSCRIPT };

/* How lines are written: what a line break is, and whether signs at the start of a line mean something. */
typedef struct {
  const char *line_break;
  int at_line_start;
} Manner;

static const Manner AS_LINES = {"\\\n", 1}, AS_HEADING = {" ", 0}, AS_TERM = {"<br>", 1}, AS_CELL = {"<br>", 0};

static inline int breaks_lines(const Manner *manner) { return manner->at_line_start && manner->line_break[0] == '\\'; }

static const char *sign_of(int32_t mark) { return mark == STRONG ? "**" : mark == EMPHASIS ? "*" : "~~"; }

static inline int is_sign(int32_t marks) { return marks == STRONG || marks == EMPHASIS || marks == DELETED; }

static Text text_of(const MarkdownTree *tree, const Inline *each) {
  if (each->kind == INLINE_BREAK) return (Text){(const uint8_t *)"\n", 1};
  if (each->source < 0) return (Text){tree->text + each->start, each->end - each->start};
  return pool_text(tree, (each->first_place < each->behind_places ? tree->codes : tree->alternatives) + each->source);
}

static void add_span(Markdown *m, const Span *span) {
  if (m->span_count == m->span_room) {
    Span *more = realloc(m->spans, (2 * (size_t)m->span_room + 16) * sizeof(Span));
    if (!more) {
      m->failed = NO_MEMORY;
      return;
    }
    m->spans = more, m->span_room = 2 * m->span_room + 16;
  }
  m->spans[m->span_count++] = *span;
}

/* Takes the inlines of a block, with emphasis on all text of captions. */
static void take_spans(Markdown *m, const Block *block) {
  m->span_count = 0;
  for (int32_t i = block->first; i < block->behind; i++) {
    const Inline *each = &m->tree->inlines[i];
    Text text = text_of(m->tree, each);
    Span span = {text.at, (int32_t)text.size, each->link, each->source, (int16_t)each->kind, (int16_t)each->marks};
    if (block->kind == KIND_CAPTION && each->kind == INLINE_TEXT) span.marks |= EMPHASIS;
    add_span(m, &span);
  }
}

/* Tells whether the dollars in a line may be read as those around a formula. */
static int has_dollars(Markdown *m) {
  int64_t dollars = 0;
  for (int64_t i = 0; i < m->span_count; i++) {
    Text text = said(&m->spans[i]);
    for (const uint8_t *at; text.size && (at = memchr(text.at, '$', (size_t)text.size)) != NULL; dollars++)
      text = (Text){at + 1, text.at + text.size - at - 1};
  }
  if (dollars < 2) return 0;
  m->parts_text.size = 0;
  for (int64_t i = 0; i < m->span_count; i++) put_bytes(m, &m->parts_text, m->spans[i].at, m->spans[i].size);
  return !m->failed && may_be_formula(m, (Text){m->parts_text.at, m->parts_text.size});
}

/* Tells whether no inline has more than one mark, and each mark is around whole words beside text without any. */
static int are_plainly_marked(Markdown *m) {
  static const Span nothing = {NULL, 0, -1, -1, INLINE_TEXT, 0};
  const Span *before = &nothing;
  for (int64_t i = 0; i < m->span_count; before = &m->spans[i++]) {
    const Span *span = &m->spans[i];
    int32_t marks = span->marks & WRITTEN;
    if ((before->marks & WRITTEN) && (marks || starts_with(said(span), '*'))) return 0;
    if (!marks) continue;
    if (!is_sign(span->marks) || span->kind != INLINE_TEXT || ends_with(said(before), '*') || !span->size) return 0;
    if (!(sort_at(m, said(span), 0) & sort_before(m, said(span), span->size) & IS_ALPHANUMERIC)) return 0;
  }
  return 1;
}

/* Writes the text of an inline. */
static void put_span(Markdown *m, Bytes *out, const Span *span, int dollars) {
  if (span->kind == INLINE_IMAGE) {
    Text source = pool_text(m->tree, m->tree->sources + span->source);
    if (source.size >= 5 && !memcmp(source.at, "data:", 5)) source.size = 0;
    if (!source.size && !span->size) return;
    put_string(m, out, "![");
    put_escaped(m, out, said(span), may_be_formula(m, said(span)), 1);
    put_string(m, out, "](");
    put_address(m, out, source);
    put_byte(m, out, ')');
  } else if (span->marks & IN_CODE) {
    put_code_span(m, out, said(span));
  } else {
    put_escaped(m, out, said(span), dollars, span->link >= 0);
  }
}

/* Escapes an exclamation mark at the end of what was written last: before a link, it would make it an image. */
static void escape_bang(Markdown *m, Bytes *out, int64_t from, int64_t to) {
  if (from < to && out->at[to - 1] == '!' && out->at[from] != '`') insert_byte(m, out, to - 1, '\\');
}

static void close_link(Markdown *m, Bytes *out, int32_t link) {
  put_string(m, out, "](");
  put_address(m, out, pool_text(m->tree, link));
  put_byte(m, out, ')');
}

/* Writes inlines that are plainly marked; some may be links. What was written last is from `before` on. */
static void put_in_signs(Markdown *m, Bytes *out, int dollars, const Manner *manner) {
  int32_t link = -1;
  int64_t before = out->size;
  int starts_line = manner->at_line_start;
  for (int64_t i = 0; i < m->span_count && !m->failed; i++) {
    const Span *span = &m->spans[i];
    if (span->link != link) {
      if (link >= 0) close_link(m, out, link);
      else escape_bang(m, out, before, out->size);
      if (span->link >= 0) put_byte(m, out, '[');
      link = span->link, before = out->size, starts_line = 0;
    }
    if (span->kind == INLINE_BREAK) {
      put_string(m, out, manner->line_break);
      before = out->size, starts_line = breaks_lines(manner);
      continue;
    }
    if (span->marks & WRITTEN) {
      put_string(m, out, sign_of(span->marks));
      put_span(m, out, span, dollars);
      put_string(m, out, sign_of(span->marks));
      before = out->size, starts_line = 0;
      continue;
    }
    int64_t start = out->size;
    put_span(m, out, span, dollars);
    if (m->failed) return;
    if (start < out->size && out->at[start] == '[') {
      int64_t size = out->size;
      escape_bang(m, out, before, start);
      start += out->size - size;
    }
    dollars |= start < out->size && out->at[start] == '$';
    before = start;
    if (starts_line) escape_line_start(m, out, start);
    starts_line = 0;
  }
  if (link >= 0) close_link(m, out, link);
}

static void put_with_marks(Markdown *m, Bytes *out, int dollars, const Manner *manner);

/* Writes the inlines of a block. */
static void put_line_of(Markdown *m, Bytes *out, const Block *block, const Manner *manner) {
  take_spans(m, block);
  if (m->failed) return;
  const Span *first = m->spans;
  if (m->span_count == 1 && first->size && !first->marks && first->link < 0 && first->kind == INLINE_TEXT) {
    int64_t start = out->size; /* most blocks are that simple */
    put_escaped(m, out, said(first), may_be_formula(m, said(first)), 0);
    if (manner->at_line_start && !m->failed) escape_line_start(m, out, start);
    return;
  }
  int dollars = has_dollars(m);
  if (are_plainly_marked(m)) put_in_signs(m, out, dollars, manner);
  else put_with_marks(m, out, dollars, manner);
}
