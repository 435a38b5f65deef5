// Layout in columns, for a lineage and for graphs with roots: a column is a signed distance.

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
