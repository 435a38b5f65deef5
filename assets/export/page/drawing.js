// Drawing: chooses between SVG and canvas, and draws at most once a frame.

/** Opacity of edges: the more there are, the fainter they must be. */
const strength = Math.max(0.1, Math.min(0.65, (isGrouped ? 6 : 13) / Math.sqrt(edges.length)));
const widthOfEdge = (edge) => edge.count ? 0.8 + 0.6 * Math.log10(edge.count) : 1.4;

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
