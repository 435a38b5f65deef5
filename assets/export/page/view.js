// View: what is visible and what is picked out.

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
