/* Tables in Markdown: cells in rows and columns, each cell on one line. Twins: render/structure/tables.py, and written_table
   of render/markdown/__init__.py. */

typedef struct {
  int32_t *cells; /* blocks; -1 is an empty place */
  int32_t *row;   /* row n is cells[row[n]] up to cells[row[n + 1]], */
  int64_t *length; /* of which so many are more than empty places at the end */
  int32_t *reaching; /* per column: the last row that a cell of a row above covers there */
  int64_t rows, count, width;
} Grid;

/* Puts a cell and the empty places that it stretches over; gives how many those are. */
static int64_t put_cell(const Markdown *m, Grid *grid, int32_t cell, int64_t left) {
  const Block *block = &m->tree->blocks[cell];
  int64_t width = block->columns <= m->tree->widest ? block->columns : 1, at = grid->count - grid->row[grid->rows];
  if (width > left + 1) width = left + 1;
  for (int64_t i = 0; i < width; i++) {
    if (block->rows > 1 && left > 0) grid->reaching[at + i] = (int32_t)(grid->rows + block->rows - 1);
    grid->cells[grid->count++] = i ? -1 : cell;
  }
  return width - 1;
}

static void lay_out_row(const Markdown *m, Grid *grid, int32_t row, int64_t *left) {
  grid->row[grid->rows] = (int32_t)grid->count;
  for (int32_t cell = row + 1; cell < m->ends[row]; cell = m->ends[cell]) {
    if (m->tree->blocks[cell].kind != KIND_CELL) continue;
    for (; *left > 0 && grid->reaching[grid->count - grid->row[grid->rows]] >= grid->rows; --*left)
      grid->cells[grid->count++] = -1;
    *left -= put_cell(m, grid, cell, *left);
  }
  int64_t length = grid->count - grid->row[grid->rows];
  while (length && grid->cells[grid->row[grid->rows] + length - 1] < 0) length--;
  if (length > grid->width) grid->width = length;
  grid->length[grid->rows++] = length;
}

/* Lays out the cells of a table; gives whether there is memory for it. */
static int lay_out_table(const Markdown *m, int32_t table, Grid *grid) {
  const Block *blocks = m->tree->blocks;
  int64_t rows = 0, cells = 0, left;
  for (int32_t row = table + 1; row < m->ends[table]; row = m->ends[row]) {
    if (blocks[row].kind != KIND_ROW) continue;
    rows++;
    for (int32_t cell = row + 1; cell < m->ends[row]; cell = m->ends[cell]) cells += blocks[cell].kind == KIND_CELL;
  }
  left = cells * m->tree->empty_per_cell;
  if (left < m->tree->empty_at_least) left = m->tree->empty_at_least;
  size_t room = (size_t)(cells + left + 1);
  *grid = (Grid){malloc(room * sizeof(int32_t)), malloc((size_t)(rows + 1) * sizeof(int32_t)),
                 malloc((size_t)(rows + 1) * sizeof(int64_t)), malloc(room * sizeof(int32_t)), 0, 0, 0};
  if (!grid->cells || !grid->row || !grid->length || !grid->reaching) return 0;
  memset(grid->reaching, -1, room * sizeof(int32_t));
  for (int32_t row = table + 1; row < m->ends[table]; row = m->ends[row])
    if (blocks[row].kind == KIND_ROW) lay_out_row(m, grid, row, &left);
  return 1;
}

/* Tells whether the first row names the columns: all its cells that hold something are headers. */
static int has_header(const Markdown *m, const Grid *grid) {
  int some = 0;
  for (int64_t i = 0; grid->rows > 1 && i < grid->length[0]; i++) {
    int32_t cell = grid->cells[i];
    if (cell >= 0 && !(m->tree->blocks[cell].flags & HEADER)) return 0;
    some |= cell >= 0;
  }
  return some;
}

