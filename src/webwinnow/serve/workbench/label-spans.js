// Labels of a page: for each, stretches of the source; a text has one label. Every change can be undone.

export const LABELS = ["content", "headline", "date", "author", "comments"];

const without = (pairs, start, end) => pairs.flatMap(([from, to]) => {
  if (to <= start || from >= end) return [[from, to]];
  return [[from, Math.min(to, start)], [Math.max(from, end), to]].filter(([low, high]) => low < high);
});
const joined = (pairs) => {
  const sorted = [...pairs].sort(([one], [other]) => one - other), found = [];
  for (const [start, end] of sorted) {
    if (found.length && start <= found.at(-1)[1]) found.at(-1)[1] = Math.max(found.at(-1)[1], end);
    else found.push([start, end]);
  }
  return found;
};

export class LabelSpans {
  constructor() {
    this.now = LabelSpans.empty();
    this.before = [];
    this.after = [];
  }

  static empty() {
    return { labels: Object.fromEntries(LABELS.map((label) => [label, []])), media: [], fragmented: false, multiple_articles: false, empty: false, note: "" };
  }

  // Every change goes through here: the state before it is kept.
  change(fields) {
    this.before.push(this.now);
    this.after = [];
    this.now = { ...this.now, ...fields };
  }

  give(label, pairs) {
    const labels = {};
    for (const each of LABELS) {
      let kept = this.now.labels[each];
      for (const [start, end] of pairs) kept = without(kept, start, end);
      labels[each] = each === label ? joined([...kept, ...pairs]) : kept;
    }
    this.change({ labels });
  }

  undo() {
    if (!this.before.length) return false;
    this.after.push(this.now);
    this.now = this.before.pop();
    return true;
  }

  redo() {
    if (!this.after.length) return false;
    this.before.push(this.now);
    this.now = this.after.pop();
    return true;
  }

  // All stretches with their labels, by place.
  places() {
    return LABELS.flatMap((label) => this.now.labels[label].map(([start, end]) => [start, end, label])).sort(([one], [other]) => one - other);
  }

  labelAt(place) {
    return LABELS.find((label) => this.now.labels[label].some(([start, end]) => start <= place && place < end)) ?? "";
  }
}
