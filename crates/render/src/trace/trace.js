const data = JSON.parse(document.getElementById("data").textContent);
const SIDE = 34;
const maps = [
  { key: "k", name: "keeper", tint: "--keeper", full: 100, unit: "%", says: "Share of what is left in a cell that has the keeper there. Arrows: where it can still go." },
  { key: "b", name: "boxes", tint: "--box", full: 100, unit: "%", says: "Share with a box. Arrows: pushes that are still possible." },
  { key: "l", name: "tiles left", tint: "--left", full: 0, unit: "", says: "How many tiles a cell may still hold. 1 is settled." },
  { key: "m", name: "missed", tint: "--missed", full: 0, unit: "", says: "Tiles kept that no play of this length has, against exact search." },
];
let stage = Math.min(1, data.stages.length - 1), plane = 0, chosen = null, timer = null;
// A place in the trace can be linked to: page.html#stage/plane.
const [wantedStage, wantedPlane] = location.hash.slice(1).split("/").map(Number);
if (wantedStage >= 1 && wantedStage <= data.stages.length) { stage = wantedStage - 1; plane = wantedPlane || 0; }
const $ = (id) => document.getElementById(id);
const tint = (name, share) => `rgba(${getComputedStyle(document.documentElement).getPropertyValue(name)}, ${share})`;
const sum = (list) => list.reduce((one, two) => one + two, 0);
const isFloor = new Set(data.cells.map((cell) => cell[0]));

function most(key) {
  let most = 1;
  for (const one of data.stages) for (const view of one.planes) for (const number of view[key]) most = Math.max(most, number);
  return most;
}
for (const map of maps) {
  map.full = map.full || most(map.key);
  map.isEmpty = !data.stages.some((one) => one.planes.some((view) => view[map.key].some((number) => number > 0)));
}

function arrow(from, to, weight) {
  const at = (cell) => [(cell % data.width + .5) * SIDE, (Math.floor(cell / data.width) + .5) * SIDE];
  const [x, y] = at(from), [u, v] = at(to), dx = (u - x) / SIDE, dy = (v - y) / SIDE;
  const a = [x + dx * 13, y + dy * 13], b = [x + dx * 22, y + dy * 22];
  const left = [b[0] - dx * 4 - dy * 3, b[1] - dy * 4 - dx * 3], right = [b[0] - dx * 4 + dy * 3, b[1] - dy * 4 + dx * 3];
  return `<path class="arrow" stroke-width="${(.6 + weight / 40).toFixed(1)}" opacity="${(.35 + weight / 160).toFixed(2)}" d="M${a}L${b}M${left}L${b}L${right}"/>`;
}

function board(map, view) {
  let out = "";
  for (let cell = 0; cell < data.width * data.height; cell++) {
    const x = cell % data.width * SIDE, y = Math.floor(cell / data.width) * SIDE;
    if (!isFloor.has(cell)) { out += `<rect class="wall" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"/>`; continue; }
  }
  data.cells.forEach(([cell, isGoal], index) => {
    const x = cell % data.width * SIDE, y = Math.floor(cell / data.width) * SIDE, number = view[map.key][index];
    const shown = number === 0 ? "" : number;
    out += `<rect class="ground" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"/>`;
    out += `<rect class="floor" data-index="${index}" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${tint(map.tint, (number / map.full * .85).toFixed(3))}"><title>${number}${map.unit}</title></rect>`;
    if (isGoal) out += `<rect class="goal" pointer-events="none" x="${x + 3}" y="${y + 3}" width="${SIDE - 6}" height="${SIDE - 6}"/>`;
    if (shown !== "") out += `<text pointer-events="none" x="${x + SIDE / 2}" y="${y + SIDE / 2 + 4}">${shown}</text>`;
    if (chosen === index) out += `<rect class="chosen" pointer-events="none" x="${x + 1}" y="${y + 1}" width="${SIDE - 2}" height="${SIDE - 2}"/>`;
  });
  for (const [from, to, isPush, weight] of view.a) {
    if ((map.key === "k" && !isPush) || (map.key === "b" && isPush)) out += arrow(from, to, weight);
  }
  const width = data.width * SIDE, height = data.height * SIDE;
  return `<figure><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${map.name}">${out}</svg><figcaption><b>${map.name}</b> ${total(map, view)}<br>${map.says}</figcaption></figure>`;
}

function total(map, view) {
  const all = sum(view[map.key]);
  if (map.key === "k") return `expected in this plane: ${(all / 100).toFixed(1)}${all > 101 ? " (doubles!)" : ""}`;
  if (map.key === "b") return `expected in this plane: ${(all / 100).toFixed(1)}`;
  return `${all} in this plane`;
}

