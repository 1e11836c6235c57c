// Annotate: people say what is main content, headline, date, author, comments; it is saved to a test package.

import { bench, options, whenFound } from "./bench.js";
import { $, download, element, fixed, say } from "./elements.js";
import { LABELS, LabelSpans } from "./label-spans.js";
import { everyMark, light, markOf, pageDocument, paint, placeIn, textBetween, whenPointed, whenPressed } from "./original.js";
import { listMembers, listPackages, stepMember, whenReportOpened } from "./page-field.js";
import { ask } from "./service.js";

const KEYS = { c: "content", h: "headline", d: "date", a: "author", o: "comments", x: "", Delete: "", Backspace: "" };
const NAME = "webwinnow-annotator";
let spans = new LabelSpans();
let media = []; // what the page has, as the service lists it
let brush = "content";
let begun = null; // the page that the labels are of
let current = { anchor: 0, at: 0 }; // among the blocks
let unsaved = false;
let turn = 0; // labels that came from elsewhere make a suggestion that is on its way too late

const shown = () => document.body.dataset.view === "annotate";
const tell = (message, wrong = false) => say(message, wrong, $("saved"));

export function open() {
  bench.format = null;
  if (bench.found) begin();
}

whenFound((_, fresh) => {
  if (fresh) begun = null;
  if (shown()) begin();
});
whenReportOpened((report) => {
  turn++;
  begun = bench.page;
  spans = new LabelSpans();
  spans.now = { ...LabelSpans.empty(), ...report.said, labels: { ...LabelSpans.empty().labels, ...report.labels } };
  if (shown()) show();
});

// Labels of this page: what I saved, or else what the extractor suggests.
async function begin() {
  if (begun === bench.page) return show();
  begun = bench.page;
  spans = new LabelSpans();
  current = { anchor: 0, at: 0 };
  unsaved = false;
  $("as-gold").checked = false;
  tell("");
  const mine = bench.member?.annotations?.[$("annotator").value.trim()];
  if (bench.member) $("into").value = bench.member.package;
  await suggest(!mine);
  if (mine) {
    const { labels, media: chosen = [], fragmented = false, multiple_articles = false, empty = false, note = "" } = mine;
    spans.now = { labels: { ...LabelSpans.empty().labels, ...labels }, media: chosen, fragmented, multiple_articles, empty, note };
    tell("These are your labels as you saved them.");
  }
  show();
}

async function suggest(take = true) {
  const page = begun, mine = turn;
  try {
    const found = await ask("/v1/suggest", { ...bench.page, ...options() });
    if (page !== begun) return;
    media = found.media;
    if (!take || mine !== turn) return;
    spans.change({ labels: found.labels, media: media.filter(({ main, url }) => main && url).map(({ url }) => url) });
    show();
  } catch (error) {
    tell(error.message, true);
  }
}

// Showing

function show() {
  paint(spans.places(), "label");
  const { now } = spans;
  $("labelled").replaceChildren(...LABELS.flatMap((label) => {
    const pairs = now.labels[label];
    const text = pairs.map(([start, end]) => textBetween(start, end).replace(/\s+/g, " ").trim()).join(" ").slice(0, 300);
    return [element("dt", `${label} (${pairs.length})`), element("dd", text || "–", { dir: "auto" })];
  }));
  for (const button of $("labels").children) {
    button.setAttribute("aria-checked", String(button.dataset.label === brush));
    button.tabIndex = button.dataset.label === brush ? 0 : -1;
  }
  $("fragmented").checked = now.fragmented;
  $("multiple").checked = now.multiple_articles;
  $("empty").checked = now.empty;
  if (document.activeElement !== $("note")) $("note").value = now.note;
  $("undo").disabled = !spans.before.length;
  $("redo").disabled = !spans.after.length;
  showMedia();
  showAgreement(bench.member?.agreement ?? []);
  $("annotate").dataset.shown = bench.asked;
}

function showMedia() {
  $("media").replaceChildren(...(media.some(({ url }) => url) ? media.filter(({ url }) => url).map((medium) => {
    const box = element("input", undefined, { type: "checkbox", checked: spans.now.media.includes(medium.url), onchange: () => {
      changed(() => spans.change({ media: media.map(({ url }) => url).filter((url) => url && (url === medium.url ? box.checked : spans.now.media.includes(url))) }));
    } });
    return element("label", [box, element("span", `${medium.kind}: ${medium.caption || medium.alt || ""} ${medium.url}`.slice(0, 200))]);
  }) : [element("p", "This page has none with an address.", { class: "hint" })]));
}

