// Compiled, never run: the types of the package as a user writes with them.

import { load } from "sokolab";
import type { Game, GeneratedLevel, Level } from "sokolab";

const sokolab = await load();
const levels: Level[] = sokolab.parse("#####\n#@$.#\n#####");
const game: Game = sokolab.play(levels[0].text ?? "", [{ step: "r" }, { undo: "move" }]);
const moves: string = game.moves;
const pushes: number | undefined = sokolab.solve("", { objective: "pushes", seconds: 2 }).pushes ?? undefined;
const made: GeneratedLevel[] = sokolab.generate({ method: "reverse", seed: 1, count: 1 });
const picture: string = sokolab.draw(made[0], { theme: "paper" });

// @ts-expect-error there is no such question
sokolab.ask("sing", {});
// @ts-expect-error there is no such objective
sokolab.solve("", { objective: "beauty" });

export const used = [moves, pushes, picture];
