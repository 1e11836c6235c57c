// The workbench: one page on the bench, and five ways to look at it. Each view is a module that opens itself.

import * as annotate from "./annotate.js";
import { look } from "./bench.js";
import * as combine from "./combine.js";
import * as compare from "./compare.js";
import * as curves from "./curves.js";
import { $, say } from "./elements.js";
import { loadStages } from "./expression-field.js";
import * as lookAt from "./look.js";
import { setMode } from "./original.js";
import { listPackages, readPage } from "./page-field.js";

const views = { look: lookAt, curves, compare, combine, annotate };
const buttons = [...$("views").children];

function show(name) {
  document.body.dataset.view = name;
  for (const button of buttons) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  for (const each of Object.keys(views)) $(each).hidden = each !== name;
  setMode(name);
  views[name].open();
}

for (const button of buttons) button.addEventListener("click", () => show(button.dataset.view));
addEventListener("keydown", (event) => {
  const chosen = event.altKey && buttons[Number(event.key) - 1];
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
  show(chosen.dataset.view);
});

// An address may say what to look at: /#url=https://example.org/&extractor=bte&view=curves
const said = new URLSearchParams(location.hash.slice(1));
$("extractor").value = said.get("extractor") ?? "";
show(said.get("view") in views ? said.get("view") : "look");
if (said.get("url")) {
  $("page").value = said.get("url");
  readPage();
}
loadStages().then(() => combine.listStages());
listPackages().catch((error) => say(error.message, true));
addEventListener("hashchange", () => look());
