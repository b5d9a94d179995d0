// The form of a component state: verdicts by key, saved one after the other.
import { $, $$, actions, chip, isTyping, memory, say } from './accord.js';

// ---- component state: the form ----
export const form = $('#findings');
export const criteria = $$('.criterion');
export let current = -1;

function mark(index) {
  criteria.forEach((one, n) => one.classList.toggle('is-current', n === index));
  current = index;
}
export function go(index) { // moves real focus, so a screen reader says the criterion and its outcome
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
  for (const field of $$('input[type=radio]:checked, textarea[data-part], select', box)) fields.set(field.name, field.value);
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
export function report(answer, says) {
  if (answer.context) form.elements.context.value = answer.context;
  if (answer.state) $('[data-save-state]').textContent = answer.state;
  if (answer.judged) $('[data-judged]').textContent = answer.judged;
  const listed = $('.state-list [aria-current] .mark');
  if (listed && answer.mark) listed.outerHTML = answer.mark;
  if (answer.chip) $('[data-chip-text]').textContent = answer.chip;
  if (answer.fields) show(answer.fields);
  if (answer.remarks) $(`#c-${answer.anchor} .timeline`).innerHTML = answer.remarks; // escaped as well
  for (const [anchor, html] of Object.entries(answer.agreements ?? {})) agreement($(`#c-${anchor}`), html);
  if (answer.notice) $('[data-notices]').innerHTML = answer.notice; // escaped by the workbench's own template
  form.dataset.saved = String(Number(form.dataset.saved ?? 0) + 1);
  const words = answer.says ?? says;
  say([answer.isSaved ? `${words}. Saved on this laptop.` : words, answer.adds].filter(Boolean).join(' '));
}
function agreement(box, html) { // how the verdict stands to a colleague's; escaped as well
  const place = $('[data-agreement]', box), hadFocus = place.contains(document.activeElement);
  place.innerHTML = html;
  if (hadFocus) go(criteria.indexOf(box));
}
function failed(text) {
  form.dataset.trouble = text;
  looksUnsaved(true);
  $('[data-save-state]').textContent = text; // an alert by now, which is said at once
}
// What is not saved looks it: the bar, the chip, and each criterion of which something waits.
function looksUnsaved(isUnsaved) {
  const bar = $('.savebar'), icon = $('[data-save-icon] use'), save = $('[value=save]', bar);
  if (bar.classList.contains('savebar--error') !== isUnsaved) {
    bar.classList.toggle('savebar--error', isUnsaved);
    if (isUnsaved) bar.setAttribute('role', 'alert'); else bar.removeAttribute('role');
    swap(icon, 'href', isUnsaved, '#i-error');
    swap(save, 'textContent', isUnsaved, 'Save again');
    swap(chip, 'className', isUnsaved, 'sync-chip sync-chip--error');
    swap($('use', chip), 'href', isUnsaved, '#i-error');
    swap($('[data-chip-text]'), 'textContent', isUnsaved, 'Not saved: the last verdict');
  }
  for (const box of criteria) {
    const waits = isUnsaved && [...unsaved.keys()].some((name) => name.endsWith(`.${box.dataset.criterion}`));
    box.classList.toggle('is-unsaved', waits);
    $('[data-not-saved]', box)?.remove();
    if (waits) $('.criterion-top > div', box).insertAdjacentHTML('beforeend', '<p class="small" data-not-saved><span class="mark mark--failed"><svg aria-hidden="true" focusable="false"><use href="#i-error"/></svg>Not saved</span></p>');
  }
}
const former = new WeakMap(); // what a part said before something was not saved
function swap(part, what, isUnsaved, now) {
  if (!part) return;
  const was = () => what === 'href' ? part.getAttribute(what) : part[what];
  const set = (value) => what === 'href' ? part.setAttribute(what, value) : part[what] = value;
  const kept = former.get(part) ?? {};
  if (isUnsaved) { former.set(part, { ...kept, [what]: was() }); set(now); } else if (what in kept) set(kept[what]);
}
function send(body, says) {
  sending = sending.then(async () => {
    const fields = new URLSearchParams([...new Map([...unsaved, ...body])]); // each name once: the newer value
    fields.set('context', form.elements.context.value);
    for (const [name, value] of body) if (!/^(act|agree|comment)/.test(name)) unsaved.set(name, value);
    try {
      const keepalive = String(fields).length < 50000; // also when the page is being left
      const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body: fields, keepalive });
      const answer = await response.json();
      if (!response.ok) { failed(`Not saved: ${answer.trouble} What you typed is still in this window.`); return; }
      unsaved.clear();
      delete form.dataset.trouble;
      looksUnsaved(false);
      report(answer, says);
      if (body.get('act') !== 'undo') settle(new Set(fields.keys()));
      if (answer.anchor && body.get('act') === 'undo') go(criteria.findIndex((one) => one.id === `c-${answer.anchor}`));
    } catch {
      failed('Not saved: the workbench does not answer. What you typed is still in this window. Start accord serve again, then save.');
    }
  });
}
function saveBox(box, says) { send(fieldsOf(box), says); }

