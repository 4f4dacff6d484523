/** Questions and answers of the service. Made from its schemas and examples. */

export type Action = {
  step: string;
} | {
  walk: [number, number];
} | {
  push: {
    box: [number, number];
    to: [number, number];
  };
} | {
  reach: [number, number];
} | {
  undo: "move" | "push";
} | {
  redo: "move" | "push";
} | {
  restart: boolean;
} | {
  seek: number;
} | {
  play: string;
} | {
  branch: boolean;
} | {
  bookmark: string;
} | {
  remove_bookmark: string;
} | {
  jump: string;
};

export type Better = "pushes" | "moves";

export type Change = {
  put: {
    place: Paint;
    spot: [number, number];
  };
} | {
  resize: {
    bottom: number;
    left: number;
    right: number;
    top: number;
  };
} | {
  turn: TurnName;
} | {
  rules: "official" | "nethack" | "nethack-game" | "nethack-diagonal" | "sink";
} | {
  title: string;
};

export type CollectionName = "first-steps" | "workshop" | "quarry";

export type Form = "lines" | "html";

export type Kind = "svg" | "png" | "gif";

export type LevelText = {
  /** The format; detected from the content if absent. */
  format?: "sok" | "boxoban" | "slc" | "nethack-map" | "nethack-des" | "nethack-lua" | "petersohn" | "jsonl" | null;
  /** The number of the level in the text, from 1; the first if absent. */
  number?: number | null;
  /** The rule set; the one implied by the format if absent. */
  rules?: "official" | "nethack" | "nethack-game" | "nethack-diagonal" | "sink" | null;
  /** The text: a board, a collection, a terminal screen, or a JSON line from `soko`. */
  text: string;
};

export type MethodName = "reverse" | "murase" | "chambers";

export type Paint = "rock" | "wall" | "floor" | "goal" | "box" | "box_on_goal" | "keeper" | "keeper_on_goal" | "exit" | "door" | "dead_field";

export type TurnName = "right" | "left" | "across" | "over";

