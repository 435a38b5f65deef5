"use strict";
// Draws the graph in the element "data". Text from the graph only ever becomes text nodes and attributes of <title>
// and <text>, never markup, and the page loads nothing.

// ---- Data ----

const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, edges } = data;
const isGrouped = data.left_out !== null;
const numbers = new Intl.NumberFormat("en");
const families = ["cause", "support", "against", "structure", "other"];
const family = new Map(data.relations.map(({ name, family }) => [name, family]));

for (const node of nodes) Object.assign(node, { edges: [], x: 0, y: 0, isShown: true });
data.roots.forEach((root) => { nodes[root].isRoot = true; });
edges.forEach((edge, index) => {
  edge.index = index;
  edge.family = family.get(edge.relation) ?? "other";
  edge.isDashed = Boolean(edge.implicit || edge.proposed);
  edge.isShown = true;
  nodes[edge.from].edges.push(edge);
  if (edge.from !== edge.to) nodes[edge.to].edges.push(edge);
});
nodes.forEach((node, index) => {
  node.index = index;
  node.label = node.title.trim() || node.id;
  node.group = node.missing ? "missing" : node.kind ?? "missing";
});

/** Names with numbers of occurrences, most frequent first. */
function tally(items, nameOf) {
  const counts = new Map();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + (item.count ?? 1));
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

const kinds = tally(nodes, (node) => node.group);
const hueOfKind = new Map(kinds.filter(([kind]) => kind !== "missing").map(([kind], at) => [kind, `--kind-${at % 8}`]));
hueOfKind.set("missing", "--missing");
const hue = (node) => hueOfKind.get(node.group);

/** The other end of an edge. */
const other = (edge, node) => nodes[edge.from === node.index ? edge.to : edge.from];

// ---- Layout ----

const CARD = { width: 196, height: 56, gapX: 84, gapY: 14 };

/** Signed distances: those of the lineage, or numbers of steps from the roots, negative for what points at them. */
function signedDistances() {
  if (nodes.some((node) => node.distance !== undefined)) return nodes.map((node) => node.distance ?? 0);
  if (data.roots.length === 0 || isGrouped) return null;
  const distance = new Array(nodes.length).fill(null);
  const queue = [...data.roots];
  queue.forEach((root) => { distance[root] = 0; });
  for (let at = 0; at < queue.length; at += 1) {
    const node = nodes[queue[at]];
    for (const edge of node.edges) {
      const next = other(edge, node).index;
      if (distance[next] !== null) continue;
      const steps = distance[node.index];
      distance[next] = steps === 0 ? (edge.from === node.index ? 1 : -1) : steps + Math.sign(steps);
      queue.push(next);
    }
  }
  const farthest = distance.reduce((most, each) => Math.max(most, each ?? 0), 0);
  // Nodes without a path to a root are in a column of their own.
  return distance.map((each) => each ?? farthest + 1);
}

const signed = (distance) => distance === 0 ? "0" : distance > 0 ? `+${distance}` : `−${-distance}`;

/** Columns by signed distance. Barycentre sweeps put neighbours at similar heights; long columns are wrapped. */
function layOutInColumns(distances, aspect) {
  const names = [...new Set(distances)].sort((a, b) => a - b);
  const columns = names.map((name) => nodes.filter((node) => distances[node.index] === name));
  const rank = () => columns.forEach((column) => column.forEach((node, at) => {
    node.rank = (at + 0.5) / column.length;
  }));
  rank();
  for (let sweep = 0; sweep < 8; sweep += 1) {
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      for (const node of column) {
        let sum = node.rank, count = 1;
        for (const edge of node.edges) {
          const end = other(edge, node);
          if (distances[end.index] !== distances[node.index]) { sum += 2 * end.rank; count += 2; }
        }
        node.pull = sum / count;
      }
      column.sort((a, b) => a.pull - b.pull || a.index - b.index);
      column.forEach((node, at) => { node.rank = (at + 0.5) / column.length; });
    }
  }
  const row = CARD.height + CARD.gapY;
  const widthWith = (rows) => columns.reduce((sum, column) =>
    sum + Math.ceil(column.length / rows) * (CARD.width + 16) + CARD.gapX, 0);
  const longest = Math.max(...columns.map((column) => column.length));
  let rows = 7;
  while (rows < longest && widthWith(rows) > rows * row * aspect) rows += 1;
  const headings = [];
  let x = 0;
  columns.forEach((column, at) => {
    const wraps = Math.ceil(column.length / rows);
    const height = Math.ceil(column.length / wraps);
    column.forEach((node, position) => {
      const inWrap = Math.min(height, column.length - Math.floor(position / height) * height);
      node.x = x + Math.floor(position / height) * (CARD.width + 16) + CARD.width / 2;
      node.y = (position % height - (inWrap - 1) / 2) * row;
    });
    const width = wraps * (CARD.width + 16) - 16;
    headings.push({ text: signed(names[at]), x: x + width / 2, y: 0 });
    x += width + CARD.gapX;
  });
  const top = boundsOf(nodes).top - CARD.height / 2 - 18;
  for (const heading of headings) heading.y = top;
  return headings;
}

