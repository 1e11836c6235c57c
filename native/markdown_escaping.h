/* Text that looks like Markdown, written so that it is read as text. Twin: render/markdown/escaping.py. */

static inline uint8_t byte_at(Text text, int64_t at) { return at < text.size ? text.at[at] : 0; }

static inline int is_ascii_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Tells whether letters, digits and underscores stand at a place, at most so many, and then a semicolon. */
static int is_name_before_semicolon(Markdown *m, Text text, int64_t at, int most, int hashes) {
  int count = 0, size = 1;
  for (; at < text.size && text.at[at] != ';' && count <= most; at += size, count++) {
    int word = text.at[at] == '_' || (hashes && text.at[at] == '#') || (sort_at(m, text, at) & IS_ALPHANUMERIC);
    if (!word) return 0;
    character_from(text.at + at, &size);
  }
  return count > 0 && count <= most && byte_at(text, at) == ';';
}

/* Tells whether a sign in a text means something anywhere in a line. */
static int means_something(Markdown *m, Text text, int64_t at, int in_link) {
  uint8_t before = at ? text.at[at - 1] : 0, next = byte_at(text, at + 1);
  int is_last = at + 1 == text.size;
  switch (text.at[at]) {
    case '\\': case '`': return 1;
    case '*': case '~': return before != ' ' || next != ' ';
    case '_': return !(sort_before(m, text, at) & IS_ALPHANUMERIC) || !(sort_at(m, text, at + 1) & IS_ALPHANUMERIC);
    case '&': return is_name_before_semicolon(m, text, at + 1 + (next == '#'), 40, 0);
    case '<': return is_last || is_ascii_letter(next) || next == '/' || next == '!' || next == '?';
    case '[':
      if (in_link || next == '^' || next == '[' || next == '!' || next == ']') return 1;
      return (next == ' ' || next == 'x' || next == 'X') && byte_at(text, at + 2) == ']';
    case ']': return in_link || is_last || next == '(' || next == '[' || next == ':';
    default: return 0;
  }
}

/* Bytes that need a look in a text, and in an address; most need none. */
static const uint8_t SUSPECT[256] = {['\\'] = 1, ['`'] = 1, ['*'] = 1, ['['] = 1, [']'] = 1, ['<'] = 1,
                                     ['~'] = 1, ['_'] = 1, ['&'] = 1, ['$'] = 1};

static inline int is_plain_in_address(uint8_t c) {
  return c > ' ' && c < 0x7F && c != '<' && c != '>' && c != '(' && c != ')' && c != '\\' && c != '|' && c != '`' &&
         c != '"' && c != '&';
}

/* The first byte from one on that needs a look; many are looked at at once. */
static int64_t next_suspect(Text text, int64_t i) {
  for (const uint8_t *at = text.at + i; i + 8 <= text.size; i += 8, at += 8)
    if (SUSPECT[at[0]] | SUSPECT[at[1]] | SUSPECT[at[2]] | SUSPECT[at[3]] | SUSPECT[at[4]] | SUSPECT[at[5]] |
        SUSPECT[at[6]] | SUSPECT[at[7]])
      break;
  while (i < text.size && !SUSPECT[text.at[i]]) i++;
  return i;
}

static void put_escaped(Markdown *m, Bytes *out, Text text, int dollars, int in_link) {
  int64_t from = 0;
  for (int64_t i = next_suspect(text, 0); i < text.size; i = next_suspect(text, i + 1)) {
    switch (text.at[i]) {
      case '\\': case '`': case '*': case '[': case ']': case '<': case '~': case '_': case '&':
        if (!means_something(m, text, i, in_link)) continue;
        break;
      case '$':
        if (!dollars) continue;
        break;
      default: continue;
    }
    put_bytes(m, out, text.at + from, i - from);
    put_byte(m, out, '\\');
    from = i;
  }
  put_bytes(m, out, text.at + from, text.size - from);
}

/* Tells whether dollars in a text may be read as those around a formula. */
static int may_be_formula(Markdown *m, Text text) {
  const uint8_t *first = text.size ? memchr(text.at, '$', (size_t)text.size) : NULL;
  int opened = 0;
  for (int64_t i = first ? first - text.at : text.size; i < text.size; i++) {
    if (text.at[i] != '$') continue;
    int closes = opened && !is_white_at(m, text, start_before(text, i)) && !(sort_at(m, text, i + 1) & IS_DECIMAL);
    if (closes) return 1;
    opened |= i + 1 < text.size && !is_white_at(m, text, i + 1);
  }
  return 0;
}

static int is_white_or_end(const Markdown *m, Text text, int64_t at) {
  return at == text.size || is_white_at(m, text, at);
}

