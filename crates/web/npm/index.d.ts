import type { Answers, Questions } from "./questions.js";

export type { Answers, Questions } from "./questions.js";

/** A level: its text in any format, or one that an answer lists. */
export type LevelSource = string | { text: string };

/** A level of a text, ready to be shown. */
export type Level = Answers["read"]["levels"][number];

/** A game as it is to be shown; `game` is its text for the next question. */
export type Game = Answers["act"];

/** A generated level with its solution and its grade. */
export interface GeneratedLevel {
  text: string;
  title: string;
  rules: string;
  rows: string[];
  solution: string;
  pushes: number;
  moves: number;
  grade: number;
  view: Level["view"];
  [more: string]: unknown;
}

/** Hears what happens on the way to an answer. */
export type OnEvent = (name: "progress" | "level", data: any) => void;

/** Why a question has no answer. */
export class Refusal extends Error {
  code: string;
  constructor(code: string, message: string);
}

/** The engine, with a method for each of the most common questions. */
export class Sokolab {
  /** Asks any question of the service. @throws {Refusal} */
  ask<Name extends keyof Questions>(
    name: Name, question: Questions[Name], onEvent?: OnEvent,
  ): Answers[Name];
  /** Makes the engine new after an internal error. */
  restart(): Promise<void>;
  /** The levels of a text in any format. */
  parse(text: string): Level[];
  /** Plays; `game` is the text of the last answer, or nothing at the start. */
  play(level: LevelSource, actions: Questions["act"]["actions"], game?: string): Game;
  /** Looks for a solution, or proves that there is none. */
  solve(
    level: LevelSource, options?: Omit<Questions["solve"], "level">, onEvent?: OnEvent,
  ): Answers["solve"];
  /** Makes levels, each with a solution. */
  generate(
    question: Questions["generate"], onLevel?: (level: GeneratedLevel) => void,
  ): GeneratedLevel[];
  /** The level as SVG. */
  draw(level: LevelSource, options?: Omit<Questions["render"], "level" | "as">): string;
}

/** Loads the engine; from its own file unless it is given. */
export function load(source?: WebAssembly.Module | BufferSource): Promise<Sokolab>;
