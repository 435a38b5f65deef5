// Data: the graph from the element "data", with what the rest of the page adds to its nodes and edges.

const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, edges } = data;
const isGrouped = data.is_grouped;
const numbers = new Intl.NumberFormat("en");
const families = ["lineage", "support", "against", "structural", "soft"];
const family = new Map(data.relations.map(({ name, family }) => [name, family]));

for (const node of nodes) Object.assign(node, { edges: [], x: 0, y: 0, isShown: true });
data.roots.forEach((root) => { nodes[root].isRoot = true; });
edges.forEach((edge, index) => {
  edge.index = index;
  edge.family = family.get(edge.relation) ?? "soft";
  edge.isDashed = Boolean(edge.implicit || edge.suggested);
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
