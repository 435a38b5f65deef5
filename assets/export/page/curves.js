// Curves of edges, from the positions of nodes.

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
