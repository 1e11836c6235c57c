// The workbench: asks the service about one page, shows it with marks beside its main content, and says why.

const $ = (id) => document.getElementById(id);
const token = new URLSearchParams(location.hash.slice(1)).get("token");
const WAIT = 60; // milliseconds without a key before an expression is tried
const state = { page: null, format: "markdown", asked: 0, stages: [] };

async function ask(path, fields) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const sent = fields ? { method: "POST", body: JSON.stringify(fields), headers } : { headers };
  const answer = await fetch(path, sent);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error.message);
  return found;
}

function say(message, wrong = false) {
  $("status").textContent = message;
  $("status").classList.toggle("wrong", wrong);
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const options = () => ($("extractor").value.trim() ? { extractor: $("extractor").value.trim() } : {});

async function look() {
  if (!state.page) return;
  const asked = ++state.asked;
  say("Looking…");
  const started = performance.now();
  try {
    const found = await ask("/v1/look", { ...state.page, ...options() });
    if (asked !== state.asked) return; // a later question is on its way
    state.page = { html: found.source, ...(found.url ? { url: found.url } : {}) };
    show(found);
    await showFormat(asked);
    if (asked !== state.asked) return;
    const kind = found.page_type.type;
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const warnings = found.warnings.length ? ` Warning: ${found.warnings.join("; ")}.` : "";
    say(`${found.title || "Page without a title"}: ${kind}, kept ${(100 * found.share).toFixed(0)} % of the visible text, ${seconds} s.${warnings}`);
    document.body.dataset.looked = asked;
  } catch (error) {
    if (asked === state.asked) say(error.message, true);
  }
}

function show(found) {
  const legend = [["kept", found.kept], ...found.dropped.map((each) => [each.kind, each.characters])];
  $("legend").replaceChildren(
    ...legend.map(([kind, number]) => element("li", `${kind} ${number.toLocaleString()}`, { "data-kind": kind })),
  );
  const frame = $("original");
  frame.onload = () => listen(frame.contentDocument);
  frame.srcdoc = found.marked;
}

// No script of the page ever runs: the frame forbids it. These listeners are ours, outside of it.
function listen(page) {
  const marks = page.querySelectorAll("ww-mark");
  for (const mark of marks) mark.tabIndex = 0;
  const chosen = (event) => event.target.closest?.("ww-mark");
  let waiting;
  const later = (event) => {
    clearTimeout(waiting);
    const mark = chosen(event);
    if (mark) waiting = setTimeout(() => why(page, mark), WAIT);
  };
  page.addEventListener("mouseover", later);
  page.addEventListener("focusin", later);
  page.addEventListener("click", (event) => {
    event.preventDefault(); // links lead nowhere here
    later(event);
  });
}

async function why(page, mark) {
  for (const each of page.querySelectorAll("ww-mark.chosen")) each.classList.remove("chosen");
  mark.classList.add("chosen");
  const [start, end] = mark.dataset.at.split("-").map(Number);
  const asked = state.asked;
  const shown = $("why");
  shown.dataset.at = mark.dataset.at;
  try {
    const found = await ask("/v1/explain", { ...state.page, ...options(), start, end });
    if (asked === state.asked && shown.dataset.at === mark.dataset.at) shown.replaceChildren(...reasons(found, mark.dataset.kind));
  } catch (error) {
    shown.textContent = error.message;
  }
}

function reasons(found, kind) {
  const place = found.places[0];
  if (!place) return [element("p", `${kind}: no words here`)];
  const list = document.createElement("dl");
  const add = (name, value) => value && list.append(element("dt", name), element("dd", value, { dir: "auto" }));
  add(place.verdict, place.text.slice(0, 200));
  add("kind", place.kind);
  add("hidden", place.hidden);
  add("decided by", place.decided_by);
  add("where", place.css_path);
  const signals = place.decisions.flatMap((decision) => decision.signals);
  const adding = signals.filter((signal) => signal.adds).sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const loud = adding.length ? [...signals.filter((signal) => signal.limits.length), ...adding.slice(0, 6)] : signals.slice(0, 8);
  for (const signal of loud) {
    const limits = signal.limits.length ? ` (${signal.limits.join(", ")})` : "";
    add("signal", `${signal.meaning || signal.name}: ${Number(signal.value.toPrecision(4))}${limits}`);
  }
  return [list];
}

async function showFormat(asked) {
  const found = await ask("/v1/extract", { ...state.page, ...options(), format: state.format });
  if (asked !== state.asked) return;
  const reader = state.format === "reader";
  $("reader").hidden = !reader;
  $("plain").hidden = reader;
  if (reader) $("reader").srcdoc = found.content;
  else $("plain").textContent = state.format === "json" ? JSON.stringify(found, null, 2) : found.content;
}

function chooseTab(tab) {
  for (const each of document.querySelectorAll("[role=tab]")) {
    each.setAttribute("aria-selected", each === tab);
    each.tabIndex = each === tab ? 0 : -1;
  }
  state.format = tab.dataset.format;
  $("panel").setAttribute("aria-labelledby", tab.id);
  if (state.page) showFormat(state.asked).catch((error) => say(error.message, true));
}

const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => chooseTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    chooseTab(next);
  });
}

