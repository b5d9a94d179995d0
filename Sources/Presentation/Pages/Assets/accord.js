// Accord: progressive enhancement only. Every page works without this file.
// Rules (docs/workbench.md): no markup is invented that a person needs, no focus is moved unless a
// key asked for it, nothing is said to be saved before the store answered.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- what is said aloud --------------------------------------------------------------------
const live = $('#live');
let speaking;
function say(text) { // one polite region; the last message wins, so that fast typing is not echoed
  if (!live || !text) return;
  clearTimeout(speaking);
  live.textContent = '';
  speaking = setTimeout(() => { live.textContent = text; }, 150);
}

// ---- settings that stay on this laptop -------------------------------------------------------
const memory = {
  get(key, otherwise) { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private mode: it lasts for this page */ } },
};
let singleKeys = memory.get('accord.single-keys', 'on') === 'on';
for (const box of $$('[data-setting="single-keys"]')) {
  box.disabled = false;
  box.checked = singleKeys;
  box.addEventListener('change', () => {
    singleKeys = box.checked;
    memory.set('accord.single-keys', singleKeys ? 'on' : 'off');
    for (const other of $$('[data-setting="single-keys"]')) other.checked = singleKeys;
    say(singleKeys ? 'Single-key shortcuts are on.' : 'Single-key shortcuts are off.');
  });
}
for (const button of $$('[data-without-script]')) button.hidden = true;

// ---- dialog: the link leads to a page, the script shows the same text in place ----------------
const keysDialog = $('#keys');
function openKeys() { if (keysDialog && !keysDialog.open) keysDialog.showModal(); }
for (const link of $$('[data-opens="keys"]')) {
  if (keysDialog) link.addEventListener('click', (event) => { event.preventDefault(); openKeys(); });
}

// ---- component state: the form ----------------------------------------------------------------
const form = $('#findings');
const criteria = $$('.criterion');
let current = -1;

function mark(index) {
  criteria.forEach((one, n) => one.classList.toggle('is-current', n === index));
  current = index;
}
function go(index) { // moves real focus, so a screen reader says the criterion and its outcome
  if (!criteria.length) return;
  const next = Math.max(0, Math.min(criteria.length - 1, index));
  mark(next);
  const target = $('.criterion-top input:checked', criteria[next]) ?? $('.criterion-top input', criteria[next]);
  target?.focus({ preventScroll: true });
  criteria[next].scrollIntoView({ block: 'nearest' });
}

// Saves go one after the other, each with what the form had in view when it was made; what fails
// stays in the window and is sent with the next one.
let sending = Promise.resolve();
const unsaved = new Map();
const rest = Number(form?.dataset.rest ?? 700);

function fieldsOf(box) {
  const fields = new Map();
  for (const field of $$('input[type=radio]:checked, textarea, select', box)) fields.set(field.name, field.value);
  return fields;
}
function show(fields) {
  for (const [name, value] of Object.entries(fields)) {
    for (const field of form.elements) {
      if (field.name !== name) continue;
      if (field.type === 'radio') field.checked = field.value === value; else field.value = value;
    }
  }
}
function report(answer, says) {
  const place = $('[data-save-state]');
  if (answer.context) form.elements.context.value = answer.context;
  if (answer.state) place.textContent = answer.state;
  if (answer.judged) $('[data-judged]').textContent = answer.judged;
  if (answer.chip) $('[data-chip-text]').textContent = answer.chip;
  if (answer.fields) show(answer.fields);
  if (answer.notice) $('[data-notices]').innerHTML = answer.notice; // escaped by the workbench's own template
  form.dataset.saved = String(Number(form.dataset.saved ?? 0) + 1);
  const words = answer.says ?? says;
  say(answer.isSaved ? `${words}. Saved on this laptop.` : words);
}
function failed(text) {
  $('[data-save-state]').textContent = text;
  form.dataset.trouble = text;
  say(text);
}
function send(body, says) {
  sending = sending.then(async () => {
    const fields = new URLSearchParams([...new Map([...unsaved, ...body])]); // each name once: the newer value
    fields.set('context', form.elements.context.value);
    for (const [name, value] of body) if (name !== 'act') unsaved.set(name, value);
    try {
      const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body: fields });
      const answer = await response.json();
      if (!response.ok) { failed(`Not saved: ${answer.trouble} What you typed is still in this window.`); return; }
      unsaved.clear();
      delete form.dataset.trouble;
      report(answer, says);
      if (answer.anchor && body.get('act') === 'undo') go(criteria.findIndex((one) => one.id === `c-${answer.anchor}`));
    } catch {
      failed('Not saved: the workbench does not answer. What you typed is still in this window. Start accord serve again, then save.');
    }
  });
  return sending;
}
function saveBox(box, says) { return send(fieldsOf(box), says); }

