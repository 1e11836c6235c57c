// The button, and the local service: pages themselves never talk to it, and never see the token.
"use strict";

const DEFAULTS = { service: "http://127.0.0.1:8000", token: "", package: "", annotator: "extension" };
const FILES = ["wlr.js", "source.js", "page.js"];

const settings = () => chrome.storage.local.get(DEFAULTS);

async function toggle(tab) {
  await chrome.scripting.executeScript({ target: { tabId: tab.id }, files: FILES });
  await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => globalThis.webwinnow.toggle() });
}

async function asked(path, body) {
  const { service, token } = await settings();
  const address = new URL(path, service);
  if (!["127.0.0.1", "localhost"].includes(address.hostname)) throw new Error("the service must run on this computer");
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response;
  try {
    response = await fetch(address, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  } catch {
    throw new Error("the service does not answer: start it with webwinnow serve, or use wlr-media");
  }
  const answer = await response.json().catch(() => ({}));
  if (answer.error?.code === "cross_site" || answer.error?.code === "no_token")
    throw new Error("the token is missing or wrong: start webwinnow serve with --token, and put it into the options");
  if (!response.ok) throw new Error(answer.error?.message || answer.message || `the service answers ${response.status}`);
  return answer;
}

const ACTIONS = {
  extractors: async () => {
    const stages = await asked("/v1/stages");
    return { names: stages.filter((each) => each.kind === "extractor").map((each) => each.name) };
  },
  extract: async ({ html, url, extractor }) => {
    const { spans, confidence = null } = await asked("/v1/extract", { html, url, extractor });
    return { spans, confidence };
  },
  save: async ({ page, spans, media }) => {
    const { package: name, annotator } = await settings();
    if (!name) throw new Error("no package is named: open the options of the extension");
    const { html, url, language } = page;
    const said = spans.length ? { annotator, labels: { content: spans }, media } : { annotator, empty: true, gold: "" };
    return asked(`/v1/packages/${encodeURIComponent(name)}`, { html, url, ...(language ? { language } : {}), ...said });
  },
};

chrome.action.onClicked.addListener(toggle);
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  const action = sender.id === chrome.runtime.id && Object.hasOwn(ACTIONS, message.kind) ? ACTIONS[message.kind] : null;
  if (!action) return false;
  action(message).then(reply, (error) => reply({ error: error.message }));
  return true;
});
globalThis.toggle = toggle;
