/** Why a question has no answer. */
export class Refusal extends Error {
  code: string;
  constructor(code: string, message: string);
}

/** An instance of the engine, which speaks JSON. */
export class Engine {
  static start(module: WebAssembly.Module): Promise<Engine>;
  longQuestions(): string[];
  ask(
    name: string, question: string, onEvent?: (name: string, json: string) => void,
  ): [kind: "answer" | "refusal", json: string];
}
