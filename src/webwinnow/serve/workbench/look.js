// Look: the result in its formats, the legend, and why a text was kept or dropped.

import { bench, look, options, whenFound } from "./bench.js";
import { $, element, say } from "./elements.js";
import { light, whenPointed } from "./original.js";
import { ask } from "./service.js";

const PIECE = 2000; // characters
const WAIT = 60; // milliseconds that somebody stays on a text before it is asked about
const tabs = [...document.querySelectorAll("[role=tab]")];
let format = "markdown";
let waiting;

const shown = () => document.body.dataset.view === "look";

export function open() {
  bench.format = format;
  if (bench.found && bench.found.content === undefined) look();
}

whenFound((found) => {
  const legend = [["kept", found.kept], ...found.dropped.map((each) => [each.kind, each.characters])];
  $("legend").replaceChildren(
    ...legend.map(([kind, number]) => element("li", `${kind} ${number.toLocaleString()}`, { "data-kind": kind })),
  );
  if (found.content !== undefined) showContent(found.content);
});

function showContent(content) {
  const reader = format === "reader";
  $("reader").hidden = !reader;
  $("plain").hidden = reader;
  if (reader) $("reader").srcdoc = content;
  else $("plain").replaceChildren(...pieces(format === "json" ? JSON.stringify(content, null, 2) : content));
}

// A long text is cut behind lines, so that the browser lays out what is in view and no more.
function pieces(text) {
  const found = [];
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf("\n", at + PIECE), end = line < 0 ? text.length : line + 1;
    found.push(element("span", text.slice(at, end), { class: "piece" }));
    at = end;
  }
  return found;
}

function chooseTab(tab) {
  for (const each of tabs) {
    each.setAttribute("aria-selected", each === tab);
    each.tabIndex = each === tab ? 0 : -1;
  }
  format = bench.format = tab.dataset.format;
  $("panel").setAttribute("aria-labelledby", tab.id);
  look();
}

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

$("copy").addEventListener("click", async () => {
  const content = bench.found?.content;
  if (content === undefined) return;
  try {
    await navigator.clipboard.writeText(typeof content === "string" ? content : JSON.stringify(content, null, 2));
    say("Copied.");
  } catch {
    say("The browser does not let this page copy: select the text instead.", true);
  }
});

whenPointed((mark) => {
  if (document.body.dataset.view === "annotate") return;
  clearTimeout(waiting);
  waiting = setTimeout(() => why(mark), WAIT);
});

async function why(mark) {
  const { start, end } = mark;
  if (shown()) light(start, end, "chosen");
  const asked = bench.asked, place = `${start}-${end}`;
  $("why").dataset.at = place;
  try {
    const found = await ask("/v1/explain", { ...bench.page, ...options(), start, end });
    if (asked === bench.asked && $("why").dataset.at === place) $("why").replaceChildren(...reasons(found, mark.element.dataset.kind));
  } catch (error) {
    $("why").textContent = error.message;
  }
}

function reasons(found, kind) {
  const place = found.places[0];
  if (!place) return [element("p", `${kind}: no words here`)];
  const list = element("dl");
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
