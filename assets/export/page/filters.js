// Filters: relations and kinds to show.

const hiddenRelations = new Set(), hiddenKinds = new Set();

function filter() {
  for (const node of nodes) node.isShown = !hiddenKinds.has(node.group);
  for (const edge of edges) edge.isShown = !hiddenRelations.has(edge.relation) && nodes[edge.from].isShown && nodes[edge.to].isShown;
  if (state.selected !== null && !nodes[state.selected].isShown) state.selected = null;
  showDetail();
  update();
  showStatus();
}

function checkBoxes(field, entries, hidden, swatch) {
  if (entries.length === 0) { field.hidden = true; return; }
  const boxes = entries.map(([name, count]) => {
    const box = make("input", { type: "checkbox", value: name });
    box.checked = true;
    box.addEventListener("change", () => { hidden[box.checked ? "delete" : "add"](name); filter(); });
    field.append(make("label", {}, box, swatch(name), make("span", { dir: "auto" }, name), make("span", {}, numbers.format(count))));
    return box;
  });
  const setAll = (checked) => () => {
    boxes.forEach((box) => { box.checked = checked; hidden[checked ? "delete" : "add"](box.value); });
    filter();
  };
  field.querySelector("legend").append(make("button", { type: "button", click: setAll(true) }, "All"), make("button", { type: "button", click: setAll(false) }, "None"));
}

checkBoxes(byId("relations"), tally(edges, (edge) => edge.relation), hiddenRelations, (name) => make("span", { class: "swatch line", hue: `--${family.get(name)}` }));
checkBoxes(byId("kinds"), kinds, hiddenKinds, (name) => make("span", { class: "swatch", hue: hueOfKind.get(name) }));
