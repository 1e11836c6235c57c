/* A line of inlines while it is read: what belongs together is joined, pictures before and behind text are parted from it.
   Twins: Line of render/structure/line.py, and _apart and _kind_of of writing.py. Included by block_building.h. */

static Setting shared_setting(const Setting *a, const Setting *b) {
  Setting shared = {a->marks & b->marks, a->link == b->link ? a->link : -1, a->code == b->code ? a->code : -1,
                    a->language == b->language ? a->language : -1};
  if (a->code != b->code) shared.marks &= ~IN_CODE;
  return shared;
}

static void put_inline(Building *b, const Inline *made) {
  if (b->inline_count == b->inline_room) {
    b->failed = NO_ROOM;
    return;
  }
  b->inlines[b->inline_count++] = *made;
}

static inline int32_t address_of(const Building *b, const Setting *setting) {
  return setting->link < 0 ? -1 : b->page->detail[setting->link];
}

/* Ends the inline that is being read. */
static void close_inline(Building *b) {
  Line *line = &b->line;
  if (!line->filled) return;
  Inline made = {INLINE_TEXT, line->setting.marks, address_of(b, &line->setting), -1, line->setting.language,
                 line->first_place, line->behind_places, line->start, (int32_t)b->size};
  put_inline(b, &made);
  line->filled = 0, line->first_place = line->behind_places = 0;
}

static void set_text(Building *b, const Setting *setting) {
  if (is_set_alike(setting, &b->line.setting)) return;
  close_inline(b);
  b->line.setting = *setting;
}

/* Takes what was written since `start` as a part of the inline. */
static void take_text(Building *b, int64_t start) {
  if (b->size == start) return;
  if (!b->line.filled) b->line.start = (int32_t)start;
  b->line.filled = 1;
}

static void put_line_break(Building *b) {
  close_inline(b);
  put_inline(b, &(Inline){INLINE_BREAK, 0, -1, -1, -1, 0, 0, 0, 0});
}

static uint32_t character_at(const uint8_t *text, int32_t at, int32_t *behind) {
  uint32_t c = text[at];
  int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
  if (more) c &= 0x3Fu >> more;
  for (int i = 1; i <= more; i++) c = c << 6 | (text[at + i] & 63);
  *behind = at + 1 + more;
  return c;
}

/* Tells whether an inline is nothing but white space, or a break. */
static int is_between(const Building *b, const Inline *each) {
  if (each->kind == INLINE_IMAGE || each->source >= 0) return 0;
  for (int32_t at = each->start; at < each->end;) {
    uint32_t c = character_at(b->text, at, &at);
    if (c > 0xFFFF || !(b->rules->flow->sort[c] & WHITE)) return 0;
  }
  return 1;
}

/* Names a paragraph of pictures only by what it holds. */
static int32_t kind_of_line(const Building *b, int64_t first, int64_t behind, int32_t kind) {
  int images = 0;
  if (kind != KIND_PARAGRAPH) return kind;
  for (int64_t i = first; i < behind; i++) {
    if (b->inlines[i].kind == INLINE_IMAGE) images = 1;
    else if (!is_between(b, &b->inlines[i])) return kind;
  }
  return images ? KIND_IMAGE : kind;
}

static void put_line(Building *b, int64_t first, int64_t behind) {
  if (first == behind) return;
  const Context *context = &b->line.context;
  int32_t kind = kind_of_line(b, first, behind, context->kind);
  put_leaf(b, context, kind, context->level, b->line.home, first, behind, -1);
}

static int stands_apart(const Building *b, const Inline *each) {
  if (each->kind == INLINE_IMAGE) return b->seen[b->page->atom_source[each->source]];
  return is_between(b, each);
}

/* Writes only what is more than white space. */
static void put_pictures(Building *b, int64_t first, int64_t behind) {
  int64_t kept = first;
  for (int64_t i = first; i < behind; i++)
    if (!is_between(b, &b->inlines[i])) b->inlines[kept++] = b->inlines[i];
  put_line(b, first, kept);
}

/* Leaves out the blanks at the edges of a text that stood beside pictures. Twin: _trimmed of writing.py. */
static void trim_text(Building *b, int64_t from, int64_t to) {
  Inline *first = &b->inlines[from], *last = &b->inlines[to - 1];
  if (first->kind == INLINE_TEXT && first->source < 0)
    while (first->start < first->end && b->text[first->start] == ' ') first->start++;
  if (last->kind == INLINE_TEXT && last->source < 0)
    while (last->start < last->end && b->text[last->end - 1] == ' ') last->end--;
}

static void put_parted(Building *b, int64_t first, int64_t behind) {
  int64_t from = first, to = behind;
  while (from < to && stands_apart(b, &b->inlines[from])) from++;
  while (to > from && stands_apart(b, &b->inlines[to - 1])) to--;
  if (from == to || to - from == behind - first) {
    put_line(b, first, behind);
    return;
  }
  put_pictures(b, first, from);
  trim_text(b, from, to);
  put_line(b, from, to);
  put_pictures(b, to, behind);
}

static void end_line(Building *b) {
  if (!b->line.active) return;
  close_inline(b);
  b->line.active = 0;
  int64_t first = b->line.first, behind = b->inline_count;
  while (first < behind && b->inlines[first].kind == INLINE_BREAK) first++;
  while (first < behind && b->inlines[behind - 1].kind == INLINE_BREAK) behind--;
  if (b->has_pictures && behind - first > 1) put_parted(b, first, behind);
  else put_line(b, first, behind);
}

/* Goes on with the line if nothing came between, else starts a new one. */
static void line_for(Building *b, const Context *context, int32_t breaks, int32_t home) {
  const Context *last = &b->line.context;
  int passed = breaks != b->passed_breaks;
  b->passed_breaks = breaks;
  if (!b->line.active || passed || last->open != context->open || last->kind != context->kind ||
      last->level != context->level) {
    end_line(b);
    b->line = (Line){.active = 1, .home = home, .first = (int32_t)b->inline_count, .setting = PLAINLY_SET};
  }
  b->line.context = *context;
}
