// Compare: extractors and other libraries side by side on the page; leaderboards of saved runs.

import { bench, whenFound } from "./bench.js";
import { $, element, fixed, say } from "./elements.js";
import { ask } from "./service.js";

const TAGS = { missing: "del", superfluous: "ins" };
let asked = 0;

const shown = () => document.body.dataset.view === "compare";

export function open() {
  bench.format = null;
  listPeers();
  listBoards();
  if (bench.found) compare();
}

whenFound((_, fresh) => { if (shown() && fresh) compare(); });
$("candidates").addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});

async function compare() {
  const extractors = $("compared").value.split("\n").map((line) => line.trim()).filter(Boolean);
  const peers = [...$("peers").querySelectorAll("input:checked")].map((box) => box.value);
  if (!bench.page) return say("There is no page yet: paste an address or HTML, or drop a file.", true);
  const mine = ++asked, gold = bench.member?.gold;
  $("side-by-side").setAttribute("aria-busy", "true");
  try {
    const found = await ask("/v1/compare", { ...bench.page, extractors, peers, ...(typeof gold === "string" ? { gold } : {}) });
    if (mine !== asked) return;
    const against = found.reference === "gold" ? "the gold of this page" : found.reference;
    $("against").replaceChildren("Compared with ", element("b", against), ": ", element("del", "missing"), " and ", element("ins", "superfluous"), " words are marked.");
    $("side-by-side").replaceChildren(...found.candidates.map(column));
    $("side-by-side").dataset.compared = mine;
  } catch (error) {
    if (mine === asked) say(error.message, true);
  } finally {
    $("side-by-side").removeAttribute("aria-busy");
  }
}

function column(candidate) {
  const head = element("h2", candidate.name + (candidate.kind === "peer" ? ` ${candidate.version}` : ""));
  if (candidate.failure) return element("article", [head, element("p", candidate.failure, { class: "wrong" })], { class: "candidate" });
  const { same, missing, superfluous } = candidate.words;
  const told = [`${(same + superfluous).toLocaleString()} words`, `${missing} missing, ${superfluous} superfluous`, candidate.seconds === null ? "no time" : `${(1000 * candidate.seconds).toFixed(0)} ms`];
  const parts = [head, element("p", told.join(" · "))];
  for (const [name, score] of Object.entries(candidate.scores ?? {})) parts.push(scoreLine(name, score));
  const text = candidate.passages.map(([kind, passage]) => (TAGS[kind] ? element(TAGS[kind], passage) : passage));
  parts.push(element("div", text, { class: "found", dir: "auto", tabindex: "0", role: "region", "aria-label": `Text of ${candidate.name}` }));
  return element("article", parts, { class: "candidate" });
}

function scoreLine(name, { precision, recall, f1 }) {
  const bar = element("span", element("i", "", { style: `width:${100 * f1}%` }), { class: "score", "aria-hidden": "true" });
  return element("p", [`${name}: F1 ${fixed(f1)}, precision ${fixed(precision)}, recall ${fixed(recall)}`, bar]);
}

async function listPeers() {
  if ($("peers").querySelector("input")) return;
  const peers = await ask("/v1/peers").catch(() => []);
  $("peers").hidden = !peers.length;
  $("peers").append(...peers.map(({ name, version }) => element("label", [element("input", undefined, { type: "checkbox", value: name }), `${name} ${version}`])));
}

export async function listBoards() {
  const boards = await ask("/v1/leaderboards").catch((error) => { say(error.message, true); return []; });
  const none = element("p", "No run is saved in the folder of packages: Combine starts one, and so does webwinnow evaluate -o.", { class: "hint" });
  $("boards").replaceChildren(...(boards.length ? boards.map(board) : [none]));
}

const COLUMNS = ["Candidate", "F1", "95 %", "Precision", "Recall", "Pages", "Failed", "ms per kB", "Run"];

function board({ package: name, rows }) {
  const mean = (found) => fixed(found?.mean);
  const lines = rows.map((row) => element("tr", [
    element("th", row.candidate, { scope: "row" }),
    element("td", element("b", mean(row.f1))),
    element("td", row.f1 ? `${fixed(row.f1.low)}–${fixed(row.f1.high)}` : "–"),
    element("td", mean(row.precision)),
    element("td", mean(row.recall)),
    element("td", `${row.pages}${row.sample ? " (sample)" : ""}`),
    element("td", String(row.failed)),
    element("td", row.seconds_per_kb === null ? "–" : (1000 * row.seconds_per_kb).toFixed(2)),
    element("td", row.run),
  ]));
  const head = element("thead", element("tr", COLUMNS.map((title) => element("th", title, { scope: "col" }))));
  return element("table", [element("caption", `${name}, by ${rows[0].measure}`), head, element("tbody", lines)]);
}
