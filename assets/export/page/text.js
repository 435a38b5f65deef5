// Text: measuring, cutting and wrapping it; captions of nodes.

const measure = document.createElement("canvas").getContext("2d");
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

function widthOf(text, size) {
  measure.font = `${size}px ${FONT}`;
  return measure.measureText(text).width;
}

/** The longest start of a text that is at most this wide, with an ellipsis if it is cut. */
function cut(text, width, size) {
  const characters = [...text.slice(0, 400)];
  if (characters.length === text.length && widthOf(text, size) <= width) return text;
  let low = 0, high = characters.length;
  while (low < high) {
    const mid = Math.ceil((low + high) / 2);
    if (widthOf(`${characters.slice(0, mid).join("")}…`, size) <= width) low = mid; else high = mid - 1;
  }
  return low === text.length ? text : `${characters.slice(0, low).join("").trimEnd()}…`;
}

/** A title in at most two lines. */
function wrap(text, width, size) {
  text = text.replace(/\s+/gu, " ");
  if (widthOf(text.slice(0, 400), size) <= width) return [cut(text, width, size)];
  const words = text.slice(0, 400).split(" ");
  let first = words.shift();
  while (words.length && widthOf(`${first} ${words[0]}`, size) <= width) first += ` ${words.shift()}`;
  if (widthOf(first, size) > width || words.length === 0) return [cut(first, width, size)];
  return [first, cut(text.slice(first.length + 1), width, size)];
}

const plural = (number, noun) => `${numbers.format(number)} ${noun}${number === 1 ? "" : "s"}`;
const place = (file, line) => line ? `${file}:${line}` : file;
const caption = (node) => node.count ? `${node.label} (${numbers.format(node.count)})` : node.label;
const kindLine = (node) => [node.group, node.status].filter(Boolean).join(" · ");
for (const node of nodes) {
  if (isCards) node.lines = wrap(node.label, CARD.width - 26, 13);
  node.name = cut(caption(node).replace(/\s+/gu, " "), 170, 12);
}