/** Force-directed layout with Barnes–Hut repulsion. Starts from a spiral, so the same graph has the same picture. */
function layOutByForces(width, height) {
  const isTied = (node) => node.edges.some((edge) => edge.from !== edge.to);
  const tied = nodes.filter(isTied), loose = nodes.filter((node) => !isTied(node));
  // Breadth-first order keeps neighbours together at the start.
  const order = [], seen = new Set();
  for (const start of [...tied].sort((a, b) => b.edges.length - a.edges.length)) {
    const queue = [start];
    for (let at = 0; at < queue.length; at += 1) {
      if (seen.has(queue[at])) continue;
      seen.add(queue[at]);
      order.push(queue[at]);
      queue[at].edges.forEach((edge) => queue.push(other(edge, queue[at])));
    }
  }
  const ideal = 100;
  order.forEach((node, at) => {
    const radius = ideal * 0.6 * Math.sqrt(at), angle = at * 2.39996;
    node.x = radius * Math.cos(angle);
    node.y = radius * Math.sin(angle);
  });
  const springs = edges.filter((edge) => edge.from !== edge.to);
  const steps = tied.length > 2000 ? 90 : tied.length > 500 ? 160 : 300;
  for (let step = 0; step < steps; step += 1) {
    const heat = ideal * 1.5 * (1 - step / steps) ** 1.5 + 0.5;
    const tree = quadTree(tied);
    for (const node of tied) {
      node.dx = -node.x * 0.06;
      node.dy = -node.y * 0.06 * (width / height);
      repel(tree, node, ideal ** 3);
    }
    for (const edge of springs) {
      const from = nodes[edge.from], to = nodes[edge.to];
      const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
      // Nodes with many edges would pull everything into one spot.
      const pull = length / ideal / Math.sqrt(Math.min(from.edges.length, to.edges.length));
      from.dx += dx * pull; from.dy += dy * pull;
      to.dx -= dx * pull; to.dy -= dy * pull;
    }
    for (const node of tied) {
      const length = Math.hypot(node.dx, node.dy) || 1, move = Math.min(length, heat) / length;
      node.x += node.dx * move;
      node.y += node.dy * move;
    }
  }
  // Small separate parts drift away: what is far outside comes closer.
  const radii = tied.map((node) => Math.hypot(node.x, node.y)).sort((a, b) => a - b);
  const edge = (radii[Math.floor(radii.length * 0.9)] ?? 0) * 1.1;
  for (const node of tied) {
    const radius = Math.hypot(node.x, node.y);
    const closer = radius > edge ? (edge + (radius - edge) * 0.25) / radius : 1;
    node.x *= closer;
    node.y *= closer;
  }
  // Fills the space, or more of it if there are many nodes.
  const space = Math.max(1, Math.sqrt((nodes.length * 32 ** 2) / (width * height)));
  const bounds = boundsOf(tied), stretch = (size, low, high) => (size * space) / Math.max(1, high - low);
  const x = stretch(width - 160, bounds.left, bounds.right), y = stretch(height - 90, bounds.top, bounds.bottom);
  for (const node of tied) {
    node.x *= Math.min(x, y * 1.5, 3);
    node.y *= Math.min(y, x * 1.5, 3);
  }
  // Nodes without edges are in rows below.
  const { left, right, bottom } = boundsOf(tied), gap = nodes.length > 300 ? 40 : 110;
  const wide = Math.max(right - left, gap * Math.sqrt((loose.length * width) / height));
  const perRow = Math.max(1, Math.floor(wide / gap));
  loose.forEach((node, at) => {
    const inRow = Math.min(perRow, loose.length - Math.floor(at / perRow) * perRow);
    node.x = (left + right) / 2 + (at % perRow - (inRow - 1) / 2) * gap;
    node.y = bottom + 70 + Math.floor(at / perRow) * 44;
  });
}

/** Circular layout, for the few groups of a large graph. */
function layOutOnRing(width, height) {
  nodes.forEach((node, at) => {
    const angle = (2 * Math.PI * at) / nodes.length - Math.PI / 2;
    node.x = (width / 2 - 130) * Math.cos(angle);
    node.y = (height / 2 - 120) * Math.sin(angle);
  });
}

function quadTree(points) {
  const { left, right, top, bottom } = boundsOf(points);
  const root = cell(left, top, Math.max(right - left, bottom - top, 1));
  for (const point of points) {
    let at = root, depth = 0;
    for (;;) {
      at.x += point.x; at.y += point.y; at.mass += 1;
      if (at.mass === 1) { at.point = point; break; }
      if (depth > 24) break;
      const moved = at.point;
      at.parts ??= [null, null, null, null];
      if (moved) { at.point = null; const part = partOf(at, moved); part.x = moved.x; part.y = moved.y; part.mass = 1; part.point = moved; }
      at = partOf(at, point);
      depth += 1;
    }
  }
  return root;

  function cell(left, top, size) { return { left, top, size, x: 0, y: 0, mass: 0, point: null, parts: null }; }
  function partOf(at, point) {
    const half = at.size / 2, right = point.x >= at.left + half, low = point.y >= at.top + half;
    const index = (right ? 1 : 0) + (low ? 2 : 0);
    return at.parts[index] ??= cell(at.left + (right ? half : 0), at.top + (low ? half : 0), half);
  }
}

function repel(at, node, strength) {
  if (!at || at.mass === 0 || at.point === node) return;
  let dx = node.x - at.x / at.mass, dy = node.y - at.y / at.mass;
  let square = dx * dx + dy * dy;
  if (!at.parts || at.size * at.size < square) {
    if (square < 0.01) { dx = (node.index % 7) - 3 || 1; dy = (node.index % 5) - 2 || 1; square = 1; }
    const push = (strength * at.mass) / (square * Math.sqrt(square));
    node.dx += dx * push;
    node.dy += dy * push;
    return;
  }
  for (const part of at.parts) repel(part, node, strength);
}

function boundsOf(items) {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y } of items) {
    bounds.left = Math.min(bounds.left, x); bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y); bounds.bottom = Math.max(bounds.bottom, y);
  }
  return items.length ? bounds : { left: 0, right: 0, top: 0, bottom: 0 };
}

