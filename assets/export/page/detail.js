// Selection, and the details of the selected node.

const status = byId("status"), detail = byId("detail");

function select(index) {
  state.selected = index;
  state.hovered = null;
  showDetail();
  update();
  if (index === null) return showStatus();
  reveal(nodes[index]);
  const node = nodes[index];
  status.textContent = `${node.label}, ${kindLine(node)}, ${plural(node.edges.length, "edge")}`;
}

function showStatus() {
  const shown = nodes.filter((node) => node.isShown).length, drawn = edges.filter((edge) => edge.isShown).length;
  status.textContent = shown === nodes.length && drawn === edges.length ? "" :
    `${numbers.format(shown)} of ${plural(nodes.length, "node")}, ${numbers.format(drawn)} of ${plural(edges.length, "edge")} shown`;
}

function facts(node) {
  const rows = [
    ["Id", make("code", { dir: "auto" }, node.id)],
    ["File", node.path && make("code", {}, place(node.path, node.line))],
    ["Nodes", node.count && numbers.format(node.count)],
    ["Distance", node.distance === undefined ? null : signed(node.distance)],
    ["Status", node.status], ["Domain", node.domain], ["Layer", [node.layer, node.sub_layer].filter(Boolean).join(" / ")],
    ["Repository", node.repo], ["Code", node.code_path && make("code", {}, node.code_path)], ["Language", node.language],
    ["Created", node.created], ["Aliases", node.aliases?.join(", ")], ["System", node.system],
  ];
  return make("dl", {}, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
}

function edgeItem(edge, node) {
  const end = other(edge, node);
  const marks = [edge.count && plural(edge.count, "edge"), edge.suggested && (edge.score === undefined ? "suggested" : `suggested, score ${edge.score.toFixed(2)}`),
    edge.implicit && "implicit", edge.retracted && "retracted", edge.confidence !== undefined && `confidence ${edge.confidence}`,
    typeof edge.ts === "string" ? edge.ts : edge.ts && JSON.stringify(edge.ts), edge.actor];
  return make("li", {},
    make("span", { class: "chip", hue: `--${edge.family}` }, edge.relation),
    make("button", { type: "button", dir: "auto", click: () => { select(end.index); focusDetail(); } }, caption(end)),
    make("small", {}, marks.filter(Boolean).join(" · ")),
    edge.note ? make("small", { dir: "auto" }, make("q", {}, edge.note)) : "",
    edge.file ? make("small", {}, make("code", {}, place(edge.file, edge.line))) : "");
}

const MOST_LISTED = 100;

/** A heading and a list that starts short. */
function listOf(title, items, item) {
  if (items.length === 0) return [];
  const list = make("ul", {}, ...items.slice(0, MOST_LISTED).map(item));
  const more = make("button", { type: "button", class: "link", click: () => { more.remove(); list.append(...items.slice(MOST_LISTED).map(item)); } },
    `Show ${numbers.format(items.length - MOST_LISTED)} more`);
  return [make("h3", {}, `${title} (${numbers.format(items.length)})`), list, items.length > MOST_LISTED ? more : ""];
}

function showDetail() {
  detail.hidden = state.selected === null;
  if (detail.hidden) return detail.replaceChildren();
  const node = nodes[state.selected];
  const shown = node.edges.filter((edge) => edge.isShown);
  const [both, out, into] = [(edge) => edge.symmetric, (edge) => !edge.symmetric && edge.from === node.index,
    (edge) => !edge.symmetric && edge.from !== node.index].map((test) => shown.filter(test));
  const hidden = node.edges.length - shown.length;
  const member = (one) => make("li", { dir: "auto" }, one.title, make("small", {}, make("code", {}, one.path ? place(one.path, one.line) : one.id)));
  detail.replaceChildren(
    make("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)", click: () => { select(null); picture.focus(); } }, "×"),
    make("h2", { dir: "auto" }, caption(node)),
    make("div", { class: "tags" }, make("span", { class: "chip", hue: hue(node) }, node.group), node.external ? make("span", { class: "chip", hue: "--soft" }, "external") : "",
      node.isRoot ? make("span", { class: "chip", hue: "--text" }, "root") : ""),
    facts(node),
    ...listOf("Outgoing", out, (edge) => edgeItem(edge, node)),
    ...listOf("Incoming", into, (edge) => edgeItem(edge, node)),
    ...listOf("In both directions", both, (edge) => edgeItem(edge, node)),
    hidden ? make("p", {}, make("small", {}, `${plural(hidden, "edge")} hidden by the filters`)) : "",
    ...listOf("Nodes with the most edges", node.members ?? [], member));
  detail.scrollTop = 0;
}

const focusDetail = () => (detail.querySelector("li button") ?? detail).focus();