let settling;
function record(input, atOnce) { // arrow keys pass through outcomes: wait until the hand rests
  clearTimeout(settling);
  const box = input.closest('.criterion');
  settling = setTimeout(() => saveBox(box, input.dataset.says ?? input.value), atOnce ? 0 : rest);
}
function judge(value) {
  const box = criteria[current];
  const radio = box && $(`.criterion-top input[value="${value}"]`, box);
  if (!radio || radio.disabled) return;
  radio.checked = true;
  radio.focus({ preventScroll: true });
  memory.set('accord.last-outcome', value);
  record(radio, true);
  if (value === 'failed') { const more = $('details.more', box); if (more) more.open = true; }
}
function severity(value) {
  const radio = inside('severity') && $(`[data-part="severity"] input[value="${value}"]`, criteria[current]);
  if (!radio?.checkVisibility()) { say('Severity belongs to Failed.'); return; }
  radio.checked = true;
  saveBox(criteria[current], `Severity ${value}`);
}

if (form) {
  form.addEventListener('focusin', (event) => {
    const index = criteria.indexOf(event.target.closest('.criterion'));
    if (index >= 0) mark(index);
  });
  let byKey = false;
  form.addEventListener('keydown', (event) => { byKey = event.key.startsWith('Arrow'); }, true);
  form.addEventListener('pointerdown', () => { byKey = false; }, true);
  form.addEventListener('change', (event) => {
    const box = event.target.closest('.criterion');
    if (!box || event.target.type === 'file') return;
    if (event.target.matches('input[type=radio]')) record(event.target, !byKey);
    else saveBox(box, 'Saved');
  });
  const confirmAll = $('#confirm-all');
  confirmAll?.addEventListener('close', () => {
    if (confirmAll.returnValue === 'yes') send(new Map([['act', 'all']]));
  });
  form.addEventListener('submit', (event) => {
    const wish = event.submitter?.value;
    event.preventDefault();
    if (wish === 'undo') send(new Map([['act', 'undo']]));
    else if (wish === 'all' && confirmAll) confirmAll.showModal();
    else send(new Map(new FormData(form)), 'Saved');
  });
}

// ---- keys -------------------------------------------------------------------------------------
const OUTCOME = { p: 'passed', f: 'failed', c: 'cantTell', i: 'inapplicable', u: 'untested' };
const SEVERITY = { 1: 'critical', 2: 'serious', 3: 'moderate', 4: 'minor' };
function inside(name) {
  const box = criteria[current];
  const more = box && $('details.more', box);
  if (more) more.open = true;
  return box && $(`[data-part="${name}"]`, box);
}
function nextUntested() {
  const open = criteria.findIndex((one, n) => n > current && $('.seg--untested input', one)?.checked);
  if (open >= 0) go(open); else say('No untested criterion below.');
}
const actions = {
  '?': openKeys,
  '/': () => $('#q')?.focus(),
  j: () => go(current + 1),
  k: () => go(current - 1),
  g: nextUntested,
  n: () => inside('note')?.focus(),
  h: () => inside('heard')?.focus(),
  e: () => inside('evidence')?.focus(),
  r: () => { const last = memory.get('accord.last-outcome', ''); if (last) judge(last); else say('No verdict to repeat yet.'); },
  z: () => { if (form) send(new Map([['act', 'undo']])); },
  '[': () => $('[rel=prev]')?.click(),
  ']': () => $('[rel=next]')?.click(),
};
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]')) return;
  const typing = event.target.closest?.('textarea, select, input:not([type=radio], [type=checkbox], [type=file]), [contenteditable]');
  if (event.key === 'Escape' && typing && criteria.includes(typing.closest('.criterion'))) { go(current); return; }
  if (typing || !singleKeys) return; // WCAG 2.1.4: off means off
  const key = event.key.length === 1 ? event.key.toLowerCase() : '';
  let act = actions[key];
  if (form && OUTCOME[key]) act = () => judge(OUTCOME[key]);
  if (form && SEVERITY[key]) act = () => severity(SEVERITY[key]);
  if (!act) return;
  if (form && (OUTCOME[key] || SEVERITY[key] || key === 'r') && current < 0) go(0);
  event.preventDefault();
  act();
});
