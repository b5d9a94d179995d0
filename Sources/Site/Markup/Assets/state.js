// The form of a component state: verdicts by key, saved one after the other.
import { $, $$, actions, chip, isOn, isTyping, later, memory, say } from './accord.js';
import { again, isTypedAhead, lead, load, note, open } from './details.js';

// ---- component state: the form ----
export const form = $('#findings');
export const criteria = $$('.criterion');
export let current = -1;
export const chosen = (box) => $(':scope > .segments :checked', box);
const isOpen = (box) => chosen(box)?.value === 'untested' && !('taken' in box.dataset);

function mark(index) {
  criteria.forEach((one, n) => one.classList.toggle('is-current', n === index));
  current = index;
}
export function go(index) { // moves real focus, so a screen reader says the criterion and its outcome
  if (!criteria.length) return;
  const next = Math.max(0, Math.min(criteria.length - 1, index)), box = criteria[next];
  mark(next);
  (chosen(box) ?? $('input', box))?.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'nearest' });
}

// ---- saves ----
// They go one after the other, each with what the form had in view when it is sent. What a key said
// is taken down with its criterion when the key goes down; keys that have to wait share one save.
// What fails stays in the window and is sent with the next one.
const queue = [];
let isSending = false, leaving;
let acts = 0; // counts keys, so that a late answer does not move somebody who went on meanwhile
export const unsaved = new Map();
const rest = Number(form.dataset.rest ?? 700);
export const json = { Accept: 'application/json' };
const waits = (name) => queue.some((job) => job.body?.has(name));

async function work() {
  if (isSending) return;
  isSending = true;
  form.dataset.waiting = '';
  for (let job; (job = queue.shift());) {
    while (job.isPlain && queue[0]?.isPlain) join(job, queue.shift());
    try { await (job.run ?? post)(job); } catch (error) {
      reportError(error);
      failed('Not saved: this page made a mistake. What you typed is still in this window. Copy it, then reload the page.');
    }
  }
  isSending = false;
  delete form.dataset.waiting;
  if (unsaved.size) leaving = undefined; else if (!isTypedAhead()) leaving?.();
}
function leave(onwards) { // first ends the saves; what cannot be saved is not left behind
  settleHand();
  leaving = onwards;
  setTimeout(() => { leaving = undefined; }, 10000); // nobody is held up by a page that does not come
  if (isSending || isTypedAhead()) say('Saving. Then it goes on.'); else onwards();
}
function join(job, later) {
  for (const [name, value] of later.body) job.body.set(name, value);
  job.order = [...job.order.filter((one) => !later.order.includes(one)), ...later.order];
  job.says = `${job.order.length} verdicts`;
}
export function put(run) { queue.push({ run }); work(); } // what has to wait for the saves before it
export function send(body, says) {
  const order = [...body.keys()].filter((name) => name.startsWith('outcome.')).map((name) => name.slice(8));
  const isPlain = ![...body.keys()].some((name) => deeds.test(name));
  queue.push({ body, says, order, isPlain, act: acts });
  note(body);
  work();
}
const tried = new Map(); // verdicts that were sent and not answered
const deeds = /^(act|agree|copy|comment|settle|phrase)/; // not fields, but what is to be done
async function post({ body, says, order, act }) {
  const fields = new URLSearchParams([...new Map([...unsaved, ...body])]); // each name once: the newer value
  for (const name of ['context', 'round']) fields.set(name, form.elements[name].value);
  if (order.length > 1) fields.set('order', order.join(' '));
  for (const [name, words] of tried) fields.set(name, words.join(' '));
  const shown = $$('[name^="shown."]', form); // what details showed that came later than the form
  for (const one of shown) fields.set(one.name, one.value);
  for (const [name, value] of body) if (!deeds.test(name)) unsaved.set(name, value);
  const keepalive = String(fields).length < 50000; // also when the page is being left
  let response, answer;
  try {
    response = await fetch(form.action, { method: 'POST', headers: json, body: fields, keepalive });
    answer = await response.json();
  } catch { // it may have been saved all the same: what this form said is no other form's
    for (const [name, value] of fields) if (name.startsWith('outcome.')) {
      const key = name.replace('outcome', 'tried');
      tried.set(key, [...new Set([...tried.get(key) ?? [], value])]);
    }
    failed('Not saved: the workbench does not answer. What you typed is still in this window. Start accord serve again, then save.');
    return;
  }
  if (!response.ok) { failed(`Not saved: ${answer.trouble} What you typed is still in this window.`); return; }
  unsaved.clear();
  tried.clear();
  delete form.dataset.trouble;
  if (answer.context) {
    form.elements.context.value = answer.context;
    for (const one of shown) one.remove(); // is in it
  }
  again();
  showing(`Saved on this ${form.dataset.place}`, () => {
    looksUnsaved(false);
    report(answer, says);
    const isTurn = /^(undo|redo)$/.test(body.get('act'));
    if (body.has('phrase')) answered(body.get('phrase'), answer.check, act);
    if (!isTurn) settle(new Set(fields.keys()));
    else if (answer.anchor && act === acts) go(criteria.findIndex((one) => one.id === `c-${answer.anchor}`));
  });
}
export function showing(done, show) { // a fault of this script does not unsay what is done
  try { show(); } catch (error) {
    reportError(error);
    const text = `${done}, but this page made a mistake and may not show it. Reload the page.`;
    form.dataset.trouble = text; // stays until the next save
    $('[data-save-state]').textContent = text;
    say(text);
  }
}
function answered(part, html, act) { // on to what the next part says, then to what is left
  if (html) $(`#answers-${part}`).innerHTML = html; // escaped by the workbench's own template
  if (act !== acts) return;
  const fields = $$('[data-said] input'), at = fields.findIndex((one) => one.name === `said.${part}`);
  const further = fields.slice(at + 1).find((one) => !one.value);
  if (further) further.focus(); else next();
}
const phrases = $('[data-phrases]'); // open where they were opened before
if (phrases) {
  phrases.open ||= memory.get('accord.phrases', '') === 'open';
  phrases.addEventListener('toggle', () => memory.set('accord.phrases', phrases.open ? 'open' : ''));
}
function fieldsOf(box) {
  const fields = new Map();
  for (const field of $$('input[type=radio]:checked, textarea[data-part]:not([name^=comment]), select:not([name^=snippet])', box)) fields.set(field.name, field.value);
  return fields;
}
function saveBox(box, says) { send(fieldsOf(box), says); }

