// Small things around elements.

export const $ = (id) => document.getElementById(id);

export function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  if (content !== undefined) made.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  return made;
}

export function say(message, wrong = false, where = $("status")) {
  where.textContent = message;
  where.classList.toggle("wrong", wrong);
}

// Offers a text as a file to save.
export function download(name, text, type = "application/json") {
  const link = element("a", "", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const fixed = (number, digits = 3) => (number === null || number === undefined ? "–" : number.toFixed(digits));
