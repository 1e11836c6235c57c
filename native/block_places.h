/* Where blocks stand: which block holds which, and which are there only because what is inside needs them. Twin: Writing
   of render/structure/writing.py. Included by block_building.h. */

enum { NOBODY = -1 };

/* What holds the text that stands right inside of such a block; -1 if it does. */
static int32_t contents_of(int32_t kind) {
  switch (kind) {
    case KIND_LIST: return KIND_ITEM;
    case KIND_TABLE: return KIND_ROW;
    case KIND_ROW: return KIND_CELL;
    case KIND_DEFINITIONS: return KIND_DESCRIPTION;
    default: return -1;
  }
}

static int32_t parent_of(int32_t kind) {
  switch (kind) {
    case KIND_ITEM: return KIND_LIST;
    case KIND_ROW: return KIND_TABLE;
    case KIND_CELL: return KIND_ROW;
    default: return -1;
  }
}

static inline int nests(int32_t kind) { return kind == KIND_LIST || kind == KIND_QUOTE; }

static void put_block(Building *b, const Block *block) {
  if (b->block_count == b->block_room) {
    b->failed = NO_ROOM;
    return;
  }
  b->blocks[b->block_count++] = *block;
}

/* Makes a block that holds blocks, inside another; gives its number, that of the page where memory is short. */
static int32_t make_open(Building *b, int32_t around, const Block *block, int implied) {
  if (b->open_count == b->open_room) {
    Open *more = take_scratch(2 * (size_t)b->open_room, sizeof(Open));
    if (!more) return b->failed = NO_MEMORY, 0;
    memcpy(more, b->opens, (size_t)b->open_room * sizeof(Open));
    leave_scratch(b->opens);
    b->opens = more, b->open_room *= 2;
  }
  Open *outer = &b->opens[around], *made = &b->opens[b->open_count];
  *made = (Open){*block, around, NOBODY, outer->level + nests(block->kind), 0, (uint8_t)implied};
  made->block.depth = outer->block.depth + 1;
  made->block.level = nests(block->kind) ? made->level : 0;
  return outer->latest = (int32_t)b->open_count++;
}

static int32_t make_inside(Building *b, int32_t around, int32_t kind) {
  const Block *outer = &b->opens[around].block;
  Block block = {kind, 0, 0, outer->element, 1, UNDECLARED, 1, 1, outer->language, -1, 0, 0};
  return make_open(b, around, &block, 1);
}

static int32_t place_for(Building *b, int32_t around, int32_t kind);

/* Makes a list for an item that stands in none, or takes the one that was made for the item before. */
static int32_t implied_list(Building *b, int32_t around) {
  int32_t latest = b->opens[around].latest;
  if (latest != NOBODY) {
    const Open *last = &b->opens[latest];
    if (last->implied && last->block.kind == KIND_LIST && last->written &&
        b->blocks[b->block_count - 1].depth > last->block.depth)
      return latest;
  }
  return make_inside(b, place_for(b, around, KIND_LIST), KIND_LIST);
}

/* Finds or makes the block that may hold a block of this kind: items stand in lists, text in cells. */
static int32_t place_for(Building *b, int32_t around, int32_t kind) {
  int32_t parent = parent_of(kind), outer;
  if (parent >= 0) {
    if (b->opens[around].block.kind == parent) return around;
    return kind == KIND_ITEM ? implied_list(b, around) : around;
  }
  while (contents_of(outer = b->opens[around].block.kind) >= 0 && !b->failed) {
    if (outer == KIND_TABLE && kind == KIND_CAPTION) break;
    if (outer == KIND_DEFINITIONS && (kind == KIND_TERM || kind == KIND_DESCRIPTION)) break;
    int32_t latest = b->opens[around].latest;
    int follows_item = kind == KIND_LIST && outer == KIND_LIST && latest != NOBODY && b->opens[latest].written;
    around = follows_item ? latest : make_inside(b, around, contents_of(outer));
  }
  return around;
}

/* Writes a block that holds blocks, and first those around it, of which there are not many. */
static void write_open(Building *b, int32_t opened) {
  for (;;) {
    int32_t outermost = opened;
    if (b->opens[opened].written || b->opens[opened].block.kind == KIND_PAGE || b->failed) return;
    for (int32_t at = opened; b->opens[at].block.kind != KIND_PAGE && !b->opens[at].written; at = b->opens[at].around)
      outermost = at;
    b->opens[outermost].written = 1;
    put_block(b, &b->opens[outermost].block);
  }
}

static int32_t declared(int32_t direction) {
  return direction == RIGHT_TO_LEFT ? FROM_RIGHT : direction == LEFT_TO_RIGHT ? FROM_LEFT : 0;
}

static void put_leaf(Building *b, const Context *context, int32_t kind, int32_t level, int32_t home, int64_t first,
                     int64_t behind, int32_t label) {
  int32_t around = context->open;
  if (contents_of(b->opens[around].block.kind) >= 0) around = place_for(b, around, kind);
  write_open(b, around);
  Block block = {kind, b->opens[around].block.depth + 1, level, b->page->around[home], 1,
                 declared(context->direction), 1, 1, context->language, label, (int32_t)first, (int32_t)behind};
  put_block(b, &block);
}

/* Leaves out the rules that part nothing: before and behind all text, and right behind another. */
static void part_by_rules(Building *b) {
  int64_t kept = 0, begun = 0, waiting = -1;
  for (int64_t i = 0; i < b->block_count; i++) {
    if (b->blocks[i].kind == KIND_RULE && !b->blocks[i].depth) {
      waiting = i;
      continue;
    }
    if (waiting >= 0 && begun) b->blocks[kept++] = b->blocks[waiting];
    waiting = -1, begun = 1;
    b->blocks[kept++] = b->blocks[i];
  }
  b->block_count = kept;
}
