// Chooses the layout and runs it: afterwards every node has a position and a size.

/** Circular layout, for the few groups of a large graph. */
function layOutOnRing(width, height) {
  nodes.forEach((node, at) => {
    const angle = (2 * Math.PI * at) / nodes.length - Math.PI / 2;
    node.x = (width / 2 - 130) * Math.cos(angle);
    node.y = (height / 2 - 120) * Math.sin(angle);
  });
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
