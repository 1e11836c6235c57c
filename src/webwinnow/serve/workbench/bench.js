// What lies on the bench: the page, what was found in it, and who wants to know when that changes.

import { $, say } from "./elements.js";
import { paint, showPage } from "./original.js";
import { ask } from "./service.js";

export const bench = {
  page: null, // { html | base64 | url, url } as a request has it; after the first answer always the decoded html
  member: null, // of a package: { package, page, gold, annotations, version }
  found: null, // the last answer
  format: null, // the format that the answer shall have, if a view wants one
  asked: 0,
};

const watchers = [];
export const whenFound = (call) => watchers.push(call); // call(found, fresh): fresh if the page is another one

export const options = () => ($("extractor").value.trim() ? { extractor: $("extractor").value.trim() } : {});

export function takePage(page, member = null) {
  bench.page = page;
  bench.member = member;
  bench.found = null;
  return look();
}

export async function look() {
  if (!bench.page) return;
  const asked = ++bench.asked;
  const fresh = !bench.found;
  const started = performance.now();
  document.body.setAttribute("aria-busy", "true");
  if (fresh) say("Looking…");
  try {
    const wanted = { marked: fresh, ...(bench.format ? { format: bench.format } : {}) };
    const found = await ask("/v1/look", { ...bench.page, ...options(), ...wanted });
    if (asked !== bench.asked) return; // a later question is on its way
    if (fresh) {
      bench.page = { html: found.source, ...(found.url ? { url: found.url } : {}) };
      await showPage(found.marked, found.source);
      if (asked !== bench.asked) return;
    } else paint(found.places);
    bench.found = found;
    for (const call of watchers) call(found, fresh);
    say(summary(found, performance.now() - started));
    document.body.dataset.extraction = 1000 * found.seconds; // for who measures the rest
    document.body.dataset.looked = asked;
  } catch (error) {
    if (asked === bench.asked) say(error.message, true);
  } finally {
    if (asked === bench.asked) document.body.removeAttribute("aria-busy");
  }
}

function summary(found, milliseconds) {
  const warnings = found.warnings.length ? ` Warning: ${found.warnings.join("; ")}.` : "";
  const sure = found.confidence === null ? "" : `, expected quality ${Math.round(100 * found.confidence)} %`;
  return `${found.title || "Page without a title"}: ${found.page_type.type}, kept ${Math.round(100 * found.share)} % of the visible text${sure}, ${(milliseconds / 1000).toFixed(2)} s.${warnings}`;
}
