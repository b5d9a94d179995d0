// What is typed into the form of a component state; comes with the first key in a field.
import { $ } from './accord.js';
import { failed, form, json, put, report, settle, showing, unsaved } from './state.js';

// ---- what is typed and not saved yet outlives this window and the workbench ----
const resting = new Map();
function unsavedAddress(name) {
  const address = new URL(form.action);
  address.pathname += '/unsaved';
  address.searchParams.set('field', name);
  return address;
}
function keep(field, isLast) { // in the order of the saves, or what was saved would come back as unsaved
  clearTimeout(resting.get(field));
  resting.delete(field);
  const write = () => fetch(unsavedAddress(field.name), { method: 'PUT', headers: json, body: field.value, keepalive: isLast }).catch(() => {});
  if (isLast) write(); else put(write);
}
export function discard(name) {
  put(async () => {
    let response, answer;
    try {
      response = await fetch(unsavedAddress(name), { method: 'DELETE', headers: json });
      answer = await response.json();
    } catch { failed('Not discarded: the workbench does not answer. Start accord serve again.'); return; }
    if (!response.ok) { failed(`Not discarded: ${answer.trouble}`); return; }
    unsaved.delete(name);
    showing('Discarded', () => { report(answer); settle(new Set([name])); });
  });
}
export function typed(field) {
  clearTimeout(resting.get(field));
  resting.set(field, setTimeout(() => keep(field, false), 400));
  if (field.dataset.check) check(field);
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const field of [...resting.keys()]) keep(field, true);
});

// ---- the announcement check: a suggestion of the laptop, never written over an outcome ----
const hints = new Map(), checking = new Map();
function check(field) {
  const place = $(`#${field.dataset.check}`);
  if (!hints.has(field)) hints.set(field, place.dataset.verdict ? '' : place.innerHTML);
  clearTimeout(checking.get(field));
  checking.set(field, setTimeout(async () => {
    const at = new URL(form.action);
    at.pathname += '/check';
    const part = field.closest('[data-said]')?.dataset.said;
    const about = part ? { part } : { criterion: field.closest('.criterion').dataset.criterion };
    const body = new URLSearchParams({ ...about, heard: field.value });
    const answer = await fetch(at, { method: 'POST', headers: json, body }).then((one) => one.json()).catch(() => ({}));
    place.dataset.verdict = answer.verdict ?? '';
    place.innerHTML = answer.check ?? hints.get(field); // escaped by the workbench's own template
  }, 400));
}

// What was dictated without commas: the ones that the check proposes, as if she had typed them.
export function pause(button) {
  const field = $('[data-check]', button.closest('.criterion, [data-said]'));
  const details = field.closest('details');
  if (details) details.open = true;
  field.value = button.dataset.paused;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  field.focus();
}