export interface Questions {
  /** Reads levels in any format, with findings about them. */
  read: {
    /** The text; `number` is ignored. */
    level: LevelText;
  };
  /** Reads the level, rules and moves of a shared address. */
  open: {
    /** The part of the address after `#`. */
    fragment: string;
  };
  /** Writes a level, its rules and moves as the fragment of an address. */
  share: {
    level: LevelText;
    /** The moves to share with the level. */
    moves?: string;
  };
  /** Lists the embedded levels. */
  collection: {
    name: CollectionName;
  };
  /** Plays: steps, walks, pushes, undo and redo, bookmarks. */
  act: {
    /** What to do, in order. */
    actions?: (Action)[];
    /** What a click on a box and a square prefers. */
    fewest?: "pushes" | "moves";
    /** The game so far, as returned in the last answer. */
    game?: string;
    level: LevelText;
  };
  /** Changes the drawing of a level, and reports findings about it. */
  edit: {
    edits: (Change)[];
    level: LevelText;
  };
  /** Gives a hint, up to a rung of the ladder. */
  hint: {
    level: LevelText;
    /** The solution that earlier hints followed, from the last answer. */
    line?: string;
    /** The moves made so far. */
    moves?: string;
    /** How much to reveal. */
    rung?: "solvable" | "box" | "target" | "push" | "rest" | null;
    /** The time limit. */
    seconds?: number | null;
  };
  /** Says whether a game is lost, why, and where it could still be won. */
  alarm: {
    level: LevelText;
    /** The moves made so far. */
    moves: string;
    /** Time limit of the search if detectors find nothing; 0 runs only detectors. */
    seconds?: number | null;
  };
  /** Looks for mistakes and oddities in a level. */
  lint: {
    level: LevelText;
  };
  /** Writes a level in another format, optionally with moves. */
  convert: {
    level: LevelText;
    /** A solution or saved game to write with it. */
    moves?: string;
    /** A level format, `pddl-domain`, `pddl-problem`, `lurd`, or `vi` for the keys of `NetHack`. */
    to: string;
  };
  /** Draws a level as SVG, at the start or after moves. */
  render: {
    /** `svg`, `png` or `gif`. */
    as?: Kind;
    /** The background of the picture. */
    background?: "light" | "dark" | null;
    level: LevelText;
    /** Moves made so far; for a GIF, the moves to show. */
    moves?: string;
    /** The theme. */
    theme?: "classic" | "flat" | "contrast" | "nethack" | "paper" | null;
  };
  /** Replays moves and says whether they solve a level. */
  verify: {
    level: LevelText;
    moves: string;
  };
  /** Lists facts about a level before play, or explains why one square is locked. */
  analyze: {
    level: LevelText;
    /** The moves made so far. */
    moves?: string;
    /** Only explain why this square is locked or not; `c2` is in the third column and second row. */
    square?: string | null;
  };
  /** Looks for a solution, from the start or after moves, or proves that there is none. */
  solve: {
    level: LevelText;
    /** Memory limit for tables, in bytes or with K, M, G [default: 2G]. */
    memory?: number | null;
    /** Search method. */
    method?: "auto" | "astar" | "idastar" | "bidirectional" | "fess" | "layers" | "beam" | "imagined" | "imagined-far" | "imagined-back" | "goal-pushing" | "pulls" | "pulls-in-turn" | "greedy" | "filling" | "chambers" | "petersohn" | "breadth-first" | "sat-pushes" | "sat-steps" | "tree-search" | "random" | "tiling" | "tiling-complete" | "tiling-punch-out" | null;
    /** Moves made so far; the solution begins after them. */
    moves?: string;
    /** Limit on expanded states per level. */
    nodes?: number | null;
    /** What to find: any solution, the fewest pushes or the fewest moves [default: any]. */
    objective?: "any" | "pushes" | "moves" | null;
    /** The time limit. */
    seconds?: number | null;
    /** States that `astar` and `idastar` merge: images under symmetries of the whole board, or also those with two parts of the board swapped, such as the halves of a room [default: board]. */
    symmetry?: "board" | "parts" | null;
    /** Limit on threads. */
    threads?: number | null;
  };
  /** Makes a solution shorter. */
  optimize: {
    level: LevelText;
    /** The solution to improve. */
    moves: string;
    /** What to minimise first. */
    objective?: Better;
    /** The time limit. */
    seconds?: number | null;
  };
  /** Explains a level and its solution in sentences. */
  explain: {
    /** `lines`, or `html` for a self-contained page. */
    as?: Form;
    level: LevelText;
    /** The time limit. */
    seconds?: number | null;
    /** The solution to explain; if absent, the level is solved. */
    solution?: string | null;
  };
  /** Measures a level and grades it. */
  rate: {
    level: LevelText;
    /** The time limit. */
    seconds?: number | null;
  };
  /** Makes the same puzzle with less floor and storage. */
  trim: {
    level: LevelText;
    /** The time limit. */
    seconds?: number | null;
  };
  /** Generates levels, each with a solution; every level is an event. */
  generate: {
    boxes?: number | null;
    count: number;
    /** The lowest and the highest grade to accept. */
    grades?: [number, number] | null;
    height?: number | null;
    method: MethodName;
    rules?: "official" | "nethack" | "nethack-game" | "nethack-diagonal" | "sink" | null;
    /** The time limit. */
    seconds?: number | null;
    seed: number;
    width?: number | null;
  };
}

