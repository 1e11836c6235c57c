// Words to leaves, with media: `wlr-media` of the Python package, for a page that is open in the browser.
//
// Paper: bhardwaj2014, section III, steps 1 to 9, as src/webwinnow/extractors/wlr.py has it; names and numbers are the
// same there, and a test compares both on the same pages. Step 2 (what is not visible) and step 7 (sizes) are asked of the
// browser itself.
"use strict";

globalThis.webwinnow = globalThis.webwinnow || {};

(() => {
  const NOISY = new Set("title script head meta style noscript link select".split(" "));
  const NEVER = new Set("template option datalist select svg script style textarea iframe title noframes".split(" "));
  const BREAKING = new Set((
    "html head body address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer " +
    "header hgroup main menu nav ol p search section summary ul pre listing form plaintext xmp h1 h2 h3 h4 h5 h6 li dd dt " +
    "canvas video audio br hr frame button select option optgroup legend textarea iframe noframes frameset table caption " +
    "colgroup col tbody thead tfoot tr td th").split(" "));
  const MEDIA = new Set("img video audio embed object canvas svg".split(" "));
  const PLAYERS = (
    "youtube.com/embed/ youtube-nocookie.com/embed/ player.vimeo.com/video/ dailymotion.com/embed/ " +
    "geo.dailymotion.com/player player.twitch.tv/ clips.twitch.tv/embed facebook.com/plugins/video tiktok.com/embed " +
    "bilibili.com/player player.youku.com/embed/ v.qq.com/txp/iframe/player rutube.ru/play/embed/ vk.com/video_ext.php " +
    "ok.ru/videoembed/ aparat.com/video/video/embed/ fast.wistia.net/embed/ players.brightcove.net/ " +
    "cdn.jwplayer.com/players/ content.jwplatform.com/players/ streamable.com/ loom.com/embed/ ted.com/talks/ " +
    "embed.ted.com/ w.soundcloud.com/player open.spotify.com/embed embed.podcasts.apple.com/ " +
    "bandcamp.com/EmbeddedPlayer archive.org/embed/").split(" ");
  const LARGE = 120000, MOSTLY = 0.5;
  // A word as the Python package splits: Han and Hiragana by character, Katakana by runs, Thai and its like by syllables.
  const WORD = new RegExp(
    "[\\p{Script=Han}\\p{Script=Hiragana}]|\\p{Script=Katakana}+|" +
    "[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}][\\p{M}\\u0e30-\\u0e3a\\u0e45\\u0e47-\\u0e4e]*|" +
    "[\\p{L}\\p{N}\\p{M}_]+(?:['’·\\u00ad\\u200c\\u200d\\u200e\\u200f]+[\\p{L}\\p{N}\\p{M}_]+)*", "gu");
  const INK = /[^\s\u200b\ufeff\u0000-\u001f]/gu;

  const count = (text, pattern) => (text.match(pattern) || []).length;

  // What is seen of the page is asked as in src/webwinnow/geometry/measure.js.
  class Sight {
    constructor() { this.clips = new Map(); }

    visible(element) {
      const style = getComputedStyle(element);
      if (style.display === "contents" && element.parentElement)
        return style.visibility === "visible" && this.visible(element.parentElement);
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }

    clip(element) {
      if (!element) return { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
      if (this.clips.has(element)) return this.clips.get(element);
      const chain = [];
      for (let each = element; each && !this.clips.has(each); each = each.parentElement) chain.push(each);
      for (const each of chain.reverse()) this.clips.set(each, this.ownClip(each));
      return this.clips.get(element);
    }

    ownClip(element) {
      const style = getComputedStyle(element), nothing = { left: 0, top: 0, right: 0, bottom: 0 };
      let outer = this.clips.get(element.parentElement) || { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
      if (style.position === "fixed") outer = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
      else if (style.position === "absolute")
        outer = this.clips.get(element.offsetParent) || { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
      if (/^rect\((?:[01](?:px)?,? ?){4}\)$/.test(style.clip)) return nothing;
      if (style.clipPath === "inset(50%)" || style.clipPath === "inset(100%)") return nothing;
      const root = element === document.body || element === document.documentElement;
      if (root || style.display === "inline") return outer;
      const cuts = (way) => way === "hidden" || way === "clip";
      const box = this.placed(element.getBoundingClientRect());
      const left = cuts(style.overflowX) ? box.left : -1e9, right = cuts(style.overflowX) ? box.right : 1e9;
      const top = cuts(style.overflowY) ? box.top : -1e9, bottom = cuts(style.overflowY) ? box.bottom : 1e9;
      return { left: Math.max(outer.left, left), right: Math.min(outer.right, right),
        top: Math.max(outer.top, top), bottom: Math.min(outer.bottom, bottom) };
    }

    placed(box) {
      return { left: box.left + scrollX, top: box.top + scrollY, right: box.right + scrollX, bottom: box.bottom + scrollY };
    }

    remains(box, clip) {
      const left = Math.max(box.left, clip.left), top = Math.max(box.top, clip.top);
      const right = Math.min(box.right, clip.right), bottom = Math.min(box.bottom, clip.bottom);
      return right - left > 1 && bottom - top > 1 && right > 1 && bottom > 1;
    }

    text(node) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = this.placed(range.getBoundingClientRect());
      return this.visible(node.parentElement) && this.remains(box, this.clip(node.parentElement));
    }

    element(node) {
      const box = this.placed(node.getBoundingClientRect());
      return this.visible(node) && this.remains(box, this.clip(node));
    }
  }

  // The elements in the order of the document, and the runs of text with their words, as flat columns.
  const read = (sight) => {
    const elements = [], parent = [], last = [], noisy = [], runs = [];
    let lines = 0;
    const stack = [[document.documentElement, -1, false]];
    const open = [];
    const close = (until) => {
      while (open.length > until) {
        const at = open.pop();
        last[at] = elements.length;
        if (BREAKING.has(elements[at].localName)) lines += 1;
      }
    };
    while (stack.length) {
      const [node, around, hidden] = stack.pop();
      while (open.length && open[open.length - 1] !== around) close(open.length - 1);
      if (node.nodeType === Node.TEXT_NODE) {
        const words = count(node.data, WORD), ink = count(node.data, INK);
        if (ink) runs.push({ node, home: around, lines, words: hidden ? 0 : words, ink, noisy: hidden, seen: true });
        continue;
      }
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const at = elements.length, name = node.localName;
      elements.push(node);
      parent.push(around);
      last.push(0);
      const inside = hidden || NOISY.has(name) || NEVER.has(name);
      noisy.push(inside);
      if (BREAKING.has(name)) lines += 1;
      open.push(at);
      for (let child = node.lastChild; child; child = child.previousSibling)
        if (!child.webwinnowOwn) stack.push([child, at, inside]);
    }
    close(0);
    for (const run of runs) if (!run.noisy) run.seen = sight.text(run.node);
    const all = runs.reduce((sum, run) => sum + (run.noisy ? 0 : run.ink), 0);
    const unseen = runs.reduce((sum, run) => sum + (run.noisy || run.seen ? 0 : run.ink), 0);
    if (unseen > MOSTLY * all) for (const run of runs) run.seen = true;
    return { elements, parent, last, noisy, runs };
  };

  const ratios = (page) => {
    const counted = page.runs.filter((run) => run.words > 0 && run.seen && !run.noisy);
    const size = page.elements.length, first = new Array(size).fill(0), end = new Array(size).fill(0);
    const homes = counted.map((run) => run.home);
    let at = 0;
    // A run stands in all elements around its home; homes are in the order of the document, but not of the elements.
    const starts = counted.map((run, place) => place === 0 || run.lines > counted[place - 1].lines);
    const wordsBefore = [0], leavesBefore = [0];
    for (at = 0; at < counted.length; at += 1) {
      wordsBefore.push(wordsBefore[at] + counted[at].words);
      leavesBefore.push(leavesBefore[at] + Number(starts[at]));
    }
    first.fill(-1);
    for (at = 0; at < counted.length; at += 1)
      for (let element = homes[at]; element >= 0; element = page.parent[element]) {
        if (end[element] === at + 1) break;
        if (first[element] < 0) first[element] = at;
        end[element] = at + 1;
      }
    return page.elements.map((_, element) => {
      if (first[element] < 0) return 0;
      const from = first[element], to = end[element];
      const leaves = leavesBefore[to] - leavesBefore[from] + Number(!starts[from]);
      return (wordsBefore[to] - wordsBefore[from]) / Math.max(leaves, 1);
    });
  };

  const relevances = (page, ratio, factor) => {
    const body = Math.max(page.elements.indexOf(document.body), 0);
    const most = ratio.reduce((a, b) => Math.max(a, b), 0);
    const bound = Math.sqrt(most * ratio[body]);
    const dense = ratio.map((each) => each >= bound * (1 - 1e-12));
    const low = dense.indexOf(true), high = dense.lastIndexOf(true);
    const least = ratio.reduce((a, b) => (b > 0 ? Math.min(a, b) : a), Infinity);
    const weight = ratio.map((each, at) => {
      if (!dense[at]) return 0;
      const relative = most > least ? Math.max((each - least) / (most - least), 0) : 1;
      return (1 - (at - low) / Math.max(high - low, 1)) * relative;
    });
    const growth = ratio.map((each) => (factor === "bound" ? each / Math.max(bound, 1) : each));
    const inner = new Array(ratio.length).fill(0), relevance = new Array(ratio.length).fill(0);
    for (let at = ratio.length - 1; at >= 0; at -= 1) {
      relevance[at] = growth[at] * Math.max(weight[at], inner[at]);
      if (page.parent[at] >= 0) inner[page.parent[at]] += relevance[at];
    }
    // Those of the initial set compete; on the other scale relevance itself shrinks outside of it, and all do.
    const competing = relevance.map((each, at) => (factor === "bound" || dense[at] ? each : -1));
    return { bound, relevance, chosen: competing.indexOf(competing.reduce((a, b) => Math.max(a, b))) };
  };

  const isPlayer = (frame) => {
    let address;
    try { address = new URL(frame.getAttribute("src") || "", document.baseURI); } catch { return false; }
    const labels = address.hostname.split(".");
    return labels.some((_, at) => PLAYERS.some((each) => {
      const cut = each.indexOf("/");
      return labels.slice(at).join(".") === each.slice(0, cut) && address.pathname.startsWith(each.slice(cut));
    }));
  };

  const media = (page, sight, area) => page.elements.filter((element, at) => {
    const name = element.localName;
    if (!(MEDIA.has(name) || (name === "iframe" && isPlayer(element)))) return false;
    if (element.parentElement && element.parentElement.closest("svg, video, audio, object, canvas")) return false;
    if (element.closest("template, select") || !sight.element(element)) return false;
    const box = element.getBoundingClientRect();
    return name === "audio" || box.width * box.height > area;
  });

  // Find the main content: text nodes and media, and what they were chosen by.
  webwinnow.wlrMedia = ({ factor = "bound", area = LARGE } = {}) => {
    const sight = new Sight(), page = read(sight), ratio = ratios(page);
    if (!ratio.some((each) => each > 0)) return { texts: [], media: media(page, sight, area), ratio, page, chosen: -1 };
    const { bound, relevance, chosen } = relevances(page, ratio, factor);
    const inside = (home) => home >= chosen && home < page.last[chosen];
    const kept = page.runs.filter((run) => !run.noisy && run.seen && inside(run.home));
    return { texts: kept.map((run) => run.node), media: media(page, sight, area), page, ratio, bound, relevance, chosen };
  };
})();
