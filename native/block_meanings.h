/* What each element of a page means for its structure: what holds inside of it. Twins: the functions of
   render/structure/meanings.py, and _with_language and _entered of building.py. Included by block_building.h. */

static void open_block(Building *b, Context *context, Block *block) {
  if (b->opens[context->open].block.depth >= b->rules->deepest) { /* its text is a part of what is around */
    context->kind = KIND_PARAGRAPH, context->level = 0, context->in_head = 0;
    return;
  }
  end_line(b);
  block->language = context->language;
  block->flags |= declared(context->direction) ? declared(context->direction) : UNDECLARED;
  context->open = make_open(b, place_for(b, context->open, block->kind), block, 0);
  context->kind = KIND_PARAGRAPH, context->level = 0, context->in_head = 0;
}

static void open_kind(Building *b, Context *context, int32_t kind, int32_t flags, int32_t number) {
  Block block = {kind, 0, 0, context->element, number, flags, 1, 1, -1, -1, 0, 0};
  open_block(b, context, &block);
}

static void enter_item(Building *b, Context *context, int32_t value, int32_t rank) {
  const Block *listed = &b->opens[context->open].block;
  int32_t first = listed->kind == KIND_LIST ? listed->number : 1;
  open_kind(b, context, KIND_ITEM, 0, value == NO_DETAIL ? first + rank : value);
}

static void enter_cell(Building *b, Context *context, int is_header, int32_t stretch) {
  if (b->opens[context->open].block.kind != KIND_ROW) return;
  int32_t columns = 1, rows = 1, flags = is_header || context->in_head ? HEADER : 0;
  if (stretch != NO_DETAIL) columns = stretch & ((1 << COLUMN_BITS) - 1), rows = stretch >> COLUMN_BITS;
  Block block = {KIND_CELL, 0, 0, context->element, 1, flags, columns, rows, -1, -1, 0, 0};
  open_block(b, context, &block);
  write_open(b, context->open);
}

static void enter_row(Building *b, Context *context) {
  int32_t in_head = context->in_head;
  if (b->opens[context->open].block.kind != KIND_TABLE) return;
  open_kind(b, context, KIND_ROW, 0, 1);
  context->in_head = in_head;
}

/* A heading with very many pieces was left open, and what stands in it is the page. */
static void enter_heading(const Building *b, Context *context, int32_t level, int64_t piece) {
  int64_t behind = piece + b->rules->longest_heading;
  if (behind < b->page->pieces && b->page->gap[behind] <= b->page->close[context->element]) return;
  context->kind = KIND_HEADING, context->level = level, context->heading = (int32_t)piece;
}

static void put_rule(Building *b, const Context *context) {
  end_line(b);
  if (contents_of(b->opens[context->open].block.kind) >= 0) return;
  b->has_rules = 1;
  put_leaf(b, context, KIND_RULE, context->level, context->element, 0, 0, -1);
}

static void put_code(Building *b, const Context *context, int32_t code) {
  const CodePlace *place = &b->page->code[code];
  if (place->first == place->behind) return;
  end_line(b);
  int64_t first = b->inline_count;
  put_inline(b, &(Inline){INLINE_TEXT, 0, -1, code, -1, place->first, place->behind, 0, 0});
  put_leaf(b, context, KIND_CODE, 0, context->element, first, first + 1, place->label);
}

/* Takes the language and the direction that an element names. */
static void take_language(const Building *b, Context *context, const Stated *stated) {
  int32_t language = stated->language, direction = stated->direction & ~VERSE;
  int breaking = b->rules->breaking[b->page->tag[context->element]];
  if (language >= 0 && breaking) context->language = language, context->setting.language = -1;
  else if (language >= 0 && language != context->language) context->setting.language = language;
  if (breaking && direction) context->direction = direction == AUTOMATIC ? NO_DIRECTION : direction;
  if (stated->direction & VERSE) context->verse = 1;
}

/* Opens a callout, which is a quotation that names its kind, or sets its title; gives whether the element is one. */
static int enter_callout(Building *b, Context *context, int32_t callout) {
  if (callout == CALLOUT_TITLE) context->setting.marks |= STRONG;
  if (callout < 0) return callout == CALLOUT_TITLE;
  Block block = {KIND_QUOTE, 0, 0, context->element, 1, 0, 1, 1, -1, callout, 0, 0};
  open_block(b, context, &block);
  return 1;
}

static void enter_link(const Building *b, Context *context) {
  context->setting.link = b->page->detail[context->element] == NO_DETAIL ? -1 : context->element;
}

static void enter_mark(const Building *b, Context *context, int32_t mark) {
  context->setting.marks |= mark;
  if (mark == IN_CODE) context->setting.code = context->element;
  (void)b;
}

/* Changes what holds inside an element; `piece` is the first behind its start tag, `rank` counts items before it. */
static void enter(Building *b, Context *context, int64_t piece, int32_t rank) {
  int32_t tag = b->page->tag[context->element], detail = b->page->detail[context->element];
  int32_t around = b->opens[context->open].block.kind, means = b->rules->meaning[tag], mark = b->rules->mark[tag];
  switch (means) {
    case MEANS_MARK: enter_mark(b, context, mark); break;
    case MEANS_LINK: enter_link(b, context); break;
    case MEANS_HEADING: enter_heading(b, context, mark, piece); break;
    case MEANS_LIST: open_kind(b, context, KIND_LIST, 0, 1); break;
    case MEANS_ORDERED: open_kind(b, context, KIND_LIST, ORDERED, detail == NO_DETAIL ? 1 : detail); break;
    case MEANS_ITEM: enter_item(b, context, detail, rank); break;
    case MEANS_DIVISION:
      if (context->kind == KIND_HEADING && piece > context->heading) context->kind = KIND_PARAGRAPH, context->level = 0;
      break;
    case MEANS_QUOTE: open_kind(b, context, KIND_QUOTE, 0, 1); break;
    case MEANS_FIGURE: open_kind(b, context, KIND_FIGURE, 0, 1); break;
    case MEANS_TABLE: if (detail != NO_DETAIL) open_kind(b, context, KIND_TABLE, 0, 1); break;
    case MEANS_HEAD: context->in_head = 1; break;
    case MEANS_ROW: enter_row(b, context); break;
    case MEANS_CELL: case MEANS_HEADER: enter_cell(b, context, means == MEANS_HEADER, detail); break;
    case MEANS_CAPTION: context->kind = KIND_CAPTION, context->level = 0; break;
    case MEANS_DEFINITIONS: open_kind(b, context, KIND_DEFINITIONS, 0, 1); break;
    case MEANS_TERM: if (around == KIND_DEFINITIONS) context->kind = KIND_TERM; break;
    case MEANS_DESCRIPTION: if (around == KIND_DEFINITIONS) open_kind(b, context, KIND_DESCRIPTION, 0, 1); break;
    case MEANS_RULE: put_rule(b, context); break;
    default: break;
  }
}