function chart(name, says, height, numbers, line) {
  const width = 420, planes = Math.max(2, numbers.length), top = Math.max(...numbers, line || 0, .001) * 1.1;
  const x = (index) => 34 + index / (planes - 1) * (width - 44), y = (number) => height - 18 - number / top * (height - 34);
  const path = numbers.map((number, index) => `${index ? "L" : "M"}${x(index).toFixed(1)},${y(number).toFixed(1)}`).join("");
  const rule = line ? `<path class="line" d="M34,${y(line)}H${width - 10}"/><text x="4" y="${y(line) + 4}">${line}</text>` : "";
  const hand = says.startsWith("By") ? `<path class="hand" d="M${x(plane)},8V${height - 18}"/>` : "";
  return `<figure><svg class="chart" data-planes="${says.startsWith("By") ? planes : 0}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path}"/>${rule}${hand}<text x="4" y="12">${(top / 1.1).toFixed(1)}</text><text x="34" y="${height - 4}">0</text><text x="${width - 34}" y="${height - 4}">${numbers.length - 1}</text></svg><figcaption><b>${name}</b> ${says}</figcaption></figure>`;
}

function why(view) {
  const one = data.stages[stage];
  if (!one.removals.length) return "";
  const here = (removal) => chosen === null ? "" : `<td class="number">${removal.cells[plane][chosen]}</td>`;
  const rows = one.removals.map((removal) => `<tr><td>${removal.reason}</td><td class="number">${removal.count}</td>${here(removal)}</tr>`).join("");
  const head = chosen === null ? "" : `<th>chosen cell, ${data.unit} ${plane}</th>`;
  const hint = chosen === null ? "<p>Choose a cell of a map above to see what was removed there.</p>" : "";
  return `<h2>Why tiles are gone</h2><table><tr><th>removed by</th><th>tiles</th>${head}</tr>${rows}</table>${hint}`;
}

function show() {
  const one = data.stages[stage];
  plane = Math.max(0, Math.min(plane, one.planes.length - 1));
  const view = one.planes[plane];
  $("stages").innerHTML = data.stages.map((each, index) => `<button data-stage="${index}" aria-pressed="${index === stage}">${index + 1} ${each.name}</button>`).join("");
  $("remark").textContent = one.remark;
  $("plane").max = one.planes.length - 1;
  $("plane").value = plane;
  $("now").textContent = `${data.unit} ${plane} of ${one.planes.length - 1}`;
  // Stages of states know nothing about tiles.
  const hasTiles = one.planes.some((each) => each.l.some((number) => number > 0));
  const shown = maps.filter((map) => !map.isEmpty && (hasTiles || map.unit === "%"));
  $("boards").innerHTML = shown.map((map) => board(map, view)).join("");
  $("legend").hidden = !data.cells.some(([, isGoal]) => isGoal);
  const keepers = one.planes.map((each) => sum(each.k) / 100);
  const open = one.planes.map((each) => each.l.filter((number) => number > 1).length);
  let charts = chart("keepers expected", `By ${data.unit}: above 1 there are doubles.`, 130, keepers, 1);
  if (hasTiles) charts += chart("cells with a choice", `By ${data.unit}: 0 is a settled plane.`, 130, open, 0);
  if (one.progress.length > 1) charts += chart("cells with a choice during the run", "One point a choice, or a slab: jumps up are cells opened again.", 130, one.progress, 0);
  $("charts").innerHTML = charts;
  $("why").innerHTML = why(view);
  try { history.replaceState(null, "", `#${stage + 1}/${plane}`); } catch { /* Some viewers forbid it. */ }
}

$("stages").onclick = (event) => { if (event.target.dataset.stage) { stage = +event.target.dataset.stage; show(); } };
$("plane").oninput = () => { plane = +$("plane").value; show(); };
const go = (by) => { plane += by; show(); };
const ends = { first: () => go(-plane), last: () => go(data.stages[stage].planes.length) };
$("first").onclick = ends.first;
$("back").onclick = () => go(-1);
$("on").onclick = () => go(1);
$("last").onclick = ends.last;
$("boards").onclick = (event) => { const index = event.target.dataset.index; if (index !== undefined) { chosen = +index === chosen ? null : +index; show(); } };
$("charts").onclick = (event) => {
  const svg = event.target.closest("svg"), planes = svg ? +svg.dataset.planes : 0;
  if (!planes) return;
  const box = svg.getBoundingClientRect();
  plane = Math.round(((event.clientX - box.left) / box.width * 420 - 34) / 376 * (planes - 1));
  show();
};
function play() {
  if (timer) { clearInterval(timer); timer = null; } else {
    if (plane >= data.stages[stage].planes.length - 1) plane = -1;
    timer = setInterval(() => { if (plane >= data.stages[stage].planes.length - 1) play(); else go(1); }, 350);
  }
  $("play").textContent = timer ? "pause" : "play";
}
$("play").onclick = play;
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === "ArrowRight") go(1); else if (event.key === "ArrowLeft") go(-1);
  else if (event.key === "Home") { event.preventDefault(); ends.first(); }
  else if (event.key === "End") { event.preventDefault(); ends.last(); }
  else if (event.key === " ") { event.preventDefault(); play(); }
  else if (event.key >= "1" && event.key <= String(data.stages.length)) { stage = +event.key - 1; show(); }
});
show();
