// The settings: kept in the browser as they are typed.
"use strict";

const form = document.forms[0];
const DEFAULTS = { service: "http://127.0.0.1:8000", token: "", package: "", annotator: "extension" };

chrome.storage.local.get(DEFAULTS).then((known) => {
  for (const [name, value] of Object.entries(known)) if (form.elements[name]) form.elements[name].value = value;
});
form.addEventListener("input", async (event) => {
  await chrome.storage.local.set({ [event.target.name]: event.target.value.trim() });
  document.querySelector("[role=status]").textContent = "saved";
});
form.addEventListener("submit", (event) => event.preventDefault());
