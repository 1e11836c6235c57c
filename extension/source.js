// The page as source, with the place of every text node in it: what the service is asked about, and what is saved.
// Places count characters as Python does (code points), not units of UTF-16.
"use strict";

globalThis.webwinnow = globalThis.webwinnow || {};

(() => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set("script style xmp iframe noembed noframes plaintext noscript".split(" "));
  const points = (text) => {
    let count = text.length;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length) { count -= 1; at += 1; }
    }
    return count;
  };
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quoted = (text) => text.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/"/g, "&quot;");

  webwinnow.source = () => {
    const pieces = [], places = new Map(), left = [];
    let at = 0;
    const write = (text) => { pieces.push(text); at += points(text); };
    if (document.doctype) write(`<!DOCTYPE ${document.doctype.name}>`);
    left.push(document.documentElement);
    while (left.length) {
      const node = left.pop();
      if (typeof node === "string") { write(node); continue; }
      if (node.webwinnowOwn === "bar") continue;
      if (node.nodeType === Node.TEXT_NODE) {
        const start = at;
        write(node.parentElement && RAW.has(node.parentElement.localName) ? node.data : escaped(node.data));
        places.set(node, [start, at]);
        continue;
      }
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const own = node.webwinnowOwn === "wrapper";  // ours, around text that is hidden for now
      if (!own) {
        const given = [...node.attributes].filter((each) => !each.name.startsWith("data-webwinnow-"));
        write(`<${node.localName}${given.map((each) => ` ${each.name}="${quoted(each.value)}"`).join("")}>`);
      }
      if (!own && VOID.has(node.localName)) continue;
      if (!own) left.push(`</${node.localName}>`);
      const holder = node.localName === "template" && node.content ? node.content : node;
      for (let child = holder.lastChild; child; child = child.previousSibling) left.push(child);
    }
    return { html: pieces.join(""), places };
  };

  // The text nodes of which spans keep something: for a node that is cut, most of it decides.
  webwinnow.textsIn = (places, spans) => {
    const found = [];
    let at = 0;
    for (const [node, [start, end]] of places) {
      while (at < spans.length && spans[at][1] <= start) at += 1;
      let kept = 0;
      for (let next = at; next < spans.length && spans[next][0] < end; next += 1)
        kept += Math.min(end, spans[next][1]) - Math.max(start, spans[next][0]);
      const ink = node.data.trim().length;
      if (ink && 2 * kept >= ink) found.push(node);
    }
    return found;
  };

  // The spans of some text nodes, and of what is selected in the page, for saving.
  webwinnow.spansOf = (places, texts) => {
    const spans = texts.filter((node) => places.has(node)).map((node) => places.get(node)).sort((a, b) => a[0] - b[0]);
    return spans.reduce((joined, span) => {
      const before = joined[joined.length - 1];
      if (before && before[1] >= span[0]) before[1] = Math.max(before[1], span[1]);
      else joined.push([...span]);
      return joined;
    }, []);
  };

  webwinnow.selectedTexts = (places) => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return [];
    return [...places.keys()].filter((node) => node.data.trim() && selection.containsNode(node, true));
  };
})();
