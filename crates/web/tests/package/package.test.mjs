// The npm package under Node. `PACKAGE` is its folder.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.env.PACKAGE ?? ".");
const { Refusal, load } = await import(pathToFileURL(path.join(folder, "index.js")).href);

const CORRIDOR = "#######\n#@ $ .#\n#######\nTitle: Corridor\n";

test("levels are parsed", async () => {
  const sokolab = await load();
  const [level, more] = sokolab.parse(CORRIDOR);
  assert.equal(more, undefined);
  assert.equal(level.title, "Corridor");
  assert.equal(level.playable, true);
  assert.deepEqual(level.view.keeper, [1, 1]);
});

test("a level is played to its end", async () => {
  const sokolab = await load();
  let game = sokolab.play(CORRIDOR, [{ step: "r" }]);
  assert.equal(game.said, "walked right");
  game = sokolab.play(CORRIDOR, [{ step: "r" }, { step: "r" }], game.game);
  assert.equal(game.won, true);
  assert.deepEqual([game.pushes, game.moves], [2, "rRR"]);
});

test("levels are solved, or proved to have no solution", async () => {
  const sokolab = await load();
  const [level] = sokolab.parse(CORRIDOR);
  const solved = sokolab.solve(level, { objective: "pushes" });
  assert.deepEqual([solved.status, solved.solution, solved.optimal], ["solved", "rRR", true]);
  assert.equal(sokolab.solve("#####\n#$@.#\n#####").status, "unsolvable");
});

test("generated levels come one by one, the same from the same seed", async () => {
  const sokolab = await load();
  const heard = [];
  const question = { method: "reverse", seed: 7, count: 2, boxes: 2, seconds: 60 };
  const made = sokolab.generate(question, (level) => heard.push(level.text));
  assert.equal(made.length, 2);
  assert.deepEqual(heard, made.map((it) => it.text));
  assert.deepEqual(sokolab.generate(question).map((it) => it.text), heard);
  for (const { text, solution } of made) {
    assert.equal(sokolab.ask("verify", { level: { text }, moves: solution }).ok, true);
  }
});

test("levels are drawn", async () => {
  const sokolab = await load();
  const svg = sokolab.draw(CORRIDOR, { theme: "contrast" });
  assert.match(svg, /^<svg [^]*<\/svg>\s*$/);
});

test("refusals have a code, and the engine goes on", async () => {
  const sokolab = await load();
  assert.throws(() => sokolab.ask("sing", {}), (error) =>
    error instanceof Refusal && error.code === "unknown_question");
  assert.throws(() => sokolab.play(CORRIDOR, [], "nonsense"), Refusal);
  assert.equal(sokolab.parse(CORRIDOR).length, 1);
});

test("time limits are kept by the clock of the host", async () => {
  const sokolab = await load();
  const row = "#                        #";
  const hall = ["#".repeat(26), "#@" + " ".repeat(23) + "#", row, "# $ $ $ $ $ $ $ $        #", row,
    "#        . . . . . . . . #", row, "#".repeat(26)].join("\n");
  const events = [];
  const answer = sokolab.solve(hall, { objective: "moves", seconds: 0.5 }, (name) => events.push(name));
  // With a solution in hand the answer is "solved", but the limit stays its reason.
  assert.equal(answer.reason, "time");
  assert.notEqual(answer.optimal, true);
  assert.ok(events.includes("progress"));
});
