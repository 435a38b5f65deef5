// Keyboard.

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
