// Curves: the numbers that the extractor decides by, linked with the page in both directions.

import { bench, options, whenFound } from "./bench.js";
import { linkCurves } from "./drawing.js";
import { $, say } from "./elements.js";
import { go, light, whenPointed } from "./original.js";
import { ask } from "./service.js";

let showInCurves = () => {};
let drawn = null; // for which answer the figures stand

const shown = () => document.body.dataset.view === "curves";

export function open() {
  bench.format = null;
  if (bench.found) draw();
}

whenFound(() => { if (shown()) draw(); });
whenPointed((mark) => {
  if (!shown()) return;
  light(mark.start, mark.end);
  showInCurves(mark.start, mark.end);
});

async function draw() {
  const found = bench.found;
  if (drawn === found) return;
  try {
    const { figures, panels } = await ask("/v1/curves", { ...bench.page, ...options() });
    if (found !== bench.found) return;
    drawn = found;
    $("figures").innerHTML = figures; // written and escaped by the service
    showInCurves = linkCurves($("figures"), panels, { light, go });
    $("figures").dataset.drawn = bench.asked;
  } catch (error) {
    say(error.message, true);
  }
}
