// Drawing with SVG elements.

/** Draws with SVG elements, which are created once; only classes and the transformation change. */
function svgDrawing() {
  const defs = make("defs");
  for (const each of families) {
    defs.append(make("marker", { id: `arrow-${each}`, hue: `--${each}`, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
      make("path", { d: "M0 0.5 L8 4 L0 7.5 Z" })));
  }
  const world = make("g"), overlay = make("g");
  const svg = make("svg", { "aria-hidden": "true" }, defs, world, overlay);
  svg.style.setProperty("--strength", strength);
  const lines = edges.map((edge) => {
    const [x1, y1, a, b, c, d, x2, y2] = edge.curve.map((value) => Math.round(value * 10) / 10);
    const kind = `edge${edge.isDashed ? " dashed" : ""}${edge.retracted ? " retracted" : ""}`;
    const end = edge.symmetric ? undefined : `url(#arrow-${edge.family})`;
    return make("path", { class: kind, hue: `--${edge.family}`, d: `M${x1} ${y1}C${a} ${b} ${c} ${d} ${x2} ${y2}`, "marker-end": end, "stroke-width": widthOfEdge(edge) });
  });
  const shapes = nodes.map((node) => {
    const kind = `node${isCards ? " card" : ""}${node.missing ? " missing" : ""}${node.isRoot ? " root" : ""}`;
    const group = make("g", { class: kind, hue: hue(node), transform: `translate(${node.x} ${node.y})` }, make("title", {}, caption(node)));
    group.dataset.node = node.index;
    if (!isCards) {
      group.append(make("ellipse", { class: "shape", rx: node.radius, ry: node.radius }));
      return group;
    }
    const left = -CARD.width / 2, top = -CARD.height / 2, [first, second] = node.lines;
    group.append(
      make("rect", { class: "shape", x: left, y: top, width: CARD.width, height: CARD.height, rx: 7 }),
      make("rect", { class: "stripe", x: left + 5, y: top + 7, width: 4, height: CARD.height - 14, rx: 2 }),
      make("text", { x: left + 17, y: second ? top + 18 : top + 24 }, first),
      second ? make("text", { x: left + 17, y: top + 34 }, second) : "",
      make("text", { class: "kind", x: left + 17, y: second ? top + 49 : top + 42 }, cut(kindLine(node), CARD.width - 26, 11)),
    );
    return group;
  });
  world.append(...headings.map(({ text, x, y }) => make("text", { class: "heading", x, y }, text)), ...lines, ...shapes);
  picture.prepend(svg);
  let marked = [];
  return {
    draw() {
      world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
      svg.classList.toggle("far", isFar());
      overlay.replaceChildren(...names().map((name) => make("text", {
        class: `name${name.family ? " relation" : ""}${name.isStrong ? " strong" : ""}`, x: name.x, y: name.y, hue: name.family && `--${name.family}`,
      }, name.text)));
    },
    update() {
      edges.forEach((edge, index) => lines[index].classList.toggle("off", !edge.isShown));
      nodes.forEach((node, index) => shapes[index].classList.toggle("off", !node.isShown));
      marked.forEach((element) => element.classList.remove("near", "selected"));
      marked = [];
      svg.classList.toggle("focus", Boolean(state.near));
      const mark = (element, name) => { element.classList.add(name); marked.push(element); };
      state.near?.nodes.forEach((index) => mark(shapes[index], "near"));
      state.near?.edges.forEach((index) => mark(lines[index], "near"));
      if (state.selected !== null) mark(shapes[state.selected], "selected");
    },
    nodeAt: (event) => {
      const found = event.target.closest?.("[data-node]");
      return found ? Number(found.dataset.node) : null;
    },
  };
}
