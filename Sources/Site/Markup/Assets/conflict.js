// Conflicts by keys: from criterion to criterion on the page of one, from item to item in the list.
import { $, $$, actions } from './accord.js';

const parts = $$('[data-case], [data-item]');
const reason = $('[data-reason]');
const goOn = $('[data-go-on]');

function current() { return parts.findIndex((part) => part.contains(document.activeElement)); }

function focus(part) {
  const radios = $$('[type=radio]', part);
  (radios.find((one) => one.checked) ?? radios[0] ?? $('a', part))?.focus();
}

function move(step) {
  const at = current();
  const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : at + step;
  if (parts[next]) focus(parts[next]);
}

if (parts.length) {
  actions.j = () => move(1);
  actions.k = () => move(-1);
  actions.x = () => $('[type=checkbox]', parts[current()] ?? document.createElement('p'))?.click();
}
if (goOn) {
  for (let number = 1; number < 10; number += 1) {
    actions[number] = () => {
      const radio = $$('[type=radio]', parts[Math.max(current(), 0)])[number - 1];
      radio?.focus();
      radio?.click();
    };
  }
  actions.r = () => reason.focus();
  actions.d = () => goOn.click();
  reason.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') focus(parts[0]); // out of the field, to where letters act again
    if (event.key === 'Enter' && event.ctrlKey) { event.preventDefault(); goOn.click(); }
  });
}
