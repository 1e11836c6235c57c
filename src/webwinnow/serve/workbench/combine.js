// Combine: stages one after the other, side by side, or voting; built by dragging or by keys, shown as an expression.

import { bench } from "./bench.js";
import { listBoards } from "./compare.js";
import { $, download, element, fixed, say } from "./elements.js";
import { knownStages, loadStages, setExpression } from "./expression-field.js";
import { ask } from "./service.js";

const WAYS = { serial: "one after the other  >>", union: "any of them  |", intersection: "all of them  &", vote: "vote" };
const SIGNS = { serial: " >> ", union: " | ", intersection: " & " };
const KINDS = { prefilter: "Before: take something out", extractor: "Decide what is content", refiner: "After: correct the decision" };
const stage = (name, parameters = {}) => ({ kind: "stage", name, parameters });
let root = { kind: "serial", members: [] };
let chosen = root; // the group that Enter adds to
let before = [];
let taken = null; // what is being dragged: { node } or { name }
let shownFor = null; // the expression that the boxes stand for
let focusOn = null;

export async function open() {
  bench.format = null;
  const written = $("extractor").value.trim() || $("extractor").placeholder;
  if (written === shownFor) return;
  try {
    const { tree } = await ask("/v1/expression", { expression: written });
    root = tree.kind === "serial" ? tree : { kind: "serial", members: [tree] };
    chosen = root;
    shownFor = written;
    draw(false);
  } catch (error) {
    say(error.message, true);
  }
}

// The expression

function write(node, outermost = false) {
  if (node.kind === "stage") {
    const given = Object.entries(node.parameters).filter(([, value]) => value.trim());
    return given.length ? `${node.name}(${given.map(([name, value]) => `${name}=${value}`).join(", ")})` : node.name;
  }
  const parts = node.members.map((member) => [write(member), member]).filter(([text]) => text);
  if (!parts.length) return "";
  if (node.kind === "vote") {
    const weighed = parts.map(([text, { weight = 1 }]) => (Number(weight) === 1 ? text : `${text}*${weight}`));
    return `vote(${[node.quorum ?? Math.ceil((parts.length + 1) / 2), ...weighed].join(", ")})`;
  }
  const text = parts.map(([part]) => part).join(SIGNS[node.kind]);
  return outermost || parts.length === 1 ? text : `(${text})`;
}

function draw(changed = true) {
  const text = write(root, true);
  $("expression-made").textContent = text || "no stage yet";
  $("pipeline").replaceChildren(group(root));
  $("pipeline-undo").disabled = !before.length;
  if (changed) {
    shownFor = text;
    setExpression(text);
  }
  if (focusOn) $("pipeline").querySelector(`[data-node="${focusOn}"]`)?.focus();
  focusOn = null;
}

// Changes: all of them go through here, so that each can be undone.

function change(act) {
  before.push(JSON.stringify(root));
  act();
  if (!contains(root, chosen)) chosen = root;
  draw();
}

const contains = (inside, node) => inside === node || (inside.members ?? []).some((member) => contains(member, node));
const parentOf = (node, inside = root) => (inside.members ?? []).reduce((found, member) => found ?? (member === node ? inside : parentOf(node, member)), null);

function add(node, into = chosen, at = into.members.length) {
  change(() => into.members.splice(at, 0, node));
  say(`${node.name ?? WAYS[node.kind]} added; the expression is ${$("expression-made").textContent}`);
}

function move(node, into, at) {
  if (contains(node, into)) return; // not into itself
  change(() => {
    const parent = parentOf(node), from = parent.members.indexOf(node);
    parent.members.splice(from, 1);
    into.members.splice(parent === into && from < at ? at - 1 : at, 0, node);
  });
}

function remove(node) {
  const parent = parentOf(node);
  if (parent) change(() => parent.members.splice(parent.members.indexOf(node), 1));
}

function wrap(node) {
  const parent = parentOf(node);
  if (!parent) return;
  change(() => {
    const made = { kind: "union", members: [node], weight: node.weight };
    parent.members.splice(parent.members.indexOf(node), 1, made);
    chosen = made;
  });
}

// Boxes

const numbers = new WeakMap();
let last = 0;
function numbered(node) {
  if (!numbers.has(node)) numbers.set(node, ++last);
  return numbers.get(node);
}

