/** Questions over HTTP, to `soko serve`. Progress comes as server-sent events. */

import { Refusal, cancelled, refusalOf } from "../refusal.js";

/**
 * Asks a question.
 * @param {string} name
 * @param {object} question
 * @param {import("../service.js").AskOptions} [options]
 * @returns {Promise<any>}
 */
export async function askServer(name, question, { onEvent, signal } = {}) {
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: onEvent ? "text/event-stream" : "application/json",
      },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw new Refusal("gone", "The server does not answer. Is soko serve still running?");
  }
  const kind = response.headers.get("content-type") ?? "";
  if (!kind.startsWith("text/event-stream")) return unpack(response.ok, await response.json());
  try {
    return await readEvents(response, onEvent ?? (() => {}));
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw error;
  }
}

/** @param {boolean} ok @param {any} answer */
function unpack(ok, answer) {
  if (ok) return answer;
  throw refusalOf(answer);
}

/**
 * Reads events until the answer.
 * @param {Response} response
 * @param {(name: string, data: any) => void} onEvent
 */
async function readEvents(response, onEvent) {
  if (!response.body) throw new Refusal("gone", "the answer is empty");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Refusal("gone", "the connection was closed before the answer");
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const name = /^event: (.*)$/m.exec(part)?.[1] ?? "";
      const data = JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? "null");
      if (name === "answer") return data;
      if (name === "refusal") return unpack(false, data);
      onEvent(name, data);
    }
  }
}
