const panels = JSON.parse(document.getElementById("data").textContent);
const article = document.querySelector("article");
const pieces = [...article.querySelectorAll("span[data-start]")];
const starts = pieces.map((piece) => Number(piece.dataset.start));
const ends = pieces.map((piece) => Number(piece.dataset.end));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let lit = [];
const light = (start, end) => {
  for (const piece of lit) piece.classList.remove("lit");
  lit = [];
  for (let at = Math.max(search(starts, start), 0); at < pieces.length && starts[at] < end; at++) {
    if (ends[at] > start) lit.push(pieces[at]);
  }
  for (const piece of lit) piece.classList.add("lit");
};
const go = (place) => {
  const found = lit.find((piece) => Number(piece.dataset.end) > place) ?? lit[0];
  found?.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
};
const showInCurves = linkCurves(document, panels, { light, go });

const pointAt = ({ target }) => {
  if (!(target instanceof Element) || !target.dataset.start) return;
  const start = Number(target.dataset.start), end = Number(target.dataset.end);
  light(start, end);
  showInCurves(start, end);
};
article.addEventListener("pointerover", pointAt);
document.querySelector(".outline")?.addEventListener("pointerover", pointAt);

const theme = document.getElementById("theme"), root = document.documentElement;
theme.hidden = false;
theme.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
