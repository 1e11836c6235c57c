/* Counts what speaks for a repeated structure as a list of posts. Twins: _shape and _Shape.points of posts/judging.py, whose
   sums are added in the same order. */

#include "posts.h"

static int compare(const void *one, const void *other) {
  int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
  return (a > b) - (a < b);
}

/* Looks at units, of which there is at least one; `signs` are those of their name. Gives -2 where memory is short. */
int64_t measure_shape(const PointRules *rules, const Units *u, int signs, int32_t long_entry, int is_article,
                      PostShape *shape) {
  const int32_t *characters = u->amounts, *plain = characters + PLAIN * u->count;
  const int32_t *titles = characters + TITLES * u->count, *dates = characters + DATES * u->count;
  int64_t all = 0, written = 0, titled = 0, dated = 0, most = plain[0], count = u->count;
  int32_t *ordered = malloc((size_t)count * sizeof *ordered);
  if (!ordered) return -2;
  memcpy(ordered, plain, (size_t)count * sizeof *ordered);
  qsort(ordered, (size_t)count, sizeof *ordered, compare);
  for (int64_t i = 0; i < count; i++) {
    all += characters[i];
    written += plain[i];
    titled += titles[i] != 0;
    dated += dates[i] != 0;
    if (plain[i] > most) most = plain[i];
  }
  shape->size = count;
  shape->count_dated = dated;
  shape->prose = (double)written / (double)(all > 1 ? all : 1);
  shape->usual = (double)((int64_t)ordered[(count - 1) / 2] + ordered[count / 2]) / 2;
  shape->titled = (double)titled / (double)count;
  shape->dated = (double)dated / (double)count;
  free(ordered);
  int even = (double)most <= rules->largest * (double)(written > 1 ? written : 1);
  shape->entries = shape->titled > rules->half && shape->usual >= long_entry && even && !(signs & (COMMENT | FORUM));
  shape->weblog = shape->entries && ((signs & POST) || is_article);
  return 0;
}

double points_of(const PointRules *rules, const PostShape *shape, int own, int comment, int forum, int beside) {
  int post = (own & POST) > 0, named = comment || post || (own & FORUM), dated = shape->dated > 0, weblog = shape->weblog;
  double less = rules->mostly_prose - shape->prose;
  return rules->start + rules->comment * comment + rules->post * post + rules->forum * forum +
         rules->against * ((own & AGAINST) > 0) + (post ? rules->beside_post : rules->beside) * beside +
         (rules->dated * shape->dated + rules->undated) + rules->usual * (shape->usual >= rules->is_usual) +
         rules->many * (shape->size >= rules->is_many) + rules->linked * (less > 0 ? less : 0) +
         rules->titled * shape->titled * (!(own & COMMENT) && !weblog) +
         rules->few * (shape->size < rules->is_few && !named) + rules->dateless * (!dated && !comment && !weblog) +
         rules->weblog * (weblog && !post) + rules->weblog_dateless * (weblog && shape->dated < rules->half);
}
