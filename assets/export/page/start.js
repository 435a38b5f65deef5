// Start: headings of the page and the first view.

byId("title").textContent = data.title;
byId("command").textContent = data.command ?? "";
const total = (items) => items.reduce((sum, item) => sum + (item.count ?? 1), 0);
byId("summary").textContent = [plural(total(nodes), "node"), plural(total(edges), "edge"), ...data.left_out].join(" · ");
fit();
// Text of this size cannot be read: show the surroundings of the root instead of everything.
if (isFar() && data.roots.length) { view.scale = 0.7; centre(nodes[data.roots[0]]); }
new ResizeObserver(() => requestDraw()).observe(picture);
update();