const picture = document.getElementById("picture");
const distances = signedDistances();
const isCards = distances !== null;
const space = [Math.max(400, picture.clientWidth), Math.max(300, picture.clientHeight)];
const headings = isCards ? layOutInColumns(distances, space[0] / space[1]) : [];
if (isGrouped) layOutOnRing(...space); else if (!isCards) layOutByForces(...space);
const weight = (node) => node.count ? 3 * Math.log2(node.count + 1) : node.edges.length;
for (const node of nodes) {
  const size = nodes.length > 400 ? 0.6 : 1;
  node.radius = node.count ? 10 + 2.5 * Math.log2(node.count + 1) : Math.min(16, 4.5 + 1.7 * Math.sqrt(node.edges.length)) * size;
}

/** A cubic Bézier curve for each edge: start, two control points, end. Parallel edges are side by side. */
function route() {
  const pairs = new Map();
  for (const edge of edges) {
    const pair = `${Math.min(edge.from, edge.to)} ${Math.max(edge.from, edge.to)}`;
    if (!pairs.has(pair)) pairs.set(pair, []);
    pairs.get(pair).push(edge);
  }
  for (const parallel of pairs.values()) {
    parallel.forEach((edge, at) => { edge.curve = curve(edge, at - (parallel.length - 1) / 2, parallel.length); });
  }
}

function curve(edge, offset, count) {
  const from = nodes[edge.from], to = nodes[edge.to];
  if (from === to) {
    const [w, h] = isCards ? [24, CARD.height / 2] : [from.radius * 1.6, from.radius];
    const high = h + 26 + 9 * (offset + (count - 1) / 2);
    return [from.x - w / 2, from.y - h * 0.95, from.x - w, from.y - high, from.x + w, from.y - high, from.x + w / 2, from.y - h * 0.95];
  }
  if (isCards) {
    const half = CARD.width / 2, shift = offset * Math.min(12, 44 / count), y1 = from.y + shift, y2 = to.y + shift;
    const side = Math.sign(to.x - from.x);
    if (Math.abs(to.x - from.x) < CARD.width) {
      const bend = half + 34 + Math.min(60, Math.abs(y2 - y1) / 8);
      return [from.x + half, y1, from.x + bend, y1, to.x + bend, y2, to.x + half + 5, y2];
    }
    const x1 = from.x + side * half, x2 = to.x - side * (half + 5), reach = Math.max(30, Math.abs(x2 - x1) / 2) * side;
    return [x1, y1, x1 + reach, y1, x2 - reach, y2, x2, y2];
  }
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
  // Both directions of a pair are bent to the same side of the pair, not of the edge.
  const side = edge.from < edge.to ? 1 : -1, bend = offset * Math.min(26, (0.8 * length) / count) * side;
  const nx = (-dy / length) * bend, ny = (dx / length) * bend;
  const r1 = from.radius / length, r2 = (to.radius + 5) / length;
  const x1 = from.x + dx * r1, y1 = from.y + dy * r1, x2 = to.x - dx * r2, y2 = to.y - dy * r2;
  return [x1, y1, x1 + (x2 - x1) / 3 + nx, y1 + (y2 - y1) / 3 + ny, x1 + (x2 - x1) * 2 / 3 + nx, y1 + (y2 - y1) * 2 / 3 + ny, x2, y2];
}

/** The point of a curve at a parameter from 0 to 1. */
function pointOn([x1, y1, a, b, c, d, x2, y2], t) {
  const s = 1 - t, p = s * s * s, q = 3 * s * s * t, r = 3 * s * t * t, u = t * t * t;
  return { x: p * x1 + q * a + r * c + u * x2, y: p * y1 + q * b + r * d + u * y2 };
}

route();

// ---- Text ----

const measure = document.createElement("canvas").getContext("2d");
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

function widthOf(text, size) {
  measure.font = `${size}px ${FONT}`;
  return measure.measureText(text).width;
}

/** The longest start of a text that is at most this wide, with an ellipsis if it is cut. */
function cut(text, width, size) {
  const characters = [...text.slice(0, 400)];
  if (characters.length === text.length && widthOf(text, size) <= width) return text;
  let low = 0, high = characters.length;
  while (low < high) {
    const mid = Math.ceil((low + high) / 2);
    if (widthOf(`${characters.slice(0, mid).join("")}…`, size) <= width) low = mid; else high = mid - 1;
  }
  return low === text.length ? text : `${characters.slice(0, low).join("").trimEnd()}…`;
}

/** A title in at most two lines. */
function wrap(text, width, size) {
  text = text.replace(/\s+/gu, " ");
  if (widthOf(text.slice(0, 400), size) <= width) return [cut(text, width, size)];
  const words = text.slice(0, 400).split(" ");
  let first = words.shift();
  while (words.length && widthOf(`${first} ${words[0]}`, size) <= width) first += ` ${words.shift()}`;
  if (widthOf(first, size) > width || words.length === 0) return [cut(first, width, size)];
  return [first, cut(text.slice(first.length + 1), width, size)];
}

const caption = (node) => node.count ? `${node.label} (${numbers.format(node.count)})` : node.label;
const kindLine = (node) => [node.group, node.status].filter(Boolean).join(" · ");
for (const node of nodes) {
  if (isCards) node.lines = wrap(node.label, CARD.width - 26, 13);
  node.name = cut(caption(node).replace(/\s+/gu, " "), 170, 12);
}

// ---- View ----

const view = { scale: 1, x: 0, y: 0 };
const state = { selected: null, hovered: null, query: "", matches: null };

const toScreen = ({ x, y }) => ({ x: x * view.scale + view.x, y: y * view.scale + view.y });
const size = () => ({ width: picture.clientWidth, height: picture.clientHeight });