// The page: an address, markup, a file, or one of a package.

function takePage(page) {
  state.page = page;
  look();
}

function readPage() {
  const text = $("page").value;
  if (!text.trim()) return say("There is no page yet: paste an address or HTML, or drop a file.", true);
  $("file").value = $("member").value = "";
  takePage(/^\s*https?:\/\/\S+\s*$/i.test(text) ? { url: text.trim() } : { html: text });
}

async function takeFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  takePage({ base64: btoa(text) });
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  readPage();
});
$("page").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    readPage();
  }
});
$("file").addEventListener("change", () => $("file").files[0] && takeFile($("file").files[0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) takeFile(event.dataTransfer.files[0]);
});

async function listPackages() {
  const names = await ask("/workbench/packages");
  $("packages").hidden = !names.length;
  $("package").replaceChildren(element("option", "choose…", { value: "" }), ...names.map((name) => element("option", name)));
}

$("package").addEventListener("change", async () => {
  if (!$("package").value) return;
  try {
    const pages = await ask(`/workbench/packages/${encodeURIComponent($("package").value)}`);
    $("member").replaceChildren(element("option", "choose…", { value: "" }), ...pages.map((page) => element("option", page)));
  } catch (error) {
    say(error.message, true);
  }
});
$("member").addEventListener("change", async () => {
  if (!$("member").value) return;
  const place = [$("package").value, $("member").value].map(encodeURIComponent).join("/");
  try {
    takePage(await ask(`/workbench/packages/${place}`));
  } catch (error) {
    say(error.message, true);
  }
});

// The expression: names are completed while it is typed, and the view follows.

const field = $("extractor");
const names = $("names");

function offer() {
  const typed = /[A-Za-z][\w-]*$/.exec(field.value.slice(0, field.selectionStart))?.[0] ?? "";
  const found = typed ? state.stages.filter((stage) => stage.name.startsWith(typed) && stage.name !== typed).slice(0, 12) : [];
  names.replaceChildren(...found.map((stage, at) => {
    const item = element("li", stage.name, { role: "option", id: `name-${at}`, "aria-selected": "false", "data-name": stage.name });
    item.append(" ", element("small", stage.summary.slice(0, 80)));
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      take(item);
    });
    return item;
  }));
  names.hidden = !found.length;
  field.setAttribute("aria-expanded", String(found.length > 0));
  field.removeAttribute("aria-activedescendant");
}

function take(item) {
  const before = field.value.slice(0, field.selectionStart).replace(/[A-Za-z][\w-]*$/, item.dataset.name);
  field.value = before + field.value.slice(field.selectionStart);
  field.setSelectionRange(before.length, before.length);
  close();
  look();
}

function close() {
  names.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

let typing;
field.addEventListener("input", () => {
  offer();
  clearTimeout(typing);
  typing = setTimeout(look, WAIT);
});
field.addEventListener("blur", close);
field.addEventListener("keydown", (event) => {
  const items = [...names.children];
  const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  if (event.key === "Escape") return close();
  if (names.hidden || !items.length) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const next = items[(at + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length];
    for (const item of items) item.setAttribute("aria-selected", String(item === next));
    field.setAttribute("aria-activedescendant", next.id);
    next.scrollIntoView({ block: "nearest" });
  } else if ((event.key === "Enter" || event.key === "Tab") && at >= 0) {
    event.preventDefault();
    take(items[at]);
  }
});

// An address may say what to look at: /#url=https://example.org/&extractor=bte
const said = new URLSearchParams(location.hash.slice(1));
$("extractor").value = said.get("extractor") ?? "";
if (said.get("url")) {
  $("page").value = said.get("url");
  readPage();
}

ask("/v1/stages").then((stages) => { state.stages = stages; }).catch((error) => say(error.message, true));
listPackages().catch((error) => say(error.message, true));
