// Search by words of title, id, kind, path and aliases.

const search = byId("search"), hits = byId("hits");
const MOST_HITS = 30;
let found = [], chosen = 0;

function find() {
  const words = search.value.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const textOf = (node) => node.text ??= [node.title, node.id, node.kind, node.path, ...(node.aliases ?? [])].join("\n").toLocaleLowerCase();
  found = words.length === 0 ? [] : nodes.filter((node) => node.isShown && words.every((word) => textOf(node).includes(word)));
  const typed = words.join(" ");
  // Names that are the typed words come first, then those that start with them, then titles that contain them.
  const rank = (node) => {
    const names = [node.title, node.id].map((name) => name.toLocaleLowerCase());
    if (names.includes(typed)) return 3;
    if (names.some((name) => name.startsWith(typed))) return 2;
    return words.every((word) => node.label.toLocaleLowerCase().includes(word)) ? 1 : 0;
  };
  found.sort((a, b) => rank(b) - rank(a) || weight(b) - weight(a) || a.index - b.index);
  state.matches = words.length ? new Set(found.map((node) => node.index)) : null;
  if (words.length && state.selected !== null) { state.selected = null; showDetail(); }
  chosen = 0;
  showHits();
  update();
}

function showHits() {
  const isOpen = state.matches !== null;
  hits.hidden = !isOpen;
  search.setAttribute("aria-expanded", String(isOpen));
  hits.replaceChildren(...found.slice(0, MOST_HITS).map((node, at) =>
    make("li", { role: "option", id: `hit-${at}`, "aria-selected": String(at === chosen), dir: "auto", click: () => choose(at) }, caption(node), make("small", {}, kindLine(node)))));
  if (isOpen && found.length === 0) hits.append(make("li", { class: "more" }, "No matches"));
  if (found.length > MOST_HITS) hits.append(make("li", { class: "more" }, `${numbers.format(found.length - MOST_HITS)} more`));
  if (found.length) search.setAttribute("aria-activedescendant", `hit-${chosen}`); else search.removeAttribute("aria-activedescendant");
  if (isOpen) status.textContent = found.length ? plural(found.length, "match").replace("matchs", "matches") : "No matches";
}

function choose(at) {
  const node = found[at];
  if (!node) return;
  search.value = "";
  state.matches = null;
  found = [];
  showHits();
  select(node.index);
  picture.focus();
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
  const last = Math.min(found.length, MOST_HITS) - 1;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = Math.max(0, Math.min(last, chosen + (event.key === "ArrowDown" ? 1 : -1)));
    showHits();
    hits.children[chosen]?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") choose(chosen);
  else if (event.key === "Escape") {
    if (search.value) { search.value = ""; find(); showStatus(); } else picture.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
});