function extent() {
  const shown = nodes.filter((node) => node.isShown);
  const bounds = boundsOf(shown.length ? shown : nodes);
  const [x, y] = isCards ? [CARD.width / 2 + 20, CARD.height / 2 + 44] : isGrouped ? [110, 90] : [50, 40];
  return { left: bounds.left - x, right: bounds.right + x, top: bounds.top - y, bottom: bounds.bottom + y };
}

function fit() {
  const { left, right, top, bottom } = extent(), { width, height } = size();
  view.scale = Math.min(width / (right - left), height / (bottom - top), 1.6);
  centre({ x: (left + right) / 2, y: (top + bottom) / 2 });
}

function centre(point) {
  const { width, height } = size();
  view.x = width / 2 - point.x * view.scale;
  view.y = height / 2 - point.y * view.scale;
  requestDraw();
}

function zoom(factor, x = size().width / 2, y = size().height / 2) {
  const scale = Math.min(6, Math.max(0.02, view.scale * factor));
  view.x = x - (x - view.x) * (scale / view.scale);
  view.y = y - (y - view.y) * (scale / view.scale);
  view.scale = scale;
  requestDraw();
}

/** Moves the view only if the node is not comfortably inside it. */
function reveal(node) {
  const at = toScreen(node), { width, height } = size();
  const isLegible = !isCards || view.scale >= 0.5;
  if (!isLegible) view.scale = 0.8;
  const x = Math.min(130, width / 4), y = Math.min(60, height / 4);
  if (!isLegible || at.x < x || at.y < y || at.x > width - x || at.y > height - y) centre(node);
}

const isFar = () => isCards && view.scale < 0.45;

/** Whether something is picked out, so that the rest is faint. */
const isNear = (node) => state.near ? state.near.nodes.has(node.index) : true;

function updateNear() {
  const centreNode = state.selected ?? state.hovered;
  state.near = null;
  if (centreNode !== null) {
    const near = { nodes: new Set([centreNode]), edges: new Set() };
    for (const edge of nodes[centreNode].edges) {
      if (!edge.isShown) continue;
      near.edges.add(edge.index);
      near.nodes.add(edge.from).add(edge.to);
    }
    state.near = near;
  } else if (state.matches) {
    state.near = { nodes: state.matches, edges: new Set() };
  }
}

/** Names of nodes and relations that can be shown without overlap, the most important first. */
function names() {
  const { width, height } = size(), taken = [], chosen = [];
  const isFree = (box) => taken.every((other) =>
    box.left > other.right || box.right < other.left || box.top > other.bottom || box.bottom < other.top);
  const place = (text, point, size, rest, must) => {
    const half = widthOf(text, size) / 2 + 6;
    const box = { left: point.x - half, right: point.x + half, top: point.y - size - 2, bottom: point.y + 6 };
    if (box.right < 0 || box.left > width || box.bottom < 0 || box.top > height || !(must || isFree(box))) return false;
    taken.push(box);
    return chosen.push({ text, ...point, size, ...rest }) > 0;
  };
  const focus = state.selected ?? state.hovered;
  if (!isCards || isFar()) {
    const shown = nodes.filter((node) => node.isShown && isNear(node));
    const rank = (node) => node.index === focus ? 2 : node.isRoot ? 1 : 0;
    shown.sort((a, b) => rank(b) - rank(a) || weight(b) - weight(a) || a.index - b.index);
    // In a crowd, only the names of the most connected nodes, until the view is closer.
    const most = state.near ? 80 : shown.length < 200 ? 200 : Math.min(160, 20 * view.scale ** 2 + 6);
    for (const node of shown.slice(0, 1000)) {
      if (chosen.length >= most) break;
      const at = toScreen(node), below = isCards ? 4 : node.radius * view.scale + 14;
      const isStrong = node.index === focus || Boolean(node.isRoot);
      const text = isStrong ? cut(caption(node), 320, 12) : node.name;
      place(text, { x: at.x, y: at.y + below }, 12, { isStrong }, node.index === focus);
    }
  }
  if (isFar() || view.scale < 0.5) return chosen;
  for (const node of isCards ? nodes : []) {
    const at = toScreen(node), [x, y] = [(CARD.width / 2) * view.scale, (CARD.height / 2) * view.scale];
    const box = { left: at.x - x, right: at.x + x, top: at.y - y, bottom: at.y + y };
    if (box.right > 0 && box.left < width && box.bottom > 0 && box.top < height) taken.push(box);
  }
  const near = state.near?.edges;
  const labelled = near?.size ? [...near].slice(0, isGrouped ? 24 : 60).map((index) => edges[index]) : edges.length <= 80 ? edges : [];
  for (const edge of labelled.filter((edge) => edge.isShown)) {
    const text = cut(edge.count ? `${edge.relation} (${numbers.format(edge.count)})` : edge.relation, 160, 11);
    [0.5, 0.4, 0.6, 0.3, 0.7].some((t) => {
      const at = toScreen(pointOn(edge.curve, t));
      return place(text, { x: at.x, y: at.y + 4 }, 11, { family: edge.family });
    });
  }
  return chosen;
}

// ---- Drawing ----

const NS = "http://www.w3.org/2000/svg";