export interface Answers {
  read: {
    findings: (any)[];
    format: string;
    left_out: number;
    levels: ({
      author: null | string;
      findings: ({
        code: string;
        help: string;
        message: string;
        severity: string;
      })[];
      number: number;
      playable: boolean;
      rules: string;
      solution: any;
      text: string;
      title: null | string;
      view: {
        box: string;
        boxes: ([number, number])[];
        goal: string;
        ground: (string)[];
        height: number;
        keeper: [number, number];
        width: number;
      };
    })[];
    schema: string;
  };
  open: {
    findings: (any)[];
    format: any;
    left_out: number;
    levels: ({
      author: any;
      findings: (any)[];
      number: number;
      playable: boolean;
      rules: string;
      solution: any;
      text: string;
      title: any;
      view: {
        box: string;
        boxes: ([number, number])[];
        goal: string;
        ground: (string)[];
        height: number;
        keeper: [number, number];
        width: number;
      };
    })[];
    moves: string;
    schema: string;
  };
  share: {
    fragment: string;
  };
  collection: {
    findings: (any)[];
    format: any;
    left_out: number;
    levels: ({
      author: string;
      findings: (any)[];
      number: number;
      playable: boolean;
      rules: string;
      solution: string;
      text: string;
      title: string;
      view: {
        box: string;
        boxes: ([number, number])[];
        goal: string;
        ground: (string)[];
        height: number;
        keeper: [number, number];
        width: number;
      };
    })[];
    schema: string;
  };
  act: {
    bookmarks: ({
      moves: number;
      name: string;
    })[];
    box_changes: number;
    box_lines: number;
    boxes: ([number, number])[];
    branches: number;
    forks: (any)[];
    game: string;
    keeper: [number, number];
    line_moves: number;
    line_pushes: (number)[];
    moves: string;
    moves_made: number;
    open?: ([number, number])[];
    pushes: number;
    reach?: {
      box: [number, number];
      squares: ([number, number])[];
    };
    refused: null | string;
    said: string;
    schema: string;
    stored: number;
    trail?: ({
      boxes: ([number, number])[];
      keeper: [number, number];
    })[];
    wanted: number;
    won: boolean;
  };
  edit: {
    findings: (any)[];
    playable: boolean;
    rules: string;
    schema: string;
    text: string;
    title: any;
    view: {
      box: string;
      boxes: ([number, number])[];
      goal: string;
      ground: (string)[];
      height: number;
      keeper: [number, number];
      width: number;
    };
  };
  hint: {
    box: string;
    fewest: boolean;
    file: string;
    id: string;
    level: number;
    line: string;
    reason: string;
    rows: (string)[];
    rules: string;
    said: string;
    schema: string;
    title: any;
    verdict: string;
  };
  alarm: {
    boxes: (string)[];
    dead: boolean;
    kind: string;
    schema: string;
    sentence: string;
    solvable: boolean;
  };
  lint: {
    file: string;
    findings: (any)[];
    id: string;
    level: number;
    rows: (string)[];
    rules: string;
    schema: string;
    text: string;
    title: any;
    view: {
      box: string;
      boxes: ([number, number])[];
      goal: string;
      ground: (string)[];
      height: number;
      keeper: [number, number];
      width: number;
    };
  };
  convert: {
    ending: string;
    text: string;
  };
  render: {
    svg: string;
  };
  verify: {
    file: string;
    id: string;
    level: number;
    moves: number;
    ok: boolean;
    pushes: number;
    rows: (string)[];
    rules: string;
    schema: string;
  };
  analyze: {
    chambers?: ({
      kind: string;
      ports: (string)[];
      squares: (string)[];
    })[];
    chambers_form_a_tree?: boolean;
    closed_diagonals?: (any)[];
    corridors?: ({
      joins: [number, number];
      squares: (string)[];
    })[];
    crate_locks?: {
      complete: boolean;
      groups: (any)[];
      lost: (any)[];
    };
    cut_squares?: (string)[];
    distances?: ({
      pushes: number;
      square: string;
    })[];
    file?: string;
    filling_order?: (string)[];
    frozen?: (any)[];
    goal_locks?: ({
      cuts_off: (any)[];
      goal: string;
      locks: (string)[];
    })[];
    id?: string;
    kind?: string;
    level?: number;
    locked: boolean | {
      chokepoint: (any)[];
      connectivity: (any)[];
      corner: (string)[];
      storage: (string)[];
      visit: (string)[];
      wall: (any)[];
    };
    measures?: {
      boxes: number;
      boxes_on_goals: number;
      chambers: number;
      corridors: number;
      cut_squares: number;
      density: number;
      distance_sum: number;
      goals: number;
      height: number;
      largest_chamber: number;
      lock_share: number;
      matching_bound: number;
      squares: number;
      symmetries: number;
      tunnel_share: number;
      width: number;
    };
    rooms?: (any)[];
    rows?: (string)[];
    rules?: string;
    schema?: string;
    soft_cuts?: (any)[];
    square?: string;
    swaps?: (any)[];
    symmetries?: (string)[];
    title?: any;
    tunnels?: ({
      squares: (string)[];
      straight: boolean;
    })[];
    why?: string;
  };
  solve: {
    cpu_seconds: number;
    file: string;
    id: string;
    lemma_nodes: number;
    level: number;
    lower_bound: number;
    memory_bytes: number;
    method: string;
    moves?: number;
    nodes: number;
    objective: string;
    optimal: boolean;
    pushes?: number;
    reason?: string;
    rows: (string)[];
    rules: string;
    schema: string;
    seconds: number;
    solution?: string;
    status: string;
    title: any;
    why?: {
      boxes: (string)[];
      kind: string;
      sentence: string;
    };
  };
  optimize: {
    cpu_seconds: number;
    file: string;
    id: string;
    level: number;
    memory_bytes: number;
    moves: number;
    moves_before: number;
    nodes: number;
    objective: string;
    origin: string;
    pushes: number;
    pushes_before: number;
    rows: (string)[];
    rules: string;
    schema: string;
    seconds: number;
    solution: string;
    status: string;
    title: any;
  };
  explain: {
    chambers: (any)[];
    file: string;
    id: string;
    level: number;
    plan: {
      crossings: number;
      decisive: any;
      decisive_push: any;
      forced: ([number, number])[];
      prelude: number;
      steps: ({
        crossings: number;
        details: (any)[];
        first_push: number;
        last_push: number;
        moves_before: number;
        text: string;
      })[];
    };
    remarks: (string)[];
    rows: (string)[];
    rules: string;
    schema: string;
    solution: string;
    status: string;
    summary: (string)[];
    title: any;
  };
  rate: {
    cpu_seconds: number;
    file: string;
    grade: number;
    id: string;
    level: number;
    listed: ({
      meaning: string;
      name: string;
      shown: string;
    })[];
    measures: {
      bound_gap: number;
      box_changes: number;
      box_lines: number;
      boxes: number;
      counter_intuitive: number;
      crossings: number;
      dead_share: number;
      decomposition: number;
      direction_changes: number;
      effort: number;
      forced_share: number;
      live_branching: number;
      moves: number;
      pair_gap: number;
      prelude: number;
      pushes: number;
      slack: number;
      squares: number;
      states: number;
      storage_visits: number;
      stored_most: number;
      waste: number;
      wrong_turns: number;
      wrong_ways_log10: number;
    };
    missing: {
    };
    optimal: boolean;
    rows: (string)[];
    rules: string;
    schema: string;
    score: number;
    seconds: number;
    solution: string;
    status: string;
    title: any;
  };
  trim: {
    after: {
      crossings: number;
      forced: number;
      grade: number;
      prelude: number;
      pushes: number;
      slack: number;
      spare: number;
      squares: number;
      storages: (any)[];
      waste: number;
    };
    before: {
      crossings: number;
      forced: number;
      grade: number;
      prelude: number;
      pushes: number;
      slack: number;
      spare: number;
      squares: number;
      storages: (any)[];
      waste: number;
    };
    changes: ({
      count: number;
      kind: string;
    })[];
    file: string;
    from_id: string;
    id: string;
    level: number;
    rows: (string)[];
    rules: string;
    schema: string;
    solution: string;
    status: string;
    text: string;
    title: any;
    view: {
      box: string;
      boxes: ([number, number])[];
      goal: string;
      ground: (string)[];
      height: number;
      keeper: [number, number];
      width: number;
    };
  };
  generate: {
    levels: number;
    schema: string;
    seconds: number;
    shortfall: any;
  };
}