let hand; // what arrow keys pass through: saved when the hand rests, goes on, or leaves the page
function settleHand() { hand?.save(); }
function record(input, atOnce) {
  const box = input.closest('.criterion');
  if (hand?.box === box) clearTimeout(hand.wait); else settleHand();
  const save = () => { clearTimeout(hand.wait); hand = undefined; saveBox(box, input.dataset.says ?? input.value); };
  hand = { box, save, wait: setTimeout(save, rest) };
  if (atOnce) save();
}
addEventListener('pagehide', settleHand);
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
    if (!box || /^(file|comment)/.test(event.target.name)) return;
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
    if (event.submitter?.name === 'discard') discard(wish);
    else if (wish === 'undo') send(new Map([['act', 'undo']]));
    else if (wish === 'all' && confirmAll) confirmAll.showModal();
    else send(new Map(new FormData(form, event.submitter)), 'Saved');
  });
}

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
  const put = () => fetch(unsavedAddress(field.name), { method: 'PUT', headers: { Accept: 'application/json' }, body: field.value, keepalive: isLast }).catch(() => {});
  if (isLast) put(); else sending = sending.then(put);
}
function settle(names) { // their fields show what is saved; focus goes to the field, not nowhere
  for (const note of $$('[data-unsaved]')) {
    const field = form.elements[note.dataset.unsaved];
    if (!names.has(field.name)) continue;
    if (note.contains(document.activeElement)) field.focus();
    const described = field.getAttribute('aria-describedby').split(' ').filter((id) => !$(`#${id}`, note));
    if (described.length) field.setAttribute('aria-describedby', described.join(' ')); else field.removeAttribute('aria-describedby');
    note.remove();
  }
}
function discard(name) {
  sending = sending.then(async () => {
    try {
      const response = await fetch(unsavedAddress(name), { method: 'DELETE', headers: { Accept: 'application/json' } });
      const answer = await response.json();
      if (!response.ok) { failed(`Not discarded: ${answer.trouble}`); return; }
      unsaved.delete(name);
      report(answer);
      settle(new Set([name]));
    } catch { failed('Not discarded: the workbench does not answer. Start accord serve again.'); }
  });
}
if (form) {
  form.addEventListener('input', (event) => {
    const field = event.target;
    if (!field.matches('textarea')) return;
    clearTimeout(resting.get(field));
    resting.set(field, setTimeout(() => keep(field, false), 400));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const field of [...resting.keys()]) keep(field, true);
  });
}

// ---- the announcement check: a suggestion of the laptop, never written over an outcome ----
for (const field of $$('[data-check]')) {
  const place = $(`#${field.dataset.check}`);
  const hint = place.dataset.verdict ? '' : place.innerHTML;
  let wait;
  field.addEventListener('input', () => {
    clearTimeout(wait);
    wait = setTimeout(async () => {
      const at = new URL(form.action);
      at.pathname += '/check';
      const body = new URLSearchParams({ criterion: field.closest('.criterion').dataset.criterion, heard: field.value });
      const answer = await fetch(at, { method: 'POST', headers: { Accept: 'application/json' }, body }).then((one) => one.json()).catch(() => ({}));
      place.dataset.verdict = answer.verdict ?? '';
      place.innerHTML = answer.check ?? hint; // escaped by the workbench's own template
    }, 400);
  });
}

// What was dictated without commas: the ones that the check proposes, as if she had typed them.
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-paused]');
  const field = button && $('[data-check]', button.closest('.criterion'));
  if (!field) return;
  field.value = button.dataset.paused;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  field.focus();
});

// ---- keys ----
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
if (form) {
  const here = (act) => () => { if (current < 0) go(0); act(); };
  const outcomes = { p: 'passed', f: 'failed', c: 'cantTell', i: 'inapplicable', u: 'untested' };
  for (const [key, value] of Object.entries(outcomes)) actions[key] = here(() => judge(value));
  const severities = { 1: 'critical', 2: 'serious', 3: 'moderate', 4: 'minor' };
  for (const [key, value] of Object.entries(severities)) actions[key] = here(() => severity(value));
  Object.assign(actions, {
    j: () => go(current + 1),
    k: () => go(current - 1),
    g: nextUntested,
    n: () => inside('note')?.focus(),
    h: () => inside('heard')?.focus(),
    e: () => inside('evidence')?.focus(),
    r: here(() => { const last = memory.get('accord.last-outcome', ''); if (last) judge(last); else say('No verdict to repeat yet.'); }),
    a: () => { const agree = criteria[current] && $('[name=agree]', criteria[current]); if (agree) agree.click(); else say('Nobody’s single verdict differs from yours here.'); },
    ',': () => { const pauses = criteria[current] && $('[data-paused]', criteria[current]); if (pauses) pauses.click(); else say('Nothing here was heard without pauses.'); },
    z: () => send(new Map([['act', 'undo']])),
  });
  document.addEventListener('keydown', (event) => {
    const field = event.key === 'Escape' && !event.isComposing && !$('dialog[open]') && isTyping(event);
    if (field && criteria.includes(field.closest('.criterion'))) go(current);
  });
}