/** Creates an element; strings become text. */
function make(tag, attributes = {}, ...children) {
  const isDrawn = ["svg", "g", "path", "rect", "ellipse", "text", "title", "defs", "marker"].includes(tag);
  const made = isDrawn ? document.createElementNS(NS, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "hue") made.style.setProperty("--hue", `var(${value})`);
    else if (name === "click") made.addEventListener("click", value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** Opacity of edges: the more there are, the fainter they must be. */
const strength = Math.max(0.1, Math.min(0.65, (isGrouped ? 6 : 13) / Math.sqrt(edges.length)));
const widthOfEdge = (edge) => edge.count ? 0.8 + 0.6 * Math.log10(edge.count) : 1.4;

/** Draws with SVG elements, which are created once; only classes and the transformation change. */
function svgDrawing() {
  const defs = make("defs");
  for (const each of families) {
    defs.append(make("marker", { id: `arrow-${each}`, hue: `--${each}`, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
      make("path", { d: "M0 0.5 L8 4 L0 7.5 Z" })));
  }
  const world = make("g"), overlay = make("g");
  const svg = make("svg", { "aria-hidden": "true" }, defs, world, overlay);
  svg.style.setProperty("--strength", strength);
  const lines = edges.map((edge) => {
    const [x1, y1, a, b, c, d, x2, y2] = edge.curve.map((value) => Math.round(value * 10) / 10);
    const kind = `edge${edge.isDashed ? " dashed" : ""}${edge.retracted ? " retracted" : ""}`;
    const end = edge.symmetric ? undefined : `url(#arrow-${edge.family})`;
    return make("path", { class: kind, hue: `--${edge.family}`, d: `M${x1} ${y1}C${a} ${b} ${c} ${d} ${x2} ${y2}`, "marker-end": end, "stroke-width": widthOfEdge(edge) });
  });
  const shapes = nodes.map((node) => {
    const kind = `node${isCards ? " card" : ""}${node.missing ? " missing" : ""}${node.isRoot ? " root" : ""}`;
    const group = make("g", { class: kind, hue: hue(node), transform: `translate(${node.x} ${node.y})` }, make("title", {}, caption(node)));
    group.dataset.node = node.index;
    if (!isCards) {
      group.append(make("ellipse", { class: "shape", rx: node.radius, ry: node.radius }));
      return group;
    }
    const left = -CARD.width / 2, top = -CARD.height / 2, [first, second] = node.lines;
    group.append(
      make("rect", { class: "shape", x: left, y: top, width: CARD.width, height: CARD.height, rx: 7 }),
      make("rect", { class: "stripe", x: left + 5, y: top + 7, width: 4, height: CARD.height - 14, rx: 2 }),
      make("text", { x: left + 17, y: second ? top + 18 : top + 24 }, first),
      second ? make("text", { x: left + 17, y: top + 34 }, second) : "",
      make("text", { class: "kind", x: left + 17, y: second ? top + 49 : top + 42 }, cut(kindLine(node), CARD.width - 26, 11)),
    );
    return group;
  });
  world.append(...headings.map(({ text, x, y }) => make("text", { class: "heading", x, y }, text)), ...lines, ...shapes);
  picture.prepend(svg);
  let marked = [];
  return {
    draw() {
      world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
      svg.classList.toggle("far", isFar());
      overlay.replaceChildren(...names().map((name) => make("text", {
        class: `name${name.family ? " relation" : ""}${name.isStrong ? " strong" : ""}`, x: name.x, y: name.y, hue: name.family && `--${name.family}`,
      }, name.text)));
    },
    update() {
      edges.forEach((edge, index) => lines[index].classList.toggle("off", !edge.isShown));
      nodes.forEach((node, index) => shapes[index].classList.toggle("off", !node.isShown));
      marked.forEach((element) => element.classList.remove("near", "selected"));
      marked = [];
      svg.classList.toggle("focus", Boolean(state.near));
      const mark = (element, name) => { element.classList.add(name); marked.push(element); };
      state.near?.nodes.forEach((index) => mark(shapes[index], "near"));
      state.near?.edges.forEach((index) => mark(lines[index], "near"));
      if (state.selected !== null) mark(shapes[state.selected], "selected");
    },
    nodeAt: (event) => {
      const found = event.target.closest?.("[data-node]");
      return found ? Number(found.dataset.node) : null;
    },
  };
}

/** Draws on a canvas, for graphs with too many elements for SVG. */
function canvasDrawing() {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  picture.prepend(canvas);
  let colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const all = ["--back", "--card", "--text", "--border", "--dim", "--chosen", ...families.map((each) => `--${each}`), ...hueOfKind.values()];
    colours = Object.fromEntries(all.map((name) => [name, style.getPropertyValue(name).trim()]));
  };
  readColours();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); requestDraw(); });
  const trace = (path, [x1, y1, a, b, c, d, x2, y2]) => { path.moveTo(x1, y1); path.bezierCurveTo(a, b, c, d, x2, y2); };
  let batches = new Map();
  const arrow = ([, , , , c, d, x, y]) => {
    const angle = Math.atan2(y - d, x - c);
    context.beginPath();
    context.moveTo(x + 2 * Math.cos(angle), y + 2 * Math.sin(angle));
    for (const turn of [2.7, -2.7]) context.lineTo(x + 7 * Math.cos(angle + turn), y + 7 * Math.sin(angle + turn));
    context.fill();
  };
  const isInside = ({ x, y }, margin) => {
    const at = toScreen({ x, y }), { width, height } = size(), far = margin * view.scale;
    return at.x > -far && at.y > -far && at.x < width + far && at.y < height + far;
  };
  const drawNode = (node) => {
    context.globalAlpha = isNear(node) ? 1 : 0.16;
    const isSelected = node.index === state.selected;
    context.setLineDash(node.missing ? [4, 3] : []);
    context.lineWidth = isSelected ? 3 : node.isRoot ? 2.5 : 1;
    context.strokeStyle = colours[isSelected ? "--chosen" : node.isRoot ? "--text" : node.missing ? "--missing" : isCards ? "--border" : "--back"];
    context.beginPath();
    if (!isCards) {
      context.arc(node.x, node.y, node.radius, 0, 2 * Math.PI);
      context.fillStyle = colours[node.missing ? "--back" : hue(node)];
      context.fill();
      context.stroke();
      return;
    }
    const left = node.x - CARD.width / 2, top = node.y - CARD.height / 2;
    context.roundRect(left, top, CARD.width, CARD.height, 7);
    context.fillStyle = colours["--card"];
    context.fill();
    context.stroke();
    context.fillStyle = colours[hue(node)];
    context.fillRect(left + 5, top + 7, isFar() ? CARD.width - 10 : 4, CARD.height - 14);
    if (isFar()) return;
    const [first, second] = node.lines;
    context.font = `11px ${FONT}`;
    context.fillText(cut(kindLine(node), CARD.width - 26, 11), left + 17, second ? top + 49 : top + 42);
    context.font = `13px ${FONT}`;
    context.fillStyle = colours["--text"];
    context.fillText(first, left + 17, second ? top + 18 : top + 24);
    if (second) context.fillText(second, left + 17, top + 34);
  };
  return {
    draw() {
      const { width, height } = size(), ratio = devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
      context.lineWidth = Math.max(1, 0.6 / view.scale);
      context.globalAlpha = state.near ? 0.05 : Math.min(0.65, strength * Math.max(1, view.scale * 2));
      for (const { path, family, isDashed } of batches.values()) {
        context.setLineDash(isDashed ? [5, 4] : []);
        context.strokeStyle = colours[`--${family}`];
        context.stroke(path);
      }
      context.globalAlpha = 1;
      for (const index of state.near?.edges ?? []) {
        const edge = edges[index], path = new Path2D();
        trace(path, edge.curve);
        context.setLineDash(edge.isDashed || edge.retracted ? [5, 4] : []);
        context.lineWidth = Math.max(2, 1.4 / view.scale);
        context.strokeStyle = context.fillStyle = colours[`--${edge.family}`];
        context.stroke(path);
        if (!edge.symmetric) arrow(edge.curve);
      }
      if (view.scale > 0.6 && !state.near) {
        context.globalAlpha = 0.7;
        for (const edge of edges) {
          if (!edge.isShown || edge.symmetric || !isInside({ x: edge.curve[6], y: edge.curve[7] }, 20)) continue;
          context.fillStyle = colours[`--${edge.family}`];
          arrow(edge.curve);
        }
      }
      nodes.filter((node) => node.isShown && isInside(node, isCards ? CARD.width : 20)).forEach(drawNode);
      context.globalAlpha = 1;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.textAlign = "center";
      context.setLineDash([]);
      context.lineJoin = "round";
      for (const name of names()) {
        context.font = `${name.isStrong ? "650 " : ""}${name.size}px ${FONT}`;
        context.lineWidth = 4;
        context.strokeStyle = colours["--back"];
        context.strokeText(name.text, name.x, name.y);
        context.fillStyle = colours[name.family ? `--${name.family}` : "--text"];
        context.fillText(name.text, name.x, name.y);
      }
      context.font = `600 13px ${FONT}`;
      context.fillStyle = colours["--dim"];
      for (const heading of headings) { const at = toScreen(heading); context.fillText(heading.text, at.x, at.y); }
      context.textAlign = "start";
    },
    update() {
      batches = new Map();
      for (const edge of edges.filter((edge) => edge.isShown)) {
        const isDashed = edge.isDashed || Boolean(edge.retracted), key = `${edge.family} ${isDashed}`;
        if (!batches.has(key)) batches.set(key, { path: new Path2D(), family: edge.family, isDashed });
        trace(batches.get(key).path, edge.curve);
      }
    },
    nodeAt(event) {
      const box = picture.getBoundingClientRect();
      const x = (event.clientX - box.left - view.x) / view.scale, y = (event.clientY - box.top - view.y) / view.scale;
      const slack = 3 / view.scale;
      const holds = (node) => node.isShown && (isCards
        ? Math.abs(node.x - x) <= CARD.width / 2 && Math.abs(node.y - y) <= CARD.height / 2
        : Math.hypot(node.x - x, node.y - y) <= node.radius + slack);
      const found = nodes.findLast(holds);
      return found ? found.index : null;
    },
  };
}

