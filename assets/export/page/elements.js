// Elements of the document. Text from the graph only ever becomes text nodes and attributes, never markup.

const byId = (id) => document.getElementById(id);

const NS = "http://www.w3.org/2000/svg";

/** Creates an element; strings become text. */
function make(tag, attributes = {}, ...children) {
  const isDrawn = ["svg", "g", "path", "rect", "ellipse", "text", "title", "defs", "marker"].includes(tag);
  const made = isDrawn ? document.createElementNS(NS, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "hue") made.style.setProperty("--hue", `var(${value})`);
    else if (name === "click") made.addEventListener("click", value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}