static int is_one_of(uint8_t c, const char *some) { return c && strchr(some, c) != NULL; }

/* Tells before which byte of a line a backslash must stand, because its beginning would mean something; -1 if none. */
static int64_t escape_at_line_start(Markdown *m, Text text) {
  int64_t at = 0;
  int count = 0, size;
  uint8_t first = byte_at(text, 0), next = byte_at(text, 1);
  if (is_one_of(first, "-+=")) return is_white_or_end(m, text, 1) || is_one_of(next, "=+-") ? 0 : -1;
  if (is_one_of(first, ":|")) return is_white_or_end(m, text, 1) || is_one_of(next, ":|-") ? 0 : -1;
  if (first == '>') return 0;
  if (first == '#') {
    while (byte_at(text, at) == '#') at++;
    return at <= 6 && is_white_or_end(m, text, at) ? 0 : -1;
  }
  for (; count < 10 && at < text.size; at += size, count++) {
    if (sort_of(m, character_from(text.at + at, &size)) == IS_UNKNOWN && !m->failed) m->failed = LEFT;
    if (!(sort_of(m, character_from(text.at + at, &size)) & IS_DECIMAL)) break;
  }
  if (!count || count > 9 || !is_one_of(byte_at(text, at), ".)")) return -1;
  return is_white_or_end(m, text, at + 1) ? at : -1;
}

/* Escapes what starts a line, in what was written since `start`. */
static void escape_line_start(Markdown *m, Bytes *out, int64_t start) {
  Text text = {out->at + start, out->size - start};
  int64_t at = text.size ? escape_at_line_start(m, text) : -1;
  if (at >= 0) insert_byte(m, out, start + at, '\\');
}

/* Escapes the hashes at the end of a heading, which would be taken for its end. */
static void escape_last_hashes(Markdown *m, Bytes *out, int64_t start) {
  Text text = {out->at + start, out->size - start};
  int64_t at = text.size;
  while (at > 0 && text.at[at - 1] == '#') at--;
  if (at == text.size || (at > 0 && !is_white_at(m, text, start_before(text, at)))) return;
  insert_byte(m, out, start + at, '\\');
}

/* Writes an address so that nothing in it ends the link early or is read as markup. */
static void put_address(Markdown *m, Bytes *out, Text address) {
  static const char hexadecimal[] = "0123456789ABCDEF";
  int size = 1;
  for (int64_t i = 0, plain_from; i < address.size; i += size) {
    for (plain_from = i; i < address.size && is_plain_in_address(address.at[i]);) i++;
    put_bytes(m, out, address.at + plain_from, i - plain_from);
    if (i == address.size) break;
    uint32_t c = character_from(address.at + i, &size);
    int plain = sort_of(m, c) != IS_WHITE && (c > 0x7F || !is_one_of((uint8_t)c, "<>()\\|`\""));
    if (c == '&' && is_name_before_semicolon(m, address, i + 1, INT32_MAX - 1, 1)) {
      put_string(m, out, "&amp;");
    } else if (plain) {
      put_bytes(m, out, address.at + i, size);
    } else {
      for (int j = 0; j < size; j++) {
        uint8_t byte = address.at[i + j];
        uint8_t written[3] = {'%', (uint8_t)hexadecimal[byte >> 4], (uint8_t)hexadecimal[byte & 15]};
        put_bytes(m, out, written, 3);
      }
    }
  }
}

static int64_t longest_backticks(Text text) {
  int64_t longest = 0, count = 0;
  for (int64_t i = 0; i < text.size; i++) {
    count = text.at[i] == '`' ? count + 1 : 0;
    if (count > longest) longest = count;
  }
  return longest;
}

static void put_many(Markdown *m, Bytes *out, uint8_t c, int64_t count) {
  while (count-- > 0) put_byte(m, out, c);
}

/* Writes code in a line, between more backticks than it has itself. */
static void put_code_span(Markdown *m, Bytes *out, Text text) {
  int64_t fence = 1 + longest_backticks(text), from;
  int padded = starts_with(text, '`') || starts_with(text, ' ') || starts_with(text, '\n') || ends_with(text, '`') ||
               ends_with(text, ' ') || ends_with(text, '\n');
  put_many(m, out, '`', fence);
  if (padded) put_byte(m, out, ' ');
  from = out->size;
  put_bytes(m, out, text.at, text.size);
  for (; from < out->size && !m->failed; from++)
    if (out->at[from] == '\n') out->at[from] = ' ';
  if (padded) put_byte(m, out, ' ');
  put_many(m, out, '`', fence);
}