// ---- what the answer of a save shows ----
function show(fields) { // not over what was chosen or typed since
  note(Object.entries(fields));
  for (const [name, value] of Object.entries(fields)) {
    if (waits(name)) continue;
    for (const field of form.elements) {
      if (field.name !== name || (field === document.activeElement && field.type === 'textarea')) continue;
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
  for (const [anchor, html] of Object.entries(answer.agreements ?? {})) beside($(`#c-${anchor}`), html);
  for (const [anchor, html] of Object.entries(answer.asks ?? {})) ask($(`#c-${anchor}`), html);
  if ($('[data-asked]')) $('[data-save-state]').textContent = 'Not saved: say which of your two verdicts it is.';
  if (answer.notice) $('[data-notices]').innerHTML = answer.notice; // escaped by the workbench's own template
  const adds = [answer.adds, answer.bar && onward(answer.bar)];
  outline();
  form.dataset.saved = String(Number(form.dataset.saved ?? 0) + 1);
  const words = answer.says ?? says;
  say([answer.isSaved ? `${words}. Saved on this ${form.dataset.place}.` : words, ...adds].filter(Boolean).join(' '));
}
function beside(box, html) { // what others said, and how the verdict stands to it; escaped as well
  const place = $('[data-agreement]', box), hadFocus = place.contains(document.activeElement);
  place.innerHTML = html;
  $('.live-word', box)?.remove();
  if (hadFocus) go(criteria.indexOf(box));
}
function ask(box, html) { // which of her own two verdicts it is; escaped as well
  const place = $('[data-question]', box), hadFocus = place.contains(document.activeElement);
  place.innerHTML = html;
  if (hadFocus) go(criteria.indexOf(box));
}
function outline() { // the same marks as the list has, of what is saved
  $$('[data-outline] a').forEach((link, n) => {
    const radio = chosen(criteria[n]);
    if (!radio || waits(radio.name) || $('[data-asked]', criteria[n])) return;
    const tone = radio.value.toLowerCase();
    $('.mark', link).className = `mark mark--${tone}`;
    $('use', link).setAttribute('href', `#m-${tone}`);
    $('.visually-hidden', link).textContent = `${radio.dataset.says}: `;
  });
}
function onward(bar) { // what comes next; its words where the state has just become complete
  const link = $('[data-onward]'), words = $('[data-complete]'), was = words.textContent;
  words.textContent = bar.complete ?? '';
  $('.savebar').classList.toggle('savebar--done', Boolean(bar.complete));
  if (bar.complete) $('[data-save-icon] use').setAttribute('href', '#m-passed');
  link.setAttribute('href', bar.onward);
  link.firstChild.data = `${bar.onwardTitle} `;
  if (bar.canRedo) $('[value=redo]').hidden = false;
  for (const place of $$('[data-remaining]')) place.textContent = bar.remaining;
  const many = $('[data-many]'), hadFocus = many.contains(document.activeElement);
  many.hidden = !bar.remaining;
  if (many.hidden && hadFocus) link.focus(); // a button that is gone leaves it to what comes next
  const copy = $('[data-copies]');
  if (copy) {
    const count = copy.dataset.copies.split(' ').filter((id) => isOpen($(`[data-criterion="${id}"]`))).length;
    copy.hidden = !count;
    $('[data-verdicts]', copy).textContent = `${count} verdict${count === 1 ? '' : 's'}`;
  }
  return bar.complete && !was && `${bar.complete} ${bar.onwardTitle}.`;
}

// ---- what is not saved looks it: the bar, the chip, and each criterion of which something waits ----
export function failed(text) {
  form.dataset.trouble = text;
  looksUnsaved(true);
  $('[data-save-state]').textContent = text; // an alert by now, which is said at once
}
function looksUnsaved(isUnsaved) {
  const bar = $('.savebar'), save = $('[value=save]', bar);
  if (bar.classList.contains('savebar--error') !== isUnsaved) {
    bar.classList.toggle('savebar--error', isUnsaved);
    if (isUnsaved) bar.setAttribute('role', 'alert'); else bar.removeAttribute('role');
    swap($('[data-save-icon] use'), 'href', isUnsaved, '#i-error');
    swap(save, 'textContent', isUnsaved, 'Save again');
    swap(save, 'className', isUnsaved, 'button button--primary');
    swap(chip, 'className', isUnsaved, 'sync-chip sync-chip--error');
    swap($('use', chip), 'href', isUnsaved, '#i-error');
    swap($('[data-chip-text]'), 'textContent', isUnsaved, 'Not saved: the last verdict');
  }
  for (const box of criteria) {
    const isWaiting = isUnsaved && (isTypedAhead(box) || [...unsaved.keys()].some((name) => name.endsWith(`.${box.dataset.criterion}`)));
    box.classList.toggle('is-unsaved', isWaiting);
    $('[data-not-saved]', box)?.remove();
    if (isWaiting) $('.criterion-text', box).insertAdjacentHTML('beforeend', '<p class="criterion-has" data-not-saved><span class="mark mark--failed"><svg aria-hidden="true" focusable="false"><use href="#i-error"/></svg>Not saved</span></p>');
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

// ---- verdicts ----
let hand; // what arrow keys pass through: saved when the hand rests, goes on, or leaves the page
function settleHand() { hand?.save(); }
function record(input, atOnce) {
  const box = input.closest('.criterion');
  if (hand?.box === box) clearTimeout(hand.wait); else settleHand();
  const save = () => { clearTimeout(hand.wait); hand = undefined; saveBox(box, input.dataset.says ?? input.value); };
  hand = { box, save, wait: setTimeout(save, rest) };
  if (atOnce) save();
}
function judge(value) {
  const box = criteria[current], radio = $(`:scope > .segments [value="${value}"]`, box);
  if (radio.disabled || box.disabled) return;
  radio.checked = true;
  memory.set('accord.last-outcome', value);
  const answer = $(`[data-settles="${value}"]`, box); // she has been asked, so the key is her answer
  if (answer) answer.click(); else record(radio, true);
  if (isOn('go-on') && value !== 'untested') { next(); return; }
  radio.focus({ preventScroll: true });
  if (value === 'failed') open(box);
}
function severity(value) { // is said at once; its field may still be on its way
  const box = criteria[current];
  if (box.disabled || chosen(box)?.value !== 'failed') { say('Severity belongs to Failed.'); return; }
  open(box);
  const radio = $(`[data-part="severity"] [value="${value}"]`, box);
  if (radio) radio.checked = true;
  send(fieldsOf(box).set(`severity.${box.dataset.criterion}`, value), `Severity ${value}`);
}
function next() { // around, and beyond the last one to what comes after this state, which Enter opens
  const open = criteria.map((one, n) => n).filter((n) => isOpen(criteria[n]));
  if (open.length) { go(open.find((n) => n > current) ?? open[0]); return; }
  mark(-1);
  $('[data-onward]')?.focus();
}

form.addEventListener('focusin', (event) => {
  const index = criteria.indexOf(event.target.closest('.criterion'));
  if (index >= 0) mark(index);
  if (event.target.matches('textarea')) event.target.dataset.cursor = ''; // it has been where she wants it
});
let byKey = false;
form.addEventListener('keydown', (event) => { byKey = event.key.startsWith('Arrow'); }, true);
form.addEventListener('pointerdown', () => { byKey = false; }, true);
form.addEventListener('change', (event) => {
  const box = event.target.closest('.criterion');
  if (!box || /^(file|comment|snippet)/.test(event.target.name)) return;
  acts += 1;
  if (event.target.matches('input[type=radio]')) record(event.target, !byKey);
  else saveBox(box, 'Saved');
});
const confirmAll = $('#confirm-all');
confirmAll?.addEventListener('close', () => {
  if (confirmAll.returnValue === 'yes') send(new Map([['act', 'all']]));
});
form.addEventListener('submit', (event) => {
  const { name, value } = event.submitter ?? {};
  event.preventDefault();
  settleHand();
  if (name === 'details') open(event.submitter.closest('.criterion'));
  else if (name === 'insert') later('snippets', (one) => one.insert(event.submitter));
  else if (name === 'discard') later('writing', (one) => one.discard(value));
  else if (name === 'phrase') send(new Map([[name, value], [`said.${value}`, form.elements[`said.${value}`].value]]), 'Taken over');
  else if (name === 'copy' || /^(undo|redo)$/.test(value)) send(new Map([[name, value]]));
  else if (value === 'all') confirmAll.showModal();
  else send(new Map(new FormData(form, event.submitter)), 'Saved');
});
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  if (link.hash && link.href.split('#')[0] === location.href.split('#')[0]) return;
  settleHand();
  if (!isSending && !isTypedAhead()) return;
  event.preventDefault();
  leave(() => link.click());
});
addEventListener('beforeunload', (event) => { if (isSending || unsaved.size || isTypedAhead() || $('[data-asked]')) event.preventDefault(); });
addEventListener('pagehide', () => {
  settleHand();
  const last = queue.splice(0).filter((job) => job.body);
  for (let job; (job = last.shift());) {
    while (job.isPlain && last[0]?.isPlain) join(job, last.shift());
    post(job);
  }
});

// ---- what happens meanwhile: nothing that is read moves ----
document.addEventListener('news', ({ detail: news }) => {
  if (news.state && !form.dataset.trouble) {
    $('[data-save-state]').textContent = news.state;
    if (!$('.savebar--done')) $('[data-save-icon] use').setAttribute('href', `#${news.stateIcon}`);
  }
  for (const [anchor, html] of Object.entries(news.words ?? {})) {
    const box = $(`#c-${anchor}`);
    $('.live-word', box)?.remove();
    box?.insertAdjacentHTML('beforeend', html); // escaped by the workbench's own template
    if (box) box.dataset.taken = '';
  }
});

// ---- what is used on some visits alone comes with its first use ----
export function settle(names) { // their fields show what is saved; focus goes to the field, not nowhere
  for (const note of $$('[data-unsaved]')) {
    const field = form.elements[note.dataset.unsaved];
    if (!names.has(field.name)) continue;
    if (note.contains(document.activeElement)) field.focus();
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && !note.querySelector(`[id="${id}"]`));
    if (described.length) field.setAttribute('aria-describedby', described.join(' ')); else field.removeAttribute('aria-describedby');
    note.remove();
  }
}
form.addEventListener('input', ({ target }) => {
  if (target.matches('textarea, [data-said] input')) later('writing', (one) => one.typed(target));
});
form.addEventListener('keydown', (event) => { // Enter in a phrase is its own button, not the form's first
  const said = event.target.matches('[data-said] input') && event.target.closest('[data-said]');
  if (!said || event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  acts += 1;
  $('button', said).click();
});
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-paused]');
  if (button) later('writing', (one) => one.pause(button));
});
// Files may fall anywhere on a criterion: the place for them comes with its details.
const under = (event) => event.dataTransfer.types.includes('Files') && event.target.closest('.criterion:enabled');
form.addEventListener('dragover', (event) => {
  const box = under(event);
  if (!box) return;
  event.preventDefault();
  box.classList.add('is-over');
});
form.addEventListener('dragleave', (event) => {
  const box = under(event);
  if (box && !box.contains(event.relatedTarget)) box.classList.remove('is-over');
});
form.addEventListener('drop', (event) => {
  const box = under(event), files = [...event.dataTransfer.files];
  if (!box) return;
  event.preventDefault();
  box.classList.remove('is-over');
  later('evidence', (one) => one.take(box, files));
});
form.addEventListener('change', ({ target }) => {
  if (target.type !== 'file') return;
  later('evidence', async (one) => {
    await one.take(target.closest('.criterion'), [...target.files]);
    target.value = '';
  });
});
document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  // A table or a formatted text comes with a picture of itself: in a field the text is meant.
  if (!files.length || (event.clipboardData.types.includes('text/plain') && event.target.matches?.('textarea, input'))) return;
  event.preventDefault();
  const box = criteria[current];
  if (!box || box.disabled) { say('Go to a criterion first, then paste again.'); return; }
  later('evidence', (one) => one.take(box, files.map(one.pasted)));
});

