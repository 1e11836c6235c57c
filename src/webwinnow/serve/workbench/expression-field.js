// The expression: names are completed while it is typed, and the view follows.

import { look } from "./bench.js";
import { $, element, say } from "./elements.js";
import { ask } from "./service.js";

const WAIT = 40; // milliseconds without a key before an expression is tried
const field = $("extractor");
const names = $("names");
let stages = [];
let typing;

export async function loadStages() {
  try {
    stages = await ask("/v1/stages");
  } catch (error) {
    say(error.message, true);
  }
  return stages;
}
export const knownStages = () => stages;

export function setExpression(text) {
  if (field.value === text) return;
  field.value = text;
  clearTimeout(typing);
  typing = setTimeout(look, WAIT);
}

function offer() {
  const typed = /[A-Za-z][\w-]*$/.exec(field.value.slice(0, field.selectionStart))?.[0] ?? "";
  const found = typed ? stages.filter((stage) => stage.name.startsWith(typed) && stage.name !== typed).slice(0, 12) : [];
  names.replaceChildren(...found.map((stage, at) => element("li", [stage.name, " ", element("small", stage.summary.slice(0, 80))], {
    role: "option",
    id: `name-${at}`,
    "aria-selected": "false",
    "data-name": stage.name,
    onmousedown: (event) => {
      event.preventDefault();
      take(event.currentTarget);
    },
  })));
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