const drawing = nodes.length + edges.length / 4 > 2000 ? canvasDrawing() : svgDrawing();
let isDrawRequested = false;
function requestDraw() {
  if (isDrawRequested) return;
  isDrawRequested = true;
  requestAnimationFrame(() => { isDrawRequested = false; drawing.draw(); });
}

/** After a change of the selection, the search or the filters. */
function update() {
  updateNear();
  drawing.update();
  requestDraw();
}

// ---- Selection and detail ----

const byId = (id) => document.getElementById(id);
const status = byId("status"), detail = byId("detail");
const plural = (number, noun) => `${numbers.format(number)} ${noun}${number === 1 ? "" : "s"}`;
const place = (file, line) => line ? `${file}:${line}` : file;

function select(index) {
  state.selected = index;
  state.hovered = null;
  showDetail();
  update();
  if (index === null) return showStatus();
  reveal(nodes[index]);
  const node = nodes[index];
  status.textContent = `${node.label}, ${kindLine(node)}, ${plural(node.edges.length, "edge")}`;
}

function showStatus() {
  const shown = nodes.filter((node) => node.isShown).length, drawn = edges.filter((edge) => edge.isShown).length;
  status.textContent = shown === nodes.length && drawn === edges.length ? "" :
    `${numbers.format(shown)} of ${plural(nodes.length, "node")}, ${numbers.format(drawn)} of ${plural(edges.length, "edge")} shown`;
}