function group(node) {
  const way = element("select", Object.entries(WAYS).map(([value, text]) => element("option", text, { value, selected: value === node.kind })), {
    "aria-label": "How the parts work together",
    onchange: (event) => change(() => { node.kind = event.target.value; chosen = node; }),
  });
  const quorum = element("input", undefined, {
    type: "number", min: "0", step: "any", "aria-label": "Votes that are needed", value: node.quorum ?? Math.ceil((node.members.length + 1) / 2),
    onchange: (event) => change(() => { node.quorum = Number(event.target.value); }),
  });
  const head = element("div", [way, ...(node.kind === "vote" ? [element("label", [element("span", "needed"), quorum])] : []), ...tools(node)], { class: "head" });
  const parts = element("ul", node.members.map((member, at) => part(member, node, at)), { class: "parts" });
  droppable(parts, node, () => node.members.length);
  return element("div", [head, parts], {
    class: node === chosen ? "group target" : "group", tabindex: "0", role: "group", "data-node": numbered(node),
    "aria-label": `Group: ${WAYS[node.kind]}${node === chosen ? ", where stages are added" : ""}`,
    draggable: node === root ? "false" : "true",
    ondragstart: (event) => drag(event, { node }),
    onkeydown: (event) => press(event, node),
    onclick: (event) => {
      if (event.target.closest("select, input, button")) return;
      event.stopPropagation();
      chosen = node;
      focusOn = numbered(node);
      draw(false);
    },
  });
}

function part(node, parent, at) {
  const item = element("li", node.kind === "stage" ? chip(node, parent) : group(node));
  droppable(item, parent, () => at);
  return item;
}

function chip(node, parent) {
  const known = knownStages().find(({ name }) => name === node.name);
  const form = element("div", (known?.parameters ?? []).filter(({ name }) => name !== "model").map(({ name, default: usual, summary }) => element("label", [
    element("span", name, { title: summary ?? "" }),
    element("input", undefined, { value: node.parameters[name] ?? "", placeholder: usual === undefined ? "" : JSON.stringify(usual), onchange: (event) => change(() => { node.open = true; node.parameters[name] = event.target.value; }) }),
  ])), { class: "parameters", hidden: !node.open });
  const weight = element("input", undefined, { class: "weight", type: "number", min: "0.001", step: "any", value: node.weight ?? 1, "aria-label": `Weight of ${node.name}`, onchange: (event) => change(() => { node.weight = Number(event.target.value); }) });
  const more = form.childElementCount ? [element("button", "⚙", { type: "button", "aria-label": `Parameters of ${node.name}`, "aria-expanded": String(!!node.open), onclick: () => { node.open = !node.open; focusOn = numbered(node); draw(false); } })] : [];
  return element("div", [element("span", write(node), { class: "name" }), ...(parent.kind === "vote" ? [weight] : []), ...more, ...tools(node), form], {
    class: "chip", draggable: "true", tabindex: "0", role: "group", "data-node": numbered(node), "aria-label": node.name,
    ondragstart: (event) => drag(event, { node }),
    onkeydown: (event) => press(event, node),
  });
}

function tools(node) {
  if (node === root) return [];
  const name = node.name ?? "the group";
  return [
    element("button", "↑", { type: "button", "aria-label": `Move ${name} up`, onclick: () => step(node, -1) }),
    element("button", "↓", { type: "button", "aria-label": `Move ${name} down`, onclick: () => step(node, 1) }),
    element("button", "( )", { type: "button", title: "into a group of its own", "aria-label": `Put ${name} into a group`, onclick: () => wrap(node) }),
    element("button", "✕", { type: "button", "aria-label": `Remove ${name}`, onclick: () => remove(node) }),
  ];
}

// Up and down among its neighbours; at an end, out of the group.
function step(node, by) {
  const parent = parentOf(node), at = parent.members.indexOf(node), next = at + by;
  focusOn = numbered(node);
  if (next >= 0 && next < parent.members.length) return move(node, parent, by > 0 ? next + 1 : next);
  const outer = parentOf(parent);
  if (outer) move(node, outer, outer.members.indexOf(parent) + (by > 0 ? 1 : 0));
}

function press(event, node) {
  if (event.target !== event.currentTarget) return;
  const act = {
    Delete: () => remove(node), Backspace: () => remove(node), g: () => wrap(node),
    Enter: () => { chosen = node.members ? node : parentOf(node); focusOn = numbered(node); draw(false); },
  }[event.key];
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && node !== root) step(node, event.key === "ArrowUp" ? -1 : 1);
  else if (act && !event.altKey && !event.ctrlKey) act();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// Dragging

function drag(event, what) {
  taken = what;
  event.stopPropagation();
  event.dataTransfer.setData("text/plain", what.name ?? write(what.node));
  event.dataTransfer.effectAllowed = "move";
}

