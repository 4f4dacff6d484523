/**
 * The service: one question, one answer.
 *
 * The page runs over two transports, and here alone it chooses: `soko serve` answers over HTTP,
 * and the static site, which says so in its first tag, has the engine in workers. Long questions
 * send events on the way, and end when their signal is aborted.
 */

import { askServer } from "./transport/http.js";
import { askWorker } from "./transport/worker.js";

/**
 * @typedef {object} AskOptions
 * @property {(name: string, data: any) => void} [onEvent] hears events on the way
 * @property {AbortSignal} [signal] ends the question
 */

/** Whether the engine runs in the browser. */
export const isStatic = document.documentElement.dataset.engine === "worker";

/**
 * Asks a question.
 * @type {(name: string, question: object, options?: AskOptions) => Promise<any>}
 */
export const ask = isStatic ? askWorker : askServer;