function facts(node) {
  const rows = [
    ["Id", make("code", { dir: "auto" }, node.id)],
    ["File", node.path && make("code", {}, place(node.path, node.line))],
    ["Nodes", node.count && numbers.format(node.count)],
    ["Distance", node.distance === undefined ? null : signed(node.distance)],
    ["Status", node.status], ["Domain", node.domain], ["Layer", [node.layer, node.sub_layer].filter(Boolean).join(" / ")],
    ["Repository", node.repo], ["Code", node.code_path && make("code", {}, node.code_path)], ["Language", node.language],
    ["Created", node.created], ["Aliases", node.aliases?.join(", ")], ["System", node.system],
  ];
  return make("dl", {}, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
}

function edgeItem(edge, node) {
  const end = other(edge, node);
  const marks = [edge.count && plural(edge.count, "edge"), edge.proposed && (edge.score === undefined ? "proposed" : `proposed, score ${edge.score.toFixed(2)}`),
    edge.implicit && "implicit", edge.retracted && "retracted", edge.confidence !== undefined && `confidence ${edge.confidence}`,
    typeof edge.ts === "string" ? edge.ts : edge.ts && JSON.stringify(edge.ts), edge.actor];
  return make("li", {},
    make("span", { class: "chip", hue: `--${edge.family}` }, edge.relation),
    make("button", { type: "button", dir: "auto", click: () => { select(end.index); focusDetail(); } }, caption(end)),
    make("small", {}, marks.filter(Boolean).join(" · ")),
    edge.note ? make("small", { dir: "auto" }, make("q", {}, edge.note)) : "",
    edge.file ? make("small", {}, make("code", {}, place(edge.file, edge.line))) : "");
}

const MOST_LISTED = 100;

/** A heading and a list that starts short. */
function listOf(title, items, item) {
  if (items.length === 0) return [];
  const list = make("ul", {}, ...items.slice(0, MOST_LISTED).map(item));
  const more = make("button", { type: "button", class: "link", click: () => { more.remove(); list.append(...items.slice(MOST_LISTED).map(item)); } },
    `Show ${numbers.format(items.length - MOST_LISTED)} more`);
  return [make("h3", {}, `${title} (${numbers.format(items.length)})`), list, items.length > MOST_LISTED ? more : ""];
}

function showDetail() {
  detail.hidden = state.selected === null;
  if (detail.hidden) return detail.replaceChildren();
  const node = nodes[state.selected];
  const shown = node.edges.filter((edge) => edge.isShown);
  const [both, out, into] = [(edge) => edge.symmetric, (edge) => !edge.symmetric && edge.from === node.index,
    (edge) => !edge.symmetric && edge.from !== node.index].map((test) => shown.filter(test));
  const hidden = node.edges.length - shown.length;
  const member = (one) => make("li", { dir: "auto" }, one.title, make("small", {}, make("code", {}, one.path ? place(one.path, one.line) : one.id)));
  detail.replaceChildren(
    make("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)", click: () => { select(null); picture.focus(); } }, "×"),
    make("h2", { dir: "auto" }, caption(node)),
    make("div", { class: "tags" }, make("span", { class: "chip", hue: hue(node) }, node.group), node.external ? make("span", { class: "chip", hue: "--other" }, "external") : "",
      node.isRoot ? make("span", { class: "chip", hue: "--text" }, "root") : ""),
    facts(node),
    ...listOf("Outgoing", out, (edge) => edgeItem(edge, node)),
    ...listOf("Incoming", into, (edge) => edgeItem(edge, node)),
    ...listOf("In both directions", both, (edge) => edgeItem(edge, node)),
    hidden ? make("p", {}, make("small", {}, `${plural(hidden, "edge")} hidden by the filters`)) : "",
    ...listOf("Nodes with the most edges", node.members ?? [], member));
  detail.scrollTop = 0;
}

const focusDetail = () => (detail.querySelector("li button") ?? detail).focus();

// ---- Filters ----

const hiddenRelations = new Set(), hiddenKinds = new Set();

function filter() {
  for (const node of nodes) node.isShown = !hiddenKinds.has(node.group);
  for (const edge of edges) edge.isShown = !hiddenRelations.has(edge.relation) && nodes[edge.from].isShown && nodes[edge.to].isShown;
  if (state.selected !== null && !nodes[state.selected].isShown) state.selected = null;
  showDetail();
  update();
  showStatus();
}

function checkBoxes(field, entries, hidden, swatch) {
  if (entries.length === 0) { field.hidden = true; return; }
  const boxes = entries.map(([name, count]) => {
    const box = make("input", { type: "checkbox", value: name });
    box.checked = true;
    box.addEventListener("change", () => { hidden[box.checked ? "delete" : "add"](name); filter(); });
    field.append(make("label", {}, box, swatch(name), make("span", { dir: "auto" }, name), make("span", {}, numbers.format(count))));
    return box;
  });
  const setAll = (checked) => () => {
    boxes.forEach((box) => { box.checked = checked; hidden[checked ? "delete" : "add"](box.value); });
    filter();
  };
  field.querySelector("legend").append(make("button", { type: "button", click: setAll(true) }, "All"), make("button", { type: "button", click: setAll(false) }, "None"));
}

checkBoxes(byId("relations"), tally(edges, (edge) => edge.relation), hiddenRelations, (name) => make("span", { class: "swatch line", hue: `--${family.get(name)}` }));
checkBoxes(byId("kinds"), kinds, hiddenKinds, (name) => make("span", { class: "swatch", hue: hueOfKind.get(name) }));

// ---- Search ----

const search = byId("search"), hits = byId("hits");
const MOST_HITS = 30;
let found = [], chosen = 0;

