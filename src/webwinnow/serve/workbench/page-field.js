// The page: an address, markup, a file, or one of a package; a bug report brings its page and its labels along.

import { bench, takePage } from "./bench.js";
import { $, element, say } from "./elements.js";
import { ask } from "./service.js";

const opened = [];
export const whenReportOpened = (call) => opened.push(call);

export function readPage() {
  const text = $("page").value;
  if (!text.trim()) return say("There is no page yet: paste an address or HTML, or drop a file.", true);
  $("file").value = $("member").value = "";
  return takePage(/^\s*https?:\/\/\S+\s*$/i.test(text) ? { url: text.trim() } : { html: text });
}

async function takeFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.json$/i.test(file.name)) return takeReport(new TextDecoder().decode(bytes));
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  $("page").value = "";
  return takePage({ base64: btoa(text) });
}

async function takeReport(text) {
  try {
    const report = JSON.parse(text);
    if (report.format !== "webwinnow-report" || typeof report.html !== "string") throw new Error();
    await takePage({ html: report.html, ...(report.url ? { url: report.url } : {}) });
    for (const call of opened) call(report);
  } catch {
    say("This file is no bug report of the workbench, and no page of HTML.", true);
  }
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  readPage();
});
$("page").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    readPage();
  }
});
$("page").addEventListener("paste", () => setTimeout(() => { if ($("page").value.trim()) readPage(); }));
$("file").addEventListener("change", () => $("file").files[0] && takeFile($("file").files[0]));
addEventListener("dragover", (event) => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  document.body.classList.remove("dropping");
  takeFile(event.dataTransfer.files[0]);
});

// Packages: their names stand in every list of them, wherever it is.

const choices = (names) => [element("option", "choose…", { value: "" }), ...names.map((name) => element("option", name, { value: name }))];

export async function listPackages() {
  const names = await ask("/v1/packages");
  $("packages").hidden = !names.length;
  $("package-names").replaceChildren(...names.map((name) => element("option", undefined, { value: name })));
  for (const list of [$("package"), $("run-package")]) {
    const chosen = list.value;
    list.replaceChildren(...choices(names));
    if (names.includes(chosen)) list.value = chosen;
  }
}

export async function listMembers(chosen = "") {
  const found = await ask(`/v1/packages/${encodeURIComponent($("package").value)}`);
  const named = ({ id, annotators }) => element("option", annotators.length ? `${id} ✓ ${annotators.join(", ")}` : id, { value: id });
  $("member").replaceChildren(element("option", "choose…", { value: "" }), ...found.pages.map(named));
  $("member").value = chosen;
  return found;
}

export async function openMember(name, page) {
  const { html, url, ...known } = await ask(`/v1/packages/${[name, page].map(encodeURIComponent).join("/")}`);
  $("page").value = "";
  await takePage({ html, ...(url ? { url } : {}) }, { package: name, page, ...known });
}

// The next or previous page of the package that is open.
export function stepMember(step) {
  const list = $("member"), at = list.selectedIndex + step;
  if (!bench.member || at < 1 || at >= list.options.length) return say("There is no further page.", true);
  list.selectedIndex = at;
  return guarded(() => openMember($("package").value, list.value));
}

const guarded = (call) => call().catch((error) => say(error.message, true));
$("package").addEventListener("change", () => $("package").value && guarded(() => listMembers()));
$("member").addEventListener("change", () => $("member").value && guarded(() => openMember($("package").value, $("member").value)));