function showAgreement(pairs) {
  if (!pairs.length) return $("agreement").replaceChildren();
  const rows = pairs.flatMap(({ annotators, ...by }) => Object.entries(by).filter(([label]) => label === "content" || by[label].f1 < 1).map(([label, { f1, kappa }]) =>
    element("tr", [element("td", annotators.join(" and ")), element("td", label), element("td", fixed(f1)), element("td", fixed(kappa))])));
  const head = element("tr", ["Annotators", "Label", "F1", "Kappa"].map((title) => element("th", title, { scope: "col" })));
  $("agreement").replaceChildren(element("table", [element("caption", "Agreement", { class: "unseen" }), element("thead", head), element("tbody", rows)]));
}

// Changing

function changed(change) {
  change();
  unsaved = true;
  show();
}

function give(label, pairs) {
  if (pairs.length) changed(() => spans.give(label, pairs));
}

// Blocks as keys walk through them: all marks of a block, in order.
function blocks() {
  const found = new Map();
  for (const mark of everyMark()) if (mark.block !== null) found.set(mark.block, [...(found.get(mark.block) ?? []), mark]);
  return [...found.values()];
}
const pairsOf = (some) => some.flat().map(({ start, end }) => [start, end]);

function choose(at, extend = false) {
  const every = blocks();
  if (!every.length) return;
  current.at = Math.min(Math.max(at, 0), every.length - 1);
  if (!extend) current.anchor = current.at;
  const chosen = chosenBlocks(every);
  light(chosen[0][0].start, chosen.at(-1).at(-1).end, "chosen");
  const first = every[current.at][0];
  first.element.scrollIntoView({ block: "nearest" });
  first.element.focus({ preventScroll: true });
  const label = spans.labelAt(first.start) || "no label";
  tell(`Block ${current.at + 1} of ${every.length}${chosen.length > 1 ? `, ${chosen.length} chosen` : ""}: ${label}`);
}
const chosenBlocks = (every) => every.slice(Math.min(current.anchor, current.at), Math.max(current.anchor, current.at) + 1);

// A click labels the block; on what has that label already, it takes it away. A selection is labelled as it is.
whenPointed((mark, event) => {
  if (!shown() || event.type !== "click" || selectedPairs().length || mark.block === null) return;
  const every = blocks(), at = every.findIndex((block) => block[0].block === mark.block);
  if (at < 0) return;
  current = { anchor: event.shiftKey ? current.anchor : at, at };
  const chosen = chosenBlocks(every);
  give(spans.labelAt(mark.start) === brush ? "" : brush, pairsOf(chosen));
  light(chosen[0][0].start, chosen.at(-1).at(-1).end, "chosen");
});

function selectedPairs() {
  const selection = pageDocument()?.getSelection?.();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return [];
  const range = selection.getRangeAt(0);
  return everyMark().filter(({ element: mark, block }) => block !== null && range.intersectsNode(mark)).map((mark) => {
    const inside = (node) => markOf(node)?.element === mark.element && node.nodeType === 3;
    const start = inside(range.startContainer) ? placeIn(mark, range.startOffset) : mark.start;
    const end = inside(range.endContainer) ? placeIn(mark, range.endOffset) : mark.end;
    return [start, end];
  }).filter(([start, end]) => start < end);
}

whenPressed((event) => {
  if (!shown()) return;
  if (event.type === "mouseup") {
    const pairs = selectedPairs();
    if (!pairs.length) return;
    give(brush, pairs);
    setTimeout(() => pageDocument().getSelection().removeAllRanges()); // after the click that follows
    return;
  }
  press(event);
});
$("annotate").addEventListener("keydown", (event) => {
  if (!event.target.matches("input:not([type=checkbox]), textarea, select")) press(event);
});

function press(event) {
  const { key } = event, command = event.ctrlKey || event.metaKey;
  if (command && key.toLowerCase() === "z") event.shiftKey ? redo() : undo();
  else if (command && key.toLowerCase() === "y") redo();
  else if (command && key.toLowerCase() === "s") save();
  else if (command || event.altKey) return;
  else if (key === "ArrowDown" || key === "j") choose(current.at + 1, event.shiftKey);
  else if (key === "ArrowUp" || key === "k") choose(current.at - 1, event.shiftKey);
  else if (key in KEYS) {
    const selected = selectedPairs();
    give(KEYS[key], selected.length ? selected : pairsOf(chosenBlocks(blocks())));
    if (!selected.length) choose(current.at, current.at !== current.anchor);
  } else if (key === "u") undo();
  else if (key === "s") save();
  else if (key === "n") stepMember(1);
  else if (key === "p") stepMember(-1);
  else return;
  event.preventDefault();
}

const undo = () => { if (spans.undo()) show(); };
const redo = () => { if (spans.redo()) show(); };