function find() {
  const words = search.value.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const textOf = (node) => node.text ??= [node.title, node.id, node.kind, node.path, ...(node.aliases ?? [])].join("\n").toLocaleLowerCase();
  found = words.length === 0 ? [] : nodes.filter((node) => node.isShown && words.every((word) => textOf(node).includes(word)));
  const typed = words.join(" ");
  // Names that are the typed words come first, then those that start with them, then titles that contain them.
  const rank = (node) => {
    const names = [node.title, node.id].map((name) => name.toLocaleLowerCase());
    if (names.includes(typed)) return 3;
    if (names.some((name) => name.startsWith(typed))) return 2;
    return words.every((word) => node.label.toLocaleLowerCase().includes(word)) ? 1 : 0;
  };
  found.sort((a, b) => rank(b) - rank(a) || weight(b) - weight(a) || a.index - b.index);
  state.matches = words.length ? new Set(found.map((node) => node.index)) : null;
  if (words.length && state.selected !== null) { state.selected = null; showDetail(); }
  chosen = 0;
  showHits();
  update();
}

function showHits() {
  const isOpen = state.matches !== null;
  hits.hidden = !isOpen;
  search.setAttribute("aria-expanded", String(isOpen));
  hits.replaceChildren(...found.slice(0, MOST_HITS).map((node, at) =>
    make("li", { role: "option", id: `hit-${at}`, "aria-selected": String(at === chosen), dir: "auto", click: () => choose(at) }, caption(node), make("small", {}, kindLine(node)))));
  if (isOpen && found.length === 0) hits.append(make("li", { class: "more" }, "No matches"));
  if (found.length > MOST_HITS) hits.append(make("li", { class: "more" }, `${numbers.format(found.length - MOST_HITS)} more`));
  if (found.length) search.setAttribute("aria-activedescendant", `hit-${chosen}`); else search.removeAttribute("aria-activedescendant");
  if (isOpen) status.textContent = found.length ? plural(found.length, "match").replace("matchs", "matches") : "No matches";
}

function choose(at) {
  const node = found[at];
  if (!node) return;
  search.value = "";
  state.matches = null;
  found = [];
  showHits();
  select(node.index);
  picture.focus();
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
  const last = Math.min(found.length, MOST_HITS) - 1;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = Math.max(0, Math.min(last, chosen + (event.key === "ArrowDown" ? 1 : -1)));
    showHits();
    hits.children[chosen]?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") choose(chosen);
  else if (event.key === "Escape") {
    if (search.value) { search.value = ""; find(); showStatus(); } else picture.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
});

// ---- Pointer and keys ----

let drag = null;
picture.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.target.closest("#zoom")) return;
  drag = { x: event.clientX, y: event.clientY, viewX: view.x, viewY: view.y, node: drawing.nodeAt(event), isMoved: false };
});
picture.addEventListener("pointermove", (event) => {
  if (drag) {
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.isMoved && Math.hypot(dx, dy) < 4) return;
    if (!drag.isMoved) picture.setPointerCapture(event.pointerId);
    drag.isMoved = true;
    picture.classList.add("dragged");
    view.x = drag.viewX + dx;
    view.y = drag.viewY + dy;
    requestDraw();
    return;
  }
  const at = drawing.nodeAt(event);
  picture.style.cursor = at === null ? "" : "pointer";
  if (at === state.hovered || state.selected !== null || state.matches) return;
  state.hovered = at;
  update();
});
picture.addEventListener("pointerup", () => {
  if (drag && !drag.isMoved) select(drag.node);
  drag = null;
  picture.classList.remove("dragged");
});
picture.addEventListener("pointercancel", () => { drag = null; });
picture.addEventListener("pointerleave", () => { if (state.hovered !== null) { state.hovered = null; update(); } });
picture.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = picture.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

/** The best node in a direction: near, straight ahead, and rather a neighbour. */
function step(dx, dy) {
  const shown = nodes.filter((node) => node.isShown);
  if (state.selected === null) {
    const root = shown.find((node) => node.isRoot);
    const heaviest = shown.reduce((best, node) => !best || weight(node) > weight(best) ? node : best, null);
    const start = root ?? heaviest;
    if (start) select(start.index);
    return;
  }
  const from = nodes[state.selected];
  const linked = new Set(from.edges.filter((edge) => edge.isShown).map((edge) => other(edge, from).index));
  let best = null, least = Infinity;
  for (const node of shown) {
    const ahead = (node.x - from.x) * dx + (node.y - from.y) * dy;
    const aside = Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
    if (ahead <= 1 || aside > ahead * 3) continue;
    const cost = (ahead + 2 * aside) * (linked.has(node.index) ? 0.4 : 1);
    if (cost < least) { least = cost; best = node; }
  }
  if (best) select(best.index);
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isPicture = document.activeElement === picture || document.activeElement === document.body;
  const inDetail = detail.contains(document.activeElement);
  if (event.key === "/") search.focus();
  else if (event.key === "Escape") {
    if (inDetail) picture.focus(); else select(null);
  } else if (inDetail && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const buttons = [...detail.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
    buttons[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  } else if (isPicture && DIRECTIONS[event.key]) step(...DIRECTIONS[event.key]);
  else if (isPicture && event.key === "Enter" && state.selected !== null) focusDetail();
  else if (event.key === "+" || event.key === "=") zoom(1.3);
  else if (event.key === "-") zoom(1 / 1.3);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
});
byId("closer").addEventListener("click", () => zoom(1.3));
byId("farther").addEventListener("click", () => zoom(1 / 1.3));
byId("fit").addEventListener("click", fit);

// ---- Start ----

byId("title").textContent = data.title;
byId("command").textContent = data.command;
const total = (items) => items.reduce((sum, item) => sum + (item.count ?? 1), 0);
byId("summary").textContent = [plural(total(nodes), "node"), plural(total(edges), "edge"), data.left_out].filter(Boolean).join(" · ");
fit();
// Text of this size cannot be read: show the surroundings of the root instead of everything.
if (isFar() && data.roots.length) { view.scale = 0.7; centre(nodes[data.roots[0]]); }
new ResizeObserver(() => requestDraw()).observe(picture);
update();
