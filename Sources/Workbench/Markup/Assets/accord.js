// Accord: progressive enhancement only. Every page works without this file.
// Rules (docs/workbench.md): no markup is invented that a person needs, no focus is moved unless a
// key asked for it, nothing is said to be saved before the store answered.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- what is said aloud ----
const live = $('#live');
let speaking;
function say(text) { // one polite region; the last message wins, so that fast typing is not echoed
  if (!live || !text) return;
  clearTimeout(speaking);
  live.textContent = '';
  speaking = setTimeout(() => { live.textContent = text; }, 150);
}

// ---- settings that stay on this laptop ----
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

// ---- dialog: the link leads to a page, the script shows the same text in place ----
const keysDialog = $('#keys');
function openKeys() { if (keysDialog && !keysDialog.open) keysDialog.showModal(); }
for (const link of $$('[data-opens="keys"]')) {
  if (keysDialog) link.addEventListener('click', (event) => { event.preventDefault(); openKeys(); });
}

// ---- component state: the form ----
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
function report(answer, says) {
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

// ---- evidence: drop and paste beside the plain file field ----
let attaching = Promise.resolve(); // one file after the other
function put(address, file, progress) { // fetch tells nothing of how far a file has come
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => { if (event.lengthComputable) progress(Math.floor(100 * event.loaded / event.total)); };
    request.onload = () => { try { resolve({ ok: request.status === 200, answer: JSON.parse(request.responseText) }); } catch (error) { reject(error); } };
    request.onerror = reject;
    request.send(file);
  });
}
function addItems(zone, html) { // escaped by the workbench's own template
  const piece = document.createElement('template');
  piece.innerHTML = html;
  const known = new Set($$('a', zone.closest('.evidence')).map((link) => link.getAttribute('href')));
  for (const item of $$('li', piece.content)) if (!known.has($('a', item)?.getAttribute('href'))) zone.before(item);
}
function attach(zone, files) {
  const place = $('[data-progress]', zone);
  for (const file of files) {
    const address = new URL(zone.dataset.drop, location.href);
    address.hash = '';
    address.searchParams.set('criterion', zone.closest('.criterion').dataset.criterion);
    if (file.name) address.searchParams.set('name', file.name);
    address.search = address.search.replaceAll('+', '%20'); // a plus is a plus in an address of ours
    attaching = attaching.then(async () => {
      const tell = (text) => { place.textContent = text; };
      const refused = (why) => { tell(`${file.name} is not attached. ${why}`); say(place.textContent); form.dataset.trouble = place.textContent; };
      tell(`Taking over ${file.name}`);
      try {
        const { ok, answer } = await put(address, file, (share) => tell(`Taking over ${file.name}, ${share} %`));
        if (!ok) { refused(answer.trouble); return; }
        addItems(zone, answer.evidence);
        tell('');
        report(answer);
      } catch {
        refused('The workbench does not answer. Start accord serve again, then choose the file again.');
      }
    });
  }
  return attaching;
}
function pasted(file) { // browsers call every picture of the clipboard image.png
  if (file.name && file.name !== 'image.png') return file;
  const time = new Date(Date.now() - 60000 * new Date().getTimezoneOffset()).toISOString();
  const ending = file.type.split('/')[1]?.split(/[+;]/)[0] || 'bin';
  return new File([file], `Screenshot ${time.slice(0, 10)} ${time.slice(11, 19).replaceAll(':', '.')}.${ending}`, { type: file.type });
}
for (const zone of $$('[data-drop]')) {
  zone.addEventListener('dragover', (event) => { event.preventDefault(); zone.classList.add('is-over'); });
  zone.addEventListener('dragleave', () => zone.classList.remove('is-over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('is-over');
    attach(zone, event.dataTransfer.files);
  });
  $('input[type=file]', zone).addEventListener('change', async (event) => {
    await attach(zone, [...event.target.files]);
    event.target.value = '';
  });
}
document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  // A table or a formatted text comes with a picture of itself: in a field the text is meant.
  if (!form || !files.length || (event.clipboardData.types.includes('text/plain') && event.target.matches?.('textarea, input'))) return;
  const zone = criteria[current] && $('[data-drop]', criteria[current]);
  event.preventDefault();
  if (!zone) { say('Go to a criterion first, then paste again.'); return; }
  zone.closest('details').open = true;
  attach(zone, files.map(pasted));
});

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
  a: () => { const agree = criteria[current] && $('[name=agree]', criteria[current]); if (agree) agree.click(); else if (form) say('Nobody’s single verdict differs from yours here.'); },
  ',': () => { const pauses = criteria[current] && $('[data-paused]', criteria[current]); if (pauses) pauses.click(); else say('Nothing here was heard without pauses.'); },
  z: () => { if (form) send(new Map([['act', 'undo']])); },
  '[': () => $('[rel=prev]')?.click(),
  ']': () => $('[rel=next]')?.click(),
};
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if ($('dialog[open]')) return;
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