/* Writes the lines of a block of code as code in a line, with breaks between those that are more than white space. */
static void put_code_lines(Markdown *m, Bytes *out, Text code) {
  int some = 0;
  for (int64_t from = 0, to; from <= code.size; from = to + 1) {
    for (to = from; to < code.size && code.at[to] != '\n';) to++;
    Text line = {code.at + from, to - from};
    int64_t at = 0;
    for (int size = 1; is_white_at(m, line, at); at += size) character_from(line.at + at, &size);
    if (at == line.size) continue;
    if (some) put_string(m, out, "<br>");
    put_code_span(m, out, line);
    some = 1;
  }
}

static void put_number(Markdown *m, Bytes *out, int32_t number) {
  char digits[16];
  int count = 0;
  uint32_t left = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
  do digits[count++] = (char)('0' + left % 10);
  while (left /= 10);
  if (number < 0) put_byte(m, out, '-');
  while (count) put_byte(m, out, (uint8_t)digits[--count]);
}

/* Writes all blocks inside a cell in one line, with breaks between them. */
static void put_cell_text(Markdown *m, int32_t cell) {
  int ordered = 0, numbered = 0, some = 0; /* numbered: whether the item is */
  const Block *item = NULL;
  for (int32_t at = cell + 1; at < m->ends[cell] && !m->failed; at++) {
    const Block *block = &m->tree->blocks[at];
    if (block->kind == KIND_LIST) ordered = block->flags & ORDERED;
    else if (block->kind == KIND_ITEM) item = block, numbered = ordered;
    if (holds_blocks(block->kind) || (block->kind != KIND_CODE && block->first == block->behind)) continue;
    if (some) put_string(m, &m->cell, "<br>");
    some = 1;
    if (block->kind == KIND_CODE) {
      put_code_lines(m, &m->cell, text_of(m->tree, &m->tree->inlines[block->first]));
      continue;
    }
    if (item && numbered) put_number(m, &m->cell, item->number), put_string(m, &m->cell, "\\. ");
    else if (item) put_string(m, &m->cell, "\xE2\x80\xA2 ");
    item = NULL;
    put_line_of(m, &m->cell, &(Block){.first = block->first, .behind = block->behind, .kind = KIND_PARAGRAPH}, &AS_CELL);
  }
}

static void put_cell_escaped(Markdown *m, Bytes *out, int32_t cell) {
  m->cell.size = 0;
  put_cell_text(m, cell);
  for (int64_t i = 0; i < m->cell.size && !m->failed; i++) {
    if (m->cell.at[i] == '|') put_byte(m, out, '\\');
    put_byte(m, out, m->cell.at[i]);
  }
}

static void put_row(Markdown *m, Bytes *out, const int32_t *cells, int64_t length, int64_t width) {
  if (!width) put_string(m, out, "| |");
  for (int64_t i = 0; i < width; i++) {
    put_string(m, out, i ? " | " : "| ");
    if (i < length && cells[i] >= 0) put_cell_escaped(m, out, cells[i]);
  }
  put_string(m, out, width ? " |" : "");
}

/* Writes a table; rows that are shorter than the first one need no empty cells at their end. */
static void put_table(Markdown *m, Bytes *out, int32_t table) {
  Grid grid;
  if (!lay_out_table(m, table, &grid)) m->failed = NO_MEMORY;
  else if (grid.width) {
    int64_t first = has_header(m, &grid);
    put_row(m, out, grid.cells, first ? grid.length[0] : 0, grid.width);
    put_string(m, out, "\n|");
    for (int64_t i = 0; i < grid.width; i++) put_string(m, out, " --- |");
    for (int64_t row = first; row < grid.rows && !m->failed; row++) {
      put_byte(m, out, '\n');
      put_row(m, out, grid.cells + grid.row[row], grid.length[row], grid.length[row]);
    }
  }
  free(grid.cells), free(grid.row), free(grid.length), free(grid.reaching);
}
