// Force-directed layout, for graphs without roots.

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
