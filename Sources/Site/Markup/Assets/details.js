// The details of a criterion come when they are opened: from then on they are part of the page.
import { $, $$, ready, say } from './accord.js';
import { chosen, failed, form, json, showing, unsaved } from './state.js';

const body = (box) => $(':scope > details > .criterion-body', box);
export const isThere = (box) => !('unopened' in body(box).dataset);
const part = (box, name) => $(`[data-part="${name}"]`, body(box));
const coming = new Map(); // a promise by criterion: whether its details came
const said = new Map(); // by field: what was said while details were on their way, which come without it

export function open(box) {
  $(':scope > details', box).open = true;
  return load(box);
}
export function load(box) {
  if (isThere(box)) return Promise.resolve(true);
  if (!coming.has(box)) coming.set(box, fetched(box).finally(() => coming.delete(box)));
  return coming.get(box);
}
async function fetched(box) {
  for (const [name, value] of unsaved) said.set(name, value);
  const address = new URL(form.action);
  address.pathname += `/details/${box.id.slice(2)}`;
  let html;
  try {
    const response = await fetch(address, { headers: json });
    const answer = await response.json();
    if (!response.ok) { refuse(box, answer.trouble); return false; }
    html = answer.details;
  } catch { refuse(box, 'The workbench does not answer. Start accord serve again, then open the details again.'); return false; }
  // What is being composed is not torn apart.
  for (const field of ahead(box)) await field.composed;
  showing('Opened', () => show(box, html));
  return isThere(box);
}
// What a key, or the answer of a save, said of fields that are on their way.
export function note(fields) {
  if (coming.size) for (const [name, value] of fields) said.set(name, value);
}
function show(box, html) {
  const place = body(box), stands = ahead(box), focused = place.contains(document.activeElement) ? document.activeElement : null;
  const leads = place.dataset.leads;
  const old = [...place.childNodes];
  place.insertAdjacentHTML('beforeend', html); // escaped by the workbench's own template
  delete place.dataset.unopened;
  delete place.dataset.leads;
  ready(place);
  for (const id of new Set($$('[form]', place).map((one) => one.getAttribute('form')))) {
    const files = Object.assign(document.createElement('form'), { id, hidden: true }); // sent by script alone
    files.addEventListener('submit', (event) => event.preventDefault());
    form.after(files);
  }
  for (const field of $$('[name]', place)) {
    if (!said.has(field.name) || field.type === 'hidden') continue;
    if (field.type === 'radio') field.checked = field.value === said.get(field.name); else field.value = said.get(field.name);
  }
  if (coming.size === 1) said.clear();
  const first = $$('input, select, textarea, a[href], button, summary', place).find((one) => !old.some((gone) => gone.contains(one)) && !one.disabled && one.checkVisibility());
  const goal = focused && (part(box, focused.dataset.ahead ?? leads) ?? (focused.dataset.ahead ? chosen(box) : first));
  goal?.focus({ preventScroll: true });
  for (const stand of stands) handOver(box, stand);
  for (const one of old) one.remove();
}

// ---- keys that lead into a field ----
// The focus is there at once, and so is what is typed: in a field in its place until it comes.
const titles = { note: 'Note', heard: 'What was heard', comment: 'Add a comment', snippet: 'Snippet' };
const ahead = (box) => $$('[data-ahead]', box);
export const isTypedAhead = (box = form) => ahead(box).some((one) => one.value);

export function lead(box, name) {
  if (isThere(box)) {
    $(':scope > details', box).open = true;
    enter(box, name);
    return;
  }
  open(box);
  if (box.disabled) return; // a reader writes nowhere
  body(box).dataset.leads = name;
  if (name in titles) (ahead(box).find((one) => one.dataset.ahead === name) ?? stand(box, name)).focus();
  else $('button', body(box)).focus();
}
function enter(box, name) {
  const field = part(box, name);
  if (field) field.focus();
  else if (name === 'snippet') say('There is no snippet here yet. The page Snippets keeps them.');
}
function stand(box, name) {
  const label = document.createElement('label'), field = document.createElement('textarea');
  field.className = 'input';
  field.rows = 2;
  field.dir = 'auto';
  field.dataset.ahead = name;
  label.className = 'field';
  label.append(titles[name], field);
  field.setAttribute('aria-label', `${titles[name]}: ${$('h3', box).textContent}`);
  field.addEventListener('compositionstart', () => {
    field.composed = new Promise((end) => { field.addEventListener('compositionend', end, { once: true }); });
  });
  for (const kind of ['input', 'change']) {
    field.addEventListener(kind, (event) => {
      event.stopPropagation();
      load(box); // again, where they did not come
    });
  }
  body(box).append(label);
  return field;
}
function handOver(box, stand) { // as if it had been typed into the field itself
  const field = part(box, stand.dataset.ahead), text = stand.value;
  if (!field) { enter(box, stand.dataset.ahead); return; }
  if (!text) return;
  if (field.matches('select')) {
    const choice = [...field.options].find((one) => one.value && one.text.toLowerCase().startsWith(text.toLowerCase()));
    if (choice) field.value = choice.value;
    return;
  }
  if (field.value && !field.value.endsWith('\n')) field.value += '\n'; // below what is there, which she had not seen
  const end = field.value.length;
  field.setRangeText(text, end, end);
  field.setSelectionRange(end + stand.selectionStart, end + stand.selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // A browser tells only of what is typed into the field itself that it changed.
  let isChanged = false;
  const changed = () => { if (!isChanged) field.dispatchEvent(new Event('change', { bubbles: true })); };
  field.addEventListener('change', () => { isChanged = true; }, { once: true });
  if (document.activeElement === field) field.addEventListener('focusout', changed, { once: true }); else changed();
}

// ---- what does not come ----
function refuse(box, why) {
  const text = isTypedAhead(box) ? `Not saved: ${why} What you typed is still in this window.` : `Not opened: ${why}`;
  let line = $('[data-refused]', body(box));
  if (!line) {
    line = document.createElement('p');
    line.dataset.refused = '';
    line.className = 'strong';
    body(box).prepend(line);
  }
  if (line.textContent === text) return; // has been said
  line.textContent = text;
  if (isTypedAhead(box)) failed(text); else say(text);
}
export function again() { // the workbench answers again: what was typed ahead gets its field
  for (const one of ahead(form)) if (one.value) load(one.closest('.criterion'));
}
