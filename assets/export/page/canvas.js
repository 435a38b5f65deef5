// Drawing on a canvas.

/** Draws on a canvas, for graphs with too many elements for SVG. */
function canvasDrawing() {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  picture.prepend(canvas);
  let colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const all = ["--back", "--card", "--text", "--border", "--dim", "--chosen", ...families.map((each) => `--${each}`), ...hueOfKind.values()];
    colours = Object.fromEntries(all.map((name) => [name, style.getPropertyValue(name).trim()]));
  };
  readColours();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); requestDraw(); });
  const trace = (path, [x1, y1, a, b, c, d, x2, y2]) => { path.moveTo(x1, y1); path.bezierCurveTo(a, b, c, d, x2, y2); };
  let batches = new Map();
  const arrow = ([, , , , c, d, x, y]) => {
    const angle = Math.atan2(y - d, x - c);
    context.beginPath();
    context.moveTo(x + 2 * Math.cos(angle), y + 2 * Math.sin(angle));
    for (const turn of [2.7, -2.7]) context.lineTo(x + 7 * Math.cos(angle + turn), y + 7 * Math.sin(angle + turn));
    context.fill();
  };
  const isInside = ({ x, y }, margin) => {
    const at = toScreen({ x, y }), { width, height } = size(), far = margin * view.scale;
    return at.x > -far && at.y > -far && at.x < width + far && at.y < height + far;
  };
  const drawNode = (node) => {
    context.globalAlpha = isNear(node) ? 1 : 0.16;
    const isSelected = node.index === state.selected;
    context.setLineDash(node.missing ? [4, 3] : []);
    context.lineWidth = isSelected ? 3 : node.isRoot ? 2.5 : 1;
    context.strokeStyle = colours[isSelected ? "--chosen" : node.isRoot ? "--text" : node.missing ? "--missing" : isCards ? "--border" : "--back"];
    context.beginPath();
    if (!isCards) {
      context.arc(node.x, node.y, node.radius, 0, 2 * Math.PI);
      context.fillStyle = colours[node.missing ? "--back" : hue(node)];
      context.fill();
      context.stroke();
      return;
    }
    const left = node.x - CARD.width / 2, top = node.y - CARD.height / 2;
    context.roundRect(left, top, CARD.width, CARD.height, 7);
    context.fillStyle = colours["--card"];
    context.fill();
    context.stroke();
    context.fillStyle = colours[hue(node)];
    context.fillRect(left + 5, top + 7, isFar() ? CARD.width - 10 : 4, CARD.height - 14);
    if (isFar()) return;
    const [first, second] = node.lines;
    context.font = `11px ${FONT}`;
    context.fillText(cut(kindLine(node), CARD.width - 26, 11), left + 17, second ? top + 49 : top + 42);
    context.font = `13px ${FONT}`;
    context.fillStyle = colours["--text"];
    context.fillText(first, left + 17, second ? top + 18 : top + 24);
    if (second) context.fillText(second, left + 17, top + 34);
  };
  return {
    draw() {
      const { width, height } = size(), ratio = devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
      context.lineWidth = Math.max(1, 0.6 / view.scale);
      context.globalAlpha = state.near ? 0.05 : Math.min(0.65, strength * Math.max(1, view.scale * 2));
      for (const { path, family, isDashed } of batches.values()) {
        context.setLineDash(isDashed ? [5, 4] : []);
        context.strokeStyle = colours[`--${family}`];
        context.stroke(path);
      }
      context.globalAlpha = 1;
      for (const index of state.near?.edges ?? []) {
        const edge = edges[index], path = new Path2D();
        trace(path, edge.curve);
        context.setLineDash(edge.isDashed || edge.retracted ? [5, 4] : []);
        context.lineWidth = Math.max(2, 1.4 / view.scale);
        context.strokeStyle = context.fillStyle = colours[`--${edge.family}`];
        context.stroke(path);
        if (!edge.symmetric) arrow(edge.curve);
      }
      if (view.scale > 0.6 && !state.near) {
        context.globalAlpha = 0.7;
        for (const edge of edges) {
          if (!edge.isShown || edge.symmetric || !isInside({ x: edge.curve[6], y: edge.curve[7] }, 20)) continue;
          context.fillStyle = colours[`--${edge.family}`];
          arrow(edge.curve);
        }
      }
      nodes.filter((node) => node.isShown && isInside(node, isCards ? CARD.width : 20)).forEach(drawNode);
      context.globalAlpha = 1;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.textAlign = "center";
      context.setLineDash([]);
      context.lineJoin = "round";
      for (const name of names()) {
        context.font = `${name.isStrong ? "650 " : ""}${name.size}px ${FONT}`;
        context.lineWidth = 4;
        context.strokeStyle = colours["--back"];
        context.strokeText(name.text, name.x, name.y);
        context.fillStyle = colours[name.family ? `--${name.family}` : "--text"];
        context.fillText(name.text, name.x, name.y);
      }
      context.font = `600 13px ${FONT}`;
      context.fillStyle = colours["--dim"];
      for (const heading of headings) { const at = toScreen(heading); context.fillText(heading.text, at.x, at.y); }
      context.textAlign = "start";
    },
    update() {
      batches = new Map();
      for (const edge of edges.filter((edge) => edge.isShown)) {
        const isDashed = edge.isDashed || Boolean(edge.retracted), key = `${edge.family} ${isDashed}`;
        if (!batches.has(key)) batches.set(key, { path: new Path2D(), family: edge.family, isDashed });
        trace(batches.get(key).path, edge.curve);
      }
    },
    nodeAt(event) {
      const box = picture.getBoundingClientRect();
      const x = (event.clientX - box.left - view.x) / view.scale, y = (event.clientY - box.top - view.y) / view.scale;
      const slack = 3 / view.scale;
      const holds = (node) => node.isShown && (isCards
        ? Math.abs(node.x - x) <= CARD.width / 2 && Math.abs(node.y - y) <= CARD.height / 2
        : Math.hypot(node.x - x, node.y - y) <= node.radius + slack);
      const found = nodes.findLast(holds);
      return found ? found.index : null;
    },
  };
}
