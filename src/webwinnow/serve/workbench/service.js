// The service behind the page: questions as JSON; an answer that is a failure becomes an error with its code.

const token = new URLSearchParams(location.hash.slice(1)).get("token");

export class Refused extends Error {
  constructor(status, { code, message }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function ask(path, fields, method = fields ? "POST" : "GET") {
  const headers = { ...(fields ? { "Content-Type": "application/json" } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let answer;
  try {
    answer = await fetch(path, { method, headers, ...(fields ? { body: JSON.stringify(fields) } : {}) });
  } catch {
    throw new Refused(0, { code: "unreachable", message: "The server does not answer: is it still running?" });
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, found.error);
  return found;
}
