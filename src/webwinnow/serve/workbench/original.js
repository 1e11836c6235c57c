// The original page in its frame: no script of it ever runs there. Listeners and marks are ours, from outside.
//
// Marks stand around every text; each knows its place in the source, counted in characters as the service counts them.

import { search } from "./drawing.js";
import { $ } from "./elements.js";

const frame = $("original");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let marks = []; // { element, start, end, block }, by start
let source = "";
let points = null; // where characters begin in the string, if some take two places in it
const pointed = [];
const pressed = [];

export const whenPointed = (call) => pointed.push(call); // call(mark, event): pointer or focus
export const whenPressed = (call) => pressed.push(call); // call(event): keys inside of the page
export const everyMark = () => marks;
export const pageDocument = () => frame.contentDocument;

export function showPage(marked, text) {
  source = text;
  points = null;
  return new Promise((shown) => {
    frame.onload = () => {
      const page = frame.contentDocument;
      marks = [...page.querySelectorAll("ww-mark")].filter((mark) => /^\d+-\d+$/.test(mark.dataset.at ?? "")).map(known);
      marks.sort((one, other) => one.start - other.start);
      page.documentElement.dataset.mode = document.body.dataset.view;
      putBack(page);
      listen(page);
      marks.find((mark) => mark.element.dataset.kind === "kept")?.element.scrollIntoView({ block: "center" });
      shown();
    };
    frame.srcdoc = marked;
  });
}

// What hangs over a page, such as a notice of cookies, would cover its text: it goes where it stands in the source.
function putBack(page) {
  for (const element of page.querySelectorAll("body *")) {
    if (page.defaultView.getComputedStyle(element).position === "fixed") element.style.setProperty("position", "static", "important");
  }
}

function known(mark) {
  mark.tabIndex = 0;
  const [start, end] = mark.dataset.at.split("-").map(Number);
  return { element: mark, start, end, block: mark.dataset.block ?? null };
}

export const setMode = (view) => frame.contentDocument?.documentElement && (frame.contentDocument.documentElement.dataset.mode = view);

// A place in the source as a place in the string.
function inString(place) {
  if (points === null) {
    points = /[\ud800-\udbff][\udc00-\udfff]/.test(source) ? [0] : [];
    let at = 0;
    if (points.length) for (const letter of source) points.push((at += letter.length));
  }
  return points.length ? points[place] : place;
}

export const textBetween = (start, end) => source.slice(inString(start), inString(end));

// How long a piece of source is once it is read: references are resolved, line breaks are one character.
const area = document.createElement("textarea");
function lengthShown(written) {
  if (!/[&\r]/.test(written)) return written.length;
  area.innerHTML = written;
  return area.textContent.length;
}

// Where in the source a place in a mark's text stands.
export function placeIn(mark, index) {
  const parts = textBetween(mark.start, mark.end).matchAll(/&(?:#x[\da-f]+|#\d+|[a-z][\da-z]*);?|\r\n|[\ud800-\udbff][\udc00-\udfff]|[^]/gi);
  let seen = 0, place = mark.start;
  for (const [part] of parts) {
    const length = lengthShown(part);
    if (seen + length > index) break;
    seen += length;
    place += [...part].length;
  }
  return Math.min(place, mark.end);
}

// Cuts a mark in two at a place of the source; whatever it wraps stays where it is.
export function cut(at, place) {
  const mark = marks[at], text = mark.element.firstChild;
  const index = lengthShown(textBetween(mark.start, place));
  if (!text || text.nodeType !== 3 || index <= 0 || index >= text.length) return false;
  const rest = mark.element.cloneNode(false);
  rest.append(text.splitText(index));
  mark.element.after(rest);
  mark.element.dataset.at = `${mark.start}-${place}`;
  rest.dataset.at = `${place}-${mark.end}`;
  marks.splice(at + 1, 0, { ...mark, element: rest, start: place });
  rest.tabIndex = 0;
  mark.end = place;
  return true;
}

// Shows what became of the text: `places` are [start, end, kind], sorted; none reaches over a tag.
export function paint(places, name = "kind") {
  let next = 0;
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at];
    while (next < places.length && places[next][1] <= mark.start) next++;
    const place = places[next];
    const covers = place && place[0] < mark.end;
    if (covers && place[0] > mark.start) cut(at, place[0]);
    else if (covers && place[1] < mark.end) cut(at, place[1]);
    const kind = covers && place[0] <= mark.start ? place[2] : "";
    if (mark.element.dataset[name] !== kind) mark.element.dataset[name] = kind;
  }
}

let lit = [];
export function light(start, end, name = "lit") {
  for (const { element } of lit) element.classList.remove("lit", "chosen");
  lit = [];
  for (let at = Math.max(search(marks.map((mark) => mark.start), start), 0); at < marks.length && marks[at].start < end; at++) {
    if (marks[at].end > start) lit.push(marks[at]);
  }
  for (const { element } of lit) element.classList.add(name);
  return lit;
}

export function go(place) {
  const mark = lit.find(({ end }) => end > place) ?? lit[0];
  mark?.element.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
}

export const markOf = (node) => {
  const found = (node?.nodeType === 3 ? node.parentElement : node)?.closest?.("ww-mark");
  return found ? marks.find(({ element }) => element === found) : undefined;
};

function listen(page) {
  const point = (event) => {
    const mark = markOf(event.target);
    if (mark) for (const call of pointed) call(mark, event);
  };
  page.addEventListener("mouseover", point);
  page.addEventListener("focusin", point);
  page.addEventListener("click", (event) => {
    event.preventDefault(); // links lead nowhere here
    point(event);
  });
  page.addEventListener("submit", (event) => event.preventDefault());
  page.addEventListener("mouseup", (event) => { for (const call of pressed) call(event); });
  page.addEventListener("keydown", (event) => { for (const call of pressed) call(event); });
}
