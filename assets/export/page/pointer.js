// Mouse, pen and touch.

let drag = null;
picture.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.target.closest("#zoom")) return;
  drag = { x: event.clientX, y: event.clientY, viewX: view.x, viewY: view.y, node: drawing.nodeAt(event), isMoved: false };
});
picture.addEventListener("pointermove", (event) => {
  if (drag) {
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.isMoved && Math.hypot(dx, dy) < 4) return;
    if (!drag.isMoved) picture.setPointerCapture(event.pointerId);
    drag.isMoved = true;
    picture.classList.add("dragged");
    view.x = drag.viewX + dx;
    view.y = drag.viewY + dy;
    requestDraw();
    return;
  }
  const at = drawing.nodeAt(event);
  picture.style.cursor = at === null ? "" : "pointer";
  if (at === state.hovered || state.selected !== null || state.matches) return;
  state.hovered = at;
  update();
});
picture.addEventListener("pointerup", () => {
  if (drag && !drag.isMoved) select(drag.node);
  drag = null;
  picture.classList.remove("dragged");
});
picture.addEventListener("pointercancel", () => { drag = null; });
picture.addEventListener("pointerleave", () => { if (state.hovered !== null) { state.hovered = null; update(); } });
picture.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = picture.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
byId("closer").addEventListener("click", () => zoom(1.3));
byId("farther").addEventListener("click", () => zoom(1 / 1.3));
byId("fit").addEventListener("click", fit);
