/** Why a question has no answer. */

/** An error with the code of a refusal. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The refusal of a question that the page itself has given up. */
export const cancelled = () => new Refusal("cancelled", "cancelled");

/**
 * The refusal that an answer tells.
 * @param {any} answer
 */
export function refusalOf(answer) {
  return new Refusal(answer?.error?.code ?? "failed", answer?.error?.message ?? "it failed");
}