// On the upper half of a part: before it; on its lower half: behind it; on the group itself: at its end.
function droppable(place, into, at) {
  const item = place.matches("li");
  const behind = (event) => item && event.clientY > place.getBoundingClientRect().top + place.offsetHeight / 2;
  const sign = (event) => (item && !behind(event) ? "drop-here" : "drop-end");
  const clear = () => place.classList.remove("drop-here", "drop-end");
  place.addEventListener("dragover", (event) => {
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
    place.classList.add(sign(event));
  });
  place.addEventListener("dragleave", clear);
  place.addEventListener("drop", (event) => {
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    const { name, node } = taken, place = at() + (behind(event) ? 1 : 0);
    taken = null;
    if (node) move(node, into, place);
    else add(stage(name), into, place);
  });
}
addEventListener("dragend", () => { taken = null; });

// The list of stages

export function listStages() {
  const wanted = $("stage-search").value.trim().toLowerCase();
  const stages = knownStages().filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(wanted));
  const button = ({ name, summary }) => element("div", name, { // some browsers let nobody drag a real button
    role: "button", tabindex: "0", draggable: "true", title: summary,
    onclick: () => add(stage(name)),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      add(stage(name));
    },
    ondragstart: (event) => drag(event, { name }),
  });
  const sections = Object.entries(KINDS).map(([kind, title]) => [title, stages.filter((each) => each.kind === kind && !each.expression)]);
  sections.push(["Recipes", stages.filter(({ expression }) => expression)]);
  $("stage-list").replaceChildren(...sections.filter(([, every]) => every.length).flatMap(([title, every]) => [element("h3", title), ...every.map(button)]));
}
$("stage-search").addEventListener("input", listStages);
$("pipeline-undo").addEventListener("click", () => {
  if (!before.length) return;
  root = chosen = JSON.parse(before.pop());
  draw();
});
$("pipeline-clear").addEventListener("click", () => change(() => { root.members = []; }));

// On a whole package

let running = null;
$("package-run").addEventListener("submit", async (event) => {
  event.preventDefault();
  const extractor = write(root, true), chosenPackage = $("run-package").value;
  if (!extractor || !chosenPackage) return say("Choose a package, and build a pipeline first.", true, $("run-outcome"));
  try {
    const limit = Number($("run-limit").value);
    await follow(await ask("/v1/evaluations", { package: chosenPackage, extractors: [extractor], ...(limit ? { limit } : {}) }));
  } catch (error) {
    say(error.message, true, $("run-outcome"));
  }
});
$("run-cancel").addEventListener("click", () => running && ask(`/v1/evaluations/${running}`, undefined, "DELETE"));

async function follow(started) {
  running = started.id;
  $("run-cancel").hidden = $("run-progress").hidden = false;
  let now = started;
  while (now.state === "running") {
    $("run-progress").max = now.total || 1;
    $("run-progress").value = now.done;
    say(now.total ? `${now.done} of ${now.total} pages` : "Starting…", false, $("run-outcome"));
    await new Promise((done) => setTimeout(done, 300));
    now = await ask(`/v1/evaluations/${started.id}`);
  }
  $("run-cancel").hidden = $("run-progress").hidden = true;
  running = null;
  if (now.state !== "done") return say(`The run was ${now.state}. ${now.message}`, now.state === "failed", $("run-outcome"));
  await outcome(now);
}

async function outcome({ package: name, run }) {
  const boards = await ask("/v1/leaderboards");
  const rows = boards.find((board) => board.package === name)?.rows ?? boards.flatMap((board) => board.rows);
  const row = rows.find((each) => each.run === run);
  const place = rows.indexOf(row) + 1;
  say(row ? `F1 ${fixed(row.f1?.mean)} (${fixed(row.f1?.low)} to ${fixed(row.f1?.high)}) on ${row.pages} pages, place ${place} of ${rows.length} saved runs; Compare shows them all, runs/${run}/report.html all else.` : "Done.", false, $("run-outcome"));
  listBoards();
}

// Recipes

const recipe = () => ({ name: $("recipe-name").value.trim(), expression: write(root, true), summary: $("recipe-summary").value.trim() });
$("recipe").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { name, file } = await ask("/v1/recipes", recipe());
    say(`Saved: '${name}' is a name in expressions now, here and with --recipes ${file}.`, false, $("run-outcome"));
    await loadStages();
    listStages();
  } catch (error) {
    say(error.message, true, $("run-outcome"));
  }
});
$("recipe-file").addEventListener("click", () => {
  if (!$("recipe").reportValidity()) return;
  const { name, expression, summary } = recipe();
  const text = `[${name}]\nexpression = ${JSON.stringify(expression)}\nsummary = ${JSON.stringify(summary)}\n`;
  download(`${name}.toml`, text, "application/toml");
});
