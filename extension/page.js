// What happens in a page: all but the main content is hidden, and shown again; a bar at the top says what and asks more.
"use strict";

(() => {
  if (webwinnow.toggle) return;
  const HIDDEN = "data-webwinnow-hidden", KEPT = "data-webwinnow-kept";
  const state = { active: false, mode: "hide", wrappers: [], found: null, bar: null, sheet: null, chosen: "wlr-media-dense" };
  const LOCAL = { "wlr-media-dense": { factor: "bound" }, "wlr-media": { factor: "ratio" } };
  const ask = (message) => chrome.runtime.sendMessage(message);

  const find = async (extractor) => {
    if (extractor in LOCAL) return { ...webwinnow.wlrMedia(LOCAL[extractor]), said: reasons };
    const { html, places } = webwinnow.source();
    const answer = await ask({ kind: "extract", html, url: location.href, extractor });
    if (answer.error) throw new Error(answer.error);
    const media = webwinnow.wlrMedia().media;
    const sure = answer.confidence === null ? "" : `, expected to be right to ${Math.round(answer.confidence * 100)} %`;
    return { texts: webwinnow.textsIn(places, answer.spans), media, said: () => `kept by ${extractor}${sure}` };
  };

  const reasons = (element, found) => {
    const at = found.page.elements.indexOf(element);
    if (at < 0 || found.chosen < 0) return "";
    const number = (value) => value.toFixed(1);
    const dense = found.ratio[at] >= found.bound ? "dense: at or above" : "below";
    return `${number(found.ratio[at])} words for each piece of text (${dense} the bound of ${number(found.bound)}), inside of ` +
      `<${found.page.elements[found.chosen].localName}>, the most relevant element`;
  };

  const style = () => {
    state.sheet = document.createElement("style");
    state.sheet.webwinnowOwn = "bar";
    state.sheet.textContent = `[${HIDDEN}] { display: none !important }
      [${KEPT}] { outline: 2px solid #1b7441 !important; background-color: #e3f3e8 !important; color: #1c242c !important }`;
    document.documentElement.append(state.sheet);
  };

  // Step 8: what holds something of the content stays, with nothing that stands beside it.
  const hide = (found) => {
    const stays = new Set(), kept = new Set(found.texts);
    const up = (node) => { for (let each = node; each && !stays.has(each); each = each.parentElement) stays.add(each); };
    found.texts.forEach((node) => up(node.parentElement));
    found.media.forEach((element) => { up(element); element.querySelectorAll("*").forEach((each) => stays.add(each)); });
    const waiting = [document.body];
    while (waiting.length) {
      const element = waiting.pop();
      for (const child of [...element.childNodes]) {
        if (child.webwinnowOwn) continue;
        if (child.nodeType === Node.TEXT_NODE && child.data.trim() && !kept.has(child)) wrap(child);
        if (child.nodeType !== Node.ELEMENT_NODE) continue;
        if (stays.has(child)) { if (!found.media.includes(child)) waiting.push(child); continue; }
        if (!/^(?:br|hr|script|style|link)$/.test(child.localName)) child.setAttribute(HIDDEN, "");
      }
    }
  };

  const wrap = (text) => {
    const wrapper = document.createElement("span");
    wrapper.webwinnowOwn = "wrapper";
    wrapper.setAttribute(HIDDEN, "");
    text.replaceWith(wrapper);
    wrapper.append(text);
    state.wrappers.push(wrapper);
  };

  const highlight = (found) => {
    for (const element of new Set(found.texts.map((node) => node.parentElement))) {
      element.setAttribute(KEPT, "");
      note(element, found.said(element, found));
    }
    for (const element of found.media) {
      const box = element.getBoundingClientRect();
      element.setAttribute(KEPT, "");
      note(element, `${element.localName} of ${Math.round(box.width)} × ${Math.round(box.height)} pixels, more than 400 × 300`);
    }
  };

  const note = (element, reason) => {
    if (!element.hasAttribute("data-webwinnow-title")) element.setAttribute("data-webwinnow-title", element.title || "");
    element.title = reason;
  };

  const restore = () => {
    document.querySelectorAll(`[${HIDDEN}]`).forEach((element) => element.removeAttribute(HIDDEN));
    document.querySelectorAll(`[${KEPT}]`).forEach((element) => element.removeAttribute(KEPT));
    document.querySelectorAll("[data-webwinnow-title]").forEach((element) => {
      const before = element.getAttribute("data-webwinnow-title");
      if (before) element.title = before; else element.removeAttribute("title");
      element.removeAttribute("data-webwinnow-title");
    });
    for (const wrapper of state.wrappers) wrapper.replaceWith(...wrapper.childNodes);
    state.wrappers = [];
  };

  const showBar = () => {
    const host = document.createElement("div");
    host.webwinnowOwn = "bar";
    host.style.cssText = "all: initial; position: fixed; right: 12px; bottom: 12px; z-index: 2147483647";
    const root = host.attachShadow({ mode: "open" });
    root.innerHTML = `<style>
      div { font: 14px/1.4 system-ui, sans-serif; color: #1c242c; background: #fff; border: 1px solid #7d8893;
        border-radius: 8px; padding: 8px 10px; box-shadow: 0 2px 10px #0003; display: flex; gap: 8px; align-items: center;
        flex-wrap: wrap; max-width: 90vw }
      button, select { font: inherit; padding: 3px 8px; min-height: 28px } output { color: #5a6570 }
    </style>
    <div role="toolbar" aria-label="webwinnow">
      <button id="again">Show again</button>
      <label>by <select id="extractor"></select></label>
      <button id="mode" aria-pressed="false">Highlight</button>
      <button id="save">Save to package</button>
      <output id="said" aria-live="polite"></output>
    </div>`;
    const get = (id) => root.getElementById(id);
    get("again").onclick = () => webwinnow.toggle();
    get("mode").onclick = () => webwinnow.apply({ mode: state.mode === "hide" ? "highlight" : "hide" });
    get("extractor").onchange = (event) => webwinnow.apply({ extractor: event.target.value });
    get("save").onclick = () => webwinnow.save();
    document.documentElement.append(host);
    state.bar = { host, get };
    fillExtractors();
  };

  const fillExtractors = async () => {
    const select = state.bar.get("extractor");
    const offer = (names) => names.forEach((name) => select.append(new Option(name, name, false, name === state.chosen)));
    offer(Object.keys(LOCAL));
    const answer = await ask({ kind: "extractors" }).catch(() => ({ names: [] }));
    offer((answer.names || []).filter((name) => !(name in LOCAL)));
    select.value = state.chosen;
  };

  const say = (text) => { if (state.bar) state.bar.get("said").textContent = text; };

  webwinnow.apply = async ({ extractor = state.chosen, mode = state.mode } = {}) => {
    restore();
    try {
      state.found = await find(extractor);
      state.chosen = extractor;
    } catch (error) {
      say(error.message);
      return;
    }
    state.mode = mode;
    if (mode === "hide") hide(state.found); else highlight(state.found);
    state.bar.get("mode").setAttribute("aria-pressed", String(mode === "highlight"));
    state.bar.get("extractor").value = state.chosen;
    const words = state.found.texts.length || state.found.media.length;
    say(words ? `${state.found.texts.length} texts, ${state.found.media.length} media` : "no main content was found");
  };

  // Save the page; the main content is what the user selected, or else what the extractor found.
  webwinnow.save = async () => {
    const { html, places } = webwinnow.source();
    const selected = webwinnow.selectedTexts(places);
    const texts = selected.length ? selected : state.found ? state.found.texts : [];
    const media = (state.found ? state.found.media : []).map((each) => each.currentSrc || each.src).filter(Boolean);
    const answer = await ask({
      kind: "save",
      page: { html, url: location.href, language: document.documentElement.lang || undefined, title: document.title },
      spans: webwinnow.spansOf(places, texts),
      media: media.filter((address) => !address.startsWith("data:")),
    });
    say(answer.error || `saved as ${answer.page} in ${answer.package}${selected.length ? ", with your selection" : ""}`);
    return answer;
  };

  webwinnow.toggle = async () => {
    if (state.active) {
      restore();
      state.bar.host.remove();
      state.sheet.remove();
      Object.assign(state, { active: false, bar: null, sheet: null, found: null, mode: "hide" });
      return false;
    }
    state.active = true;
    style();
    showBar();
    await webwinnow.apply();
    return true;
  };
})();
