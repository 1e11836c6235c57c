// Curves that point at a text, and a text that points at curves.
//
// `root` holds the figures that `html.py` writes, `panels` their numbers, and `text` is what they stand beside:
// `light(start, end)` shows a stretch of the source, `go()` leads to what is lit.

// The last place whose number is not greater; -1 if there is none.
export const search = (sorted, number) => {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= number) low = middle + 1; else high = middle;
  }
  return low - 1;
};

const top = ({ over }) => Number(over.getAttribute("y"));
const bottom = ({ over }) => top({ over }) + Number(over.getAttribute("height"));
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(2)}`;
const format = (number) => Number(number.toFixed(3)).toLocaleString("en");

const regionAt = ({ panel }, x) => panel.regions.find(([left, right]) => left <= x && x < right);
const columnName = ({ panel }, at) => {
  const first = Math.round(panel.at[at]) + 1, last = Math.max(Math.round(panel.at[at + 1]), first);
  return first === last ? `${panel.unit} ${format(first)}` : `${panel.unit}s ${format(first)}–${format(last)}`;
};
const told = (figure, at, region) => {
  const numbers = figure.panel.series.filter(([, , adds]) => !adds).map(([name, values]) => `${name} ${format(values[at])}`);
  const adding = figure.panel.series.filter(([, , adds]) => adds).map(([name, values]) => [name, values[at]]);
  if (adding.length) {
    adding.sort((one, other) => Math.abs(other[1]) - Math.abs(one[1]));
    const sum = adding.reduce((total, [, number]) => total + number, 0);
    numbers.push(`${adding.map(([name, number]) => `${name} ${signed(number)}`).join(", ")} = ${signed(sum)}`);
  }
  const chosen = region ? `chosen: ${region[4]}` : figure.panel.chosen[at] ? "chosen" : "not chosen";
  return [columnName(figure, at), ...numbers, chosen].join(" · ");
};

const middle = ({ panel }, at) => (panel.x[at] + panel.x[at + 1]) / 2;
const put = (figure, left, right, x) => {
  const [high, low] = [top(figure), bottom(figure)];
  figure.band.setAttribute("d", right > left ? `M${left} ${high}H${right}V${low}H${left}z` : "");
  figure.cursor.setAttribute("d", `M${x} ${high}V${low}`);
};
const pointed = (figure, event) => {
  const svg = figure.over.ownerSVGElement, box = svg.getBoundingClientRect();
  const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
  return search(figure.panel.x.slice(0, -1), x);
};
const jump = (figure, direction) => {
  const { panel } = figure, x = middle(figure, figure.at);
  const ahead = direction > 0 ? panel.regions.filter(([left]) => left > x) : panel.regions.filter(([, right]) => right <= x);
  const region = direction > 0 ? ahead[0] : ahead[ahead.length - 1];
  return region ? Math.max(search(panel.x, region[0]), 0) : figure.at;
};
const keys = {
  ArrowRight: (figure) => figure.at + 1, ArrowUp: (figure) => figure.at + 1,
  ArrowLeft: (figure) => figure.at - 1, ArrowDown: (figure) => figure.at - 1,
  Home: () => 0, End: (figure) => figure.panel.start.length - 1,
  PageDown: (figure) => jump(figure, 1), PageUp: (figure) => jump(figure, -1),
};

// Returns what the text calls when somebody points at a stretch of it: the curves show where it lies.
export function linkCurves(root, panels, text) {
  const figures = [...root.querySelectorAll("figure[data-panel]")].map((figure) => ({
    panel: panels[Number(figure.dataset.panel)],
    over: figure.querySelector(".over"),
    cursor: figure.querySelector(".cursor"),
    band: figure.querySelector(".lit-band"),
    readout: figure.querySelector(".readout"),
    at: 0,
  }));

  const showElsewhere = (start, end, except) => {
    for (const figure of figures) {
      const { panel } = figure;
      if (figure === except || !panel.start.length) continue;
      const first = Math.max(search(panel.start, start), 0);
      const last = Math.max(search(panel.start, end - 1), first);
      put(figure, panel.x[first], panel.x[last + 1], panel.x[first]);
      if (except) continue;
      figure.at = first;
      figure.readout.textContent = told(figure, first, regionAt(figure, middle(figure, first)));
    }
  };

  const show = (figure, at) => {
    const { panel } = figure;
    if (!panel.start.length) return;
    figure.at = Math.min(Math.max(at, 0), panel.start.length - 1);
    const x = middle(figure, figure.at), region = regionAt(figure, x);
    const start = region ? region[2] : panel.start[figure.at];
    const end = region ? region[3] : panel.end[figure.at];
    put(figure, region ? region[0] : panel.x[figure.at], region ? region[1] : panel.x[figure.at + 1], x);
    figure.readout.textContent = told(figure, figure.at, region);
    figure.over.setAttribute("aria-valuenow", figure.at);
    figure.over.setAttribute("aria-valuetext", figure.readout.textContent);
    text.light(start, end);
    showElsewhere(start, end, figure);
  };

  for (const figure of figures) {
    figure.over.addEventListener("pointermove", (event) => show(figure, pointed(figure, event)));
    figure.over.addEventListener("click", (event) => { show(figure, pointed(figure, event)); text.go(panelPlace(figure)); });
    figure.over.addEventListener("focus", () => show(figure, figure.at));
    figure.over.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") text.go(panelPlace(figure));
      else if (event.key in keys) show(figure, keys[event.key](figure));
      else return;
      event.preventDefault();
    });
  }
  return (start, end) => showElsewhere(start, end, null);
}

// Where in the source the cursor of a figure stands, even inside of a region that is lit as a whole.
const panelPlace = ({ panel, at }) => panel.start[at] ?? 0;