$("labels").append(...[...LABELS, ""].map((label) => element("button", [label || "none", " ", element("kbd", label ? label === "comments" ? "o" : label[0] : "x")], {
  type: "button", role: "radio", "data-label": label, "aria-checked": String(label === brush),
  onclick: () => { brush = label; show(); },
  onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const every = [...$("labels").children], next = every[(every.indexOf(event.currentTarget) + step + every.length) % every.length];
    next.click();
    next.focus();
  },
})));
$("suggest").addEventListener("click", () => { unsaved = true; suggest(); });
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("clear-labels").addEventListener("click", () => changed(() => spans.change({ labels: LabelSpans.empty().labels })));
for (const [id, name] of [["fragmented", "fragmented"], ["multiple", "multiple_articles"], ["empty", "empty"]]) {
  $(id).addEventListener("change", () => changed(() => spans.change({ [name]: $(id).checked })));
}
$("note").addEventListener("change", () => changed(() => spans.change({ note: $("note").value })));

// Saving

$("annotator").value = localStorage.getItem(NAME) ?? "";
$("annotator").addEventListener("change", () => localStorage.setItem(NAME, $("annotator").value.trim()));
$("saving").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});

function said() {
  const { labels, media: chosen, fragmented, multiple_articles, empty, note } = spans.now;
  return { labels, media: chosen, fragmented, multiple_articles, empty, ...(note ? { note } : {}) };
}

async function save() {
  if (!bench.page) return tell("There is no page yet.", true);
  const annotator = $("annotator").value.trim();
  if (!annotator) return needed("annotator", "Say who you are: each annotator's labels are kept apart.");
  try {
    const into = await chosenPackage();
    if (!into) return needed("into", "Choose the package to save into.");
    const own = bench.member?.package === into;
    const path = own ? [into, bench.member.page] : [into];
    const fields = { annotator, ...said(), ...(own ? { version: bench.member.version, as_gold: $("as-gold").checked } : bench.page) };
    const kept = await ask(`/v1/packages/${path.map(encodeURIComponent).join("/")}`, fields);
    unsaved = false;
    await afterSaving(kept, annotator);
  } catch (error) {
    if (error.code === "changed") await changedMeanwhile(error);
    else tell(error.message, true);
  }
}

// A name that no package has yet begins one.
async function chosenPackage() {
  const name = $("into").value.trim();
  if (name && ![...$("package").options].some(({ value }) => value === name)) {
    await ask("/v1/packages", { name });
    await listPackages();
  }
  return name;
}

async function afterSaving(kept, annotator) {
  const known = await ask(`/v1/packages/${[kept.package, kept.page].map(encodeURIComponent).join("/")}`);
  const { html, url, ...rest } = known;
  bench.member = { package: kept.package, page: kept.page, ...rest };
  $("packages").hidden = false;
  $("package").value = kept.package;
  const { agreement } = await listMembers(kept.page);
  show();
  const gold = kept.is_gold ? "It is the gold of the page." : "The gold of the page stays that of another.";
  const over = agreement.map(({ annotators, f1, kappa }) => ` Over the package, ${annotators.join(" and ")}: F1 ${fixed(f1)}, kappa ${fixed(kappa)}.`).join("");
  tell(`Saved as ${annotator} to ${kept.package}/${kept.page}. ${gold}${over}`);
}

// Somebody else saved: mine stay here, theirs are there, and the next save puts mine beside theirs.
async function changedMeanwhile(error) {
  const { html, url, ...rest } = await ask(`/v1/packages/${[bench.member.package, bench.member.page].map(encodeURIComponent).join("/")}`);
  bench.member = { ...bench.member, ...rest };
  const theirs = rest.annotations[$("annotator").value.trim()];
  if (theirs) {
    spans.change({ labels: { ...LabelSpans.empty().labels, ...theirs.labels } });
    show();
    tell(`${error.message}. Shown are the labels that were saved under your name; Undo brings yours back.`, true);
  } else tell(`${error.message}. Your labels are still here: Save puts them beside theirs.`, true);
}

function needed(id, message) {
  tell(message, true);
  $(id).focus();
}

$("export").addEventListener("click", () => {
  if (!bench.page) return tell("There is no page yet.", true);
  const { labels, ...rest } = said();
  const report = {
    format: "webwinnow-report",
    url: bench.page.url ?? null,
    html: bench.page.html,
    extractor: bench.found.extractor,
    annotator: $("annotator").value.trim() || null,
    labels,
    said: rest,
    found: bench.found.places.filter(([, , kind]) => kind === "kept").map(([start, end]) => [start, end]),
    warnings: bench.found.warnings,
  };
  const name = (bench.page.url ?? "page").replace(/^\w+:\/\//, "").replace(/[^\w.-]+/g, "-").slice(0, 60);
  download(`webwinnow-report-${name}.json`, JSON.stringify(report, null, 1));
  tell("The report holds the page, your labels, and what the extractor found. Dropping it here shows all of it again.");
});

$("annotator").addEventListener("change", () => { // whoever has saved labels of this page goes on with them
  if (unsaved || !shown() || !bench.member?.annotations?.[$("annotator").value.trim()]) return;
  begun = null;
  begin();
});
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
