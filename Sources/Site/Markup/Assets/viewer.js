// The page of a file: sizes by key, and an area marked by drawing on the picture.
import { $, actions } from './accord.js';

const sizes = { 0: 'fit', '+': 'double', '=': 'double', '-': 'fit', 1: 'full' };
for (const [key, name] of Object.entries(sizes)) {
  const link = $(`[data-zoom="${name}"]`);
  if (link) actions[key] = () => link.click();
}

// ---- a mark: drawn, then labelled and sent by its form ----
const picture = $('[data-picture]');
const marking = $('[data-marking]');
const part = (value) => Math.max(0, Math.min(1, value));
function place(event) { // where the pointer is, as parts of the picture
  const box = $('img', picture).getBoundingClientRect();
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}
function fill(from, to) {
  const sides = {
    left: Math.min(from[0], to[0]), top: Math.min(from[1], to[1]),
    width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]),
  };
  for (const [name, value] of Object.entries(sides)) $(`#mark-${name}`).value = (Math.floor(1000 * value) / 10).toString();
  draw();
}
function draw() { // what the fields say, over the picture
  const drawing = $('[data-drawing]', picture);
  let area = $('[data-new-area]', drawing);
  if (!area) {
    area = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    area.setAttribute('class', 'area');
    area.dataset.newArea = '';
    drawing.append(area);
  }
  const names = { x: 'left', y: 'top', width: 'width', height: 'height' };
  for (const [side, name] of Object.entries(names)) area.setAttribute(side, `${Number($(`#mark-${name}`).value) || 0}%`);
}
if (picture && marking) {
  let from;
  picture.classList.add('is-drawable');
  picture.addEventListener('dragstart', (event) => event.preventDefault());
  picture.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return; // a finger scrolls
    from = place(event);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener('pointermove', (event) => { if (from) fill(from, place(event)); });
  picture.addEventListener('pointerup', (event) => {
    const to = from && place(event);
    const isDrawn = to && Math.abs(to[0] - from[0]) > 0.005 && Math.abs(to[1] - from[1]) > 0.005;
    if (isDrawn) { fill(from, to); marking.open = true; $('#mark-label').focus(); }
    from = undefined;
  });
  picture.addEventListener('pointercancel', () => { from = undefined; });
  for (const field of ['left', 'top', 'width', 'height']) $(`#mark-${field}`).addEventListener('input', draw);
}