// Details come when they are opened, by whatever opens them.
form.addEventListener('toggle', ({ target }) => {
  const box = target.parentElement;
  if (target.open && criteria.includes(box)) load(box);
}, true);
for (const box of criteria) if ($(':scope > details', box).open) load(box);
form.addEventListener('click', (event) => {
  if (!event.target.closest('[data-unopened] a')) return;
  event.preventDefault();
  open(event.target.closest('.criterion'));
});

// ---- keys ----
function into(part) {
  const box = criteria[current];
  if (box) lead(box, part);
}
function press(selector, otherwise, box = criteria[current]) { // a button of the criterion, as if it had been clicked
  const button = box && $(selector, box);
  if (button) button.click(); else say(otherwise);
}
const key = (name, act) => { actions[name] = () => { acts += 1; act(); }; };
const verdict = (name, act) => key(name, () => { // on what is in view, and on nothing that is still to come
  if (leaving) { say('Not taken: what was saved before is on its way, then the next page opens.'); return; }
  if (current < 0 && $('[data-onward]') === document.activeElement) { say('Nothing is chosen here. j and k go to a criterion.'); return; }
  if (current < 0) go(0);
  if (criteria[current]) act();
});
const outcomes = { p: 'passed', f: 'failed', c: 'cantTell', i: 'inapplicable', u: 'untested' };
for (const [name, value] of Object.entries(outcomes)) verdict(name, () => judge(value));
const severities = { 1: 'critical', 2: 'serious', 3: 'moderate', 4: 'minor' };
for (const [name, value] of Object.entries(severities)) verdict(name, () => severity(value));
verdict('r', () => { const last = memory.get('accord.last-outcome', ''); if (last) judge(last); else say('No verdict to repeat yet.'); });
key('j', () => go(current + 1));
key('k', () => go(current < 0 ? criteria.length - 1 : current - 1));
key('g', () => {
  if (criteria.some(isOpen)) { next(); return; }
  leave(() => {
    const link = $('[data-onward]');
    if (!link) return;
    // The next page goes to this criterion itself: a browser takes the focus away after it has
    // gone to what the end of an address names.
    memory.set('accord.going', link.hash);
    location.assign(link.href.split('#')[0]);
  });
});
for (const name of '[]') { const open = actions[name]; actions[name] = () => leave(open); }
for (const [name, part] of Object.entries({ n: 'note', h: 'heard', e: 'evidence', m: 'comment', s: 'snippet' })) key(name, () => into(part));
key('w', () => {
  const fields = $$('[data-said] input');
  const field = fields.find((one) => !one.value) ?? fields[0];
  if (field) {
    phrases.open = true;
    field.focus();
  } else say('Nothing is said here that could be checked.');
});
key('a', () => press('[name=agree]', 'Nobody’s single verdict differs from yours here.'));
key(',', async () => {
  const box = criteria[current];
  if (!box || await load(box)) press('[data-paused]', 'Nothing here was heard without pauses.', box);
});
key('Shift-p', () => {
  const all = $('[name=act][value=all]');
  if (all && !all.closest('[hidden]')) all.click(); else say('Nothing is untested here.');
});
key('z', () => { settleHand(); send(new Map([['act', 'undo']])); });
key('Shift-z', () => { settleHand(); send(new Map([['act', 'redo']])); });
document.addEventListener('keydown', (event) => {
  const field = event.key === 'Escape' && !event.isComposing && !$('dialog[open]') && isTyping(event);
  if (field && (criteria.includes(field.closest('.criterion')) || field.closest('[data-said]'))) go(current);
});
// A key led here: on to the criterion that it was to lead to.
const goal = criteria.findIndex((one) => `#${one.id}` === memory.get('accord.going'));
memory.set('accord.going', '');
if (goal >= 0) go(goal);
