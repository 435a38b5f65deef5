// Labels: which names fit on the picture.

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