// ---- what happens meanwhile ----
// One connection while the page is in view: browsers allow few of them, and saves need theirs.
const chip = $('[data-chip]');
let listening;
let known = ''; // what the page has in view, in the workbench's words
function told(news) {
  if (news.mark) known = news.mark;
  if (news.chip && !form?.dataset.trouble) {
    $('[data-chip-text]').textContent = news.chip;
    chip.className = `sync-chip sync-chip--${news.tone}`;
    $('use', chip)?.setAttribute('href', `#${news.icon}`);
  }
  const place = $('[data-save-state]');
  if (news.state && place && !form?.dataset.trouble) {
    place.textContent = news.state;
    $('[data-save-icon] use')?.setAttribute('href', `#${news.stateIcon}`);
  }
  const notices = $('[data-notices]');
  if (news.notice && notices) { // a line of its own; nothing that is being read moves or changes
    let line = $('[data-news]', notices);
    if (!line) { line = document.createElement('div'); line.dataset.news = ''; notices.append(line); }
    line.innerHTML = news.notice; // escaped by the workbench's own template
  }
  if (news.says && notices) say(news.says);
}
function listen() {
  if (document.visibilityState === 'hidden') { listening?.close(); listening = undefined; return; }
  if (listening) return;
  const query = new URLSearchParams({ page: location.pathname + location.search, since: known });
  listening = new EventSource(`${chip.dataset.events}?${query}`);
  listening.addEventListener('message', (event) => told(JSON.parse(event.data)));
}
if (chip?.dataset.events) {
  document.addEventListener('visibilitychange', listen);
  addEventListener('pagehide', () => { listening?.close(); listening = undefined; });
  addEventListener('pageshow', listen);
}

// ---- jump: the dialog shows what the page of component states would ----
const jump = $('#jump');
const jumpQuery = $('#jump-q');
let jumpWait;
let jumpTurn = 0;
async function jumpList() {
  const turn = ++jumpTurn;
  const query = new URLSearchParams({ q: jumpQuery.value });
  const response = await fetch(`${jumpQuery.form.action}?${query}`, { headers: { Accept: 'application/json' } });
  if (!response.ok || turn !== jumpTurn) return; // a later answer is on its way
  const answer = await response.json();
  $('[data-jump-list]').innerHTML = answer.list; // escaped by the workbench's own template
  $('[data-jump-says]').textContent = answer.says;
}
if (jump) {
  actions.t = () => { jump.showModal(); jumpQuery.select(); jumpList(); };
  jumpQuery.addEventListener('input', () => { clearTimeout(jumpWait); jumpWait = setTimeout(jumpList, 120); });
  jumpQuery.form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearTimeout(jumpWait);
    await jumpList();
    $('[data-jump-list] a')?.click();
  });
  jump.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [jumpQuery, ...$$('[data-jump-list] a')];
    const next = stops[stops.indexOf(document.activeElement) + step];
    if (next) { event.preventDefault(); next.focus(); }
  });
}
