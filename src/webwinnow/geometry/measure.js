// Measures every element and every marked run of text of the page that it runs in, and returns columns of numbers.
// It changes nothing. What a number means is said in document/geometry.py; what the marks are, in marking.py.
({ attribute, comment, most, texts }) => {
  const elements = [], runs = [], said = [], names = [];
  const index = new Map(), numbers = new Map(), clips = [], styles = [];
  const everything = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
  const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
  const x = window.scrollX, y = window.scrollY;

  const colour = (text) => {
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
    if (!found || found[4] === "0") return -1;
    return Number(found[1]) * 65536 + Number(found[2]) * 256 + Number(found[3]);
  };
  const common = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  const placed = (box) => ({ left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y });
  // More than a pixel each way must remain: a pixel is what pages give to text that is for screen readers alone.
  const remains = (box, clip) => {
    const seen = common(box, clip);
    return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 && seen.right > 1 && seen.bottom > 1;
  };
  const clipOf = (element, style, box, outer) => {
    if (style.position === "fixed") outer = everything;
    else if (style.position === "absolute") {
      // What is positioned is cut off only by what it is positioned in.
      const around = element.offsetParent;
      outer = around && index.has(around) ? clips[index.get(around)] : everything;
    }
    if (/^rect\((?:[01](?:px)?,? ?){4}\)$/.test(style.clip)) return nothing;
    if (style.clipPath === "inset(50%)" || style.clipPath === "inset(100%)") return nothing;
    if (element === document.body || element === document.documentElement || style.display === "inline") return outer;
    const cuts = (way) => way === "hidden" || way === "clip";
    if (!cuts(style.overflowX) && !cuts(style.overflowY)) return outer;
    return common(outer, {
      left: cuts(style.overflowX) ? box.left : -1e9, right: cuts(style.overflowX) ? box.right : 1e9,
      top: cuts(style.overflowY) ? box.top : -1e9, bottom: cuts(style.overflowY) ? box.bottom : 1e9,
    });
  };

  const element = (node) => {
    const style = getComputedStyle(node), box = placed(node.getBoundingClientRect());
    const around = node.parentElement || (node.parentNode && node.parentNode.host);
    const at = elements.length / 14, parent = index.has(around) ? index.get(around) : -1;
    const clip = clipOf(node, style, box, parent < 0 ? everything : clips[parent]);
    // An element of `display: contents` has no box of its own and says that it is not visible; its text may be.
    const boxless = style.display === "contents" && parent >= 0;
    const visible = boxless ? styles[parent].visible && style.visibility === "visible"
      : node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const name = node.localName;
    if (!numbers.has(name)) { numbers.set(name, names.length); names.push(name); }
    index.set(node, at);
    clips[at] = clip;
    const look = [parseFloat(style.fontSize) || 0, parseFloat(style.fontWeight) || 400, colour(style.color),
      colour(style.backgroundColor), Number(style.display.startsWith("inline") || style.display === "contents"),
      Number(!(node instanceof HTMLImageElement) || node.naturalWidth > 0)];
    styles[at] = { look, visible };
    const mark = node.getAttribute(attribute);
    elements.push(mark === null ? -1 : Number(mark), parent, numbers.get(name), Number(visible && remains(box, clip)),
      box.left, box.top, box.right - box.left, box.bottom - box.top, ...look);
  };

  const run = (node, number) => {
    let first = node.previousSibling;
    if (!first || first.nodeType !== Node.TEXT_NODE) return;
    const last = first;
    while (first.previousSibling && first.previousSibling.nodeType === Node.TEXT_NODE) first = first.previousSibling;
    const at = index.get(node.parentElement || (node.parentNode && node.parentNode.host));
    if (at === undefined) return;
    const range = document.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    const box = placed(range.getBoundingClientRect());
    const { look, visible } = styles[at];
    const shown = visible && remains(box, clips[at]);
    runs.push(number, at, Number(shown), box.left, box.top, box.right - box.left, box.bottom - box.top, ...look);
    if (texts) said.push(range.toString());
  };

  // What stands in a template is not shown; its elements are known all the same.
  const inert = (template) => {
    const waiting = [template];
    while (waiting.length) {
      const holder = waiting.pop();
      for (const node of holder.content.querySelectorAll("*")) {
        const mark = node.getAttribute(attribute);
        if (mark !== null) elements.push(Number(mark), -1, -1, ...Array(11).fill(0));
        if (node.localName === "template" && node.content) waiting.push(node);
      }
    }
  };
  const roots = [document];
  const wanted = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT;
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = document.createTreeWalker(root, wanted);
    for (let node = walker.nextNode(); node && styles.length < most; node = walker.nextNode()) {
      if (node.nodeType !== Node.ELEMENT_NODE) {
        if (node.data.startsWith(comment)) run(node, Number(node.data.slice(comment.length)));
        continue;
      }
      element(node);
      if (node.shadowRoot) roots.push(node.shadowRoot);
      if (node.localName === "template" && node.content) inert(node);
    }
  }
  const root = document.documentElement;
  return { elements, runs, names, texts: said, width: root ? root.scrollWidth : 0, height: root ? root.scrollHeight : 0 };
}
