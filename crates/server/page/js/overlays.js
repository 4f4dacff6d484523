/** The overlays of an analysis: which squares are marked, and what the marks mean. */

import { sample, spotOf } from "./board.js";
import { el, quantity } from "./dom.js";

/** @typedef {import("./store.js").Mark} Mark */

/** @type {[string, string][]} */
export const OVERLAYS = [
  ["locks", "Dead"], ["chambers", "Chambers"], ["tunnels", "Tunnels"],
  ["distances", "Distances"], ["none", "Off"],
];

const LOCKS = {
  corner: "corner: a box here never moves away",
  wall: "wall: a box here stays along the wall",
  chokepoint: "chokepoint: a box here cannot be turned",
  connectivity: "connectivity: the keeper cannot get behind a box here",
};

/** Steps of the heat map. */
const HEATS = 5;

/**
 * The marks of an overlay.
 * @param {string} overlay
 * @param {any} facts
 * @returns {Mark[]}
 */
export function marksOf(overlay, facts) {
  switch (overlay) {
    case "locks":
      return Object.keys(LOCKS).flatMap((kind) => marks(facts.locked[kind], `lock-${kind}`));
    case "tunnels":
      return facts.tunnels.flatMap((/** @type {any} */ it) =>
        marks(it.squares, it.straight ? "tunnel" : "tunnel-bent"));
    case "chambers": return chamberMarks(facts);
    case "distances": return distanceMarks(facts);
    default: return [];
  }
}

/** @param {string[]} squares @param {string} kind @returns {Mark[]} */
function marks(squares, kind) {
  return squares.map((name) => ({ spot: spotOf(name), kind }));
}

/** A letter, so that chambers differ without their colours. @param {number} index */
function chamberName(index) {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** @param {any} facts @returns {Mark[]} */
function chamberMarks(facts) {
  const chambers = facts.chambers.flatMap((/** @type {any} */ it, /** @type {number} */ index) => {
    const [first, ...others] = marks(it.squares, `chamber-${index % 6}`);
    return [{ ...first, text: chamberName(index) }, ...others];
  });
  return [...chambers, ...facts.corridors.flatMap((/** @type {any} */ it) => marks(it.squares, "corridor"))];
}

/** @param {any} facts @returns {Mark[]} */
function distanceMarks(facts) {
  const step = heatStep(facts);
  return facts.distances.map((/** @type {any} */ it) => ({
    spot: spotOf(it.square), kind: `heat-${Math.min(HEATS - 1, Math.floor(it.pushes / step))}`,
    text: String(it.pushes),
  }));
}

/** @param {any} facts */
function heatStep(facts) {
  const most = Math.max(1, ...facts.distances.map((/** @type {any} */ it) => it.pushes));
  return Math.floor(most / HEATS) + 1;
}

/**
 * The legend of an overlay.
 * @param {string} overlay
 * @param {any} facts
 */
export function legendOf(overlay, facts) {
  switch (overlay) {
    case "locks": {
      const rows = Object.entries(LOCKS).filter(([kind]) => facts.locked[kind].length > 0);
      if (rows.length === 0) return [el("li", {}, "No square is dead.")];
      return rows.map(([kind, text]) => row(`lock-${kind}`, `${text} (${facts.locked[kind].length})`));
    }
    case "tunnels":
      if (facts.tunnels.length === 0) return [el("li", {}, "There are no tunnels.")];
      return [row("tunnel", "straight"), row("tunnel-bent", "with a bend")];
    case "chambers": {
      const chambers = facts.chambers.slice(0, 12).map((/** @type {any} */ it, /** @type {number} */ index) =>
        row(`chamber-${index % 6}`,
          `${chamberName(index)}: ${it.kind} of ${quantity(it.squares.length, "square")}`));
      const rest = facts.chambers.length - chambers.length;
      return [...chambers, rest > 0 && el("li", {}, `and ${quantity(rest, "more chamber")}`),
        facts.corridors.length > 0 && row("corridor", "corridor")];
    }
    case "distances": {
      const step = heatStep(facts);
      return Array.from({ length: HEATS }, (_, index) =>
        row(`heat-${index}`, `${index * step} to ${(index + 1) * step - 1} pushes to a goal`));
    }
    default: return [];
  }
}

/**
 * What an overlay says of one square; nothing if it says nothing.
 * @param {string} overlay
 * @param {any} facts
 * @param {string} square
 */
export function noteOf(overlay, facts, square) {
  const around = (/** @type {any[]} */ list) => list.find((it) => it.squares.includes(square));
  switch (overlay) {
    case "tunnels": {
      const tunnel = around(facts.tunnels);
      if (!tunnel) return "it is in no tunnel";
      return `it is in a ${tunnel.straight ? "straight" : "bent"} tunnel of ${quantity(tunnel.squares.length, "square")}`;
    }
    case "chambers": {
      const chamber = around(facts.chambers);
      const name = chamberName(facts.chambers.indexOf(chamber));
      if (!chamber) return around(facts.corridors) ? "it is in a corridor between chambers" : "it is in no chamber";
      const ports = chamber.ports.length > 0 ? ` with ${quantity(chamber.ports.length, "port")}` : "";
      return `it is in ${name}, a ${chamber.kind} of ${quantity(chamber.squares.length, "square")}${ports}`;
    }
    case "distances": {
      const found = facts.distances.find((/** @type {any} */ it) => it.square === square);
      return found ? `a box here alone needs ${quantity(found.pushes, "push")} to the nearest goal` : "";
    }
    default: return "";
  }
}

/** @param {string} kind @param {string} text */
function row(kind, text) {
  return el("li", {}, sample(kind), text);
}
