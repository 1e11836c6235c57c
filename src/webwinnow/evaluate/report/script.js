"use strict";
(() => {
  const root = document.documentElement;

  // Light, dark, or as the system has it; remembered where the browser allows it.
  const toggle = document.getElementById("theme");
  const names = { "": "as system", light: "light", dark: "dark" };
  const show = (theme) => {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    toggle.textContent = `Colours: ${names[theme]}`;
  };
  const remembered = () => { try { return localStorage.getItem("webwinnow-theme") || ""; } catch { return ""; } };
  toggle.hidden = false;
  show(remembered() in names ? remembered() : "");
  toggle.addEventListener("click", () => {
    const order = Object.keys(names);
    const next = order[(order.indexOf(root.dataset.theme || "") + 1) % order.length];
    show(next);
    try { localStorage.setItem("webwinnow-theme", next); } catch { /* not remembered, then */ }
  });

  // Sorting: numbers by data-order, else by the text; cells without a number stay last.
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return "order" in cell.dataset ? Number(cell.dataset.order) : cell.textContent.trim();
  };
  const compare = (a, b) => typeof a === typeof b
    ? (typeof a === "number" ? a - b : a.localeCompare(b))
    : (typeof a === "number" ? -1 : 1);
  for (const head of document.querySelectorAll("table.sortable th button")) {
    head.addEventListener("click", () => {
      const cell = head.closest("th");
      const body = head.closest("table").tBodies[0];
      const first = head.dataset.first;
      const other = first === "ascending" ? "descending" : "ascending";
      const direction = cell.getAttribute("aria-sort") === first ? other : first;
      for (const each of cell.parentNode.cells) each.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", direction);
      const sign = direction === "ascending" ? 1 : -1;
      const rows = [...body.rows].map((row) => [keyOf(row, cell.cellIndex), row]);
      rows.sort(([a], [b]) => (typeof a === typeof b ? sign : 1) * compare(a, b));
      body.append(...rows.map(([, row]) => row));
    });
  }

  // Pointing at a candidate makes the others fade in the same picture.
  for (const series of document.querySelectorAll(".series")) {
    const picture = series.closest("svg");
    const mark = (on) => { picture.classList.toggle("chosen", on); series.classList.toggle("chosen", on); };
    series.addEventListener("mouseenter", () => mark(true));
    series.addEventListener("mouseleave", () => mark(false));
  }

  // A link into something folded unfolds it.
  const unfold = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    let target = id && document.getElementById(id);
    if (!target) return;
    for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Paper cannot be unfolded: sections are opened before printing, the views of single pages stay as they are.
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("details.section")) each.open = true;
  });
})();
