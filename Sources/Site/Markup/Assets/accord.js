// Accord: progressive enhancement only. Every page works without this file.
// Rules (docs/workbench.md): no markup is invented that a person needs, no focus is moved unless a
// key asked for it, nothing is said to be saved before the store answered.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// Scripts that come with their first use; one that did not come is asked for again the next time.
const loaded = new Map();
let failures = 0;
export async function later(name, use) {
  if (!loaded.has(name)) loaded.set(name, import(`./${name}.js${failures ? `?${failures}` : ''}`));
  let script;
  try { script = await loaded.get(name); } catch {
    loaded.delete(name);
    failures += 1; // a browser remembers an address that failed
    say('The workbench does not answer. Start accord serve again.');
    return;
  }
  use(script);
}

// ---- what is said aloud ----
const live = $('#live');
let speaking;
export function say(text) { // one polite region; the last message wins, so that fast typing is not echoed
  if (!live || !text) return;
  clearTimeout(speaking);
  live.textContent = '';
  speaking = setTimeout(() => { live.textContent = text; }, 150);
}

// ---- settings that stay in this browser ----
export const memory = {
  get(key, otherwise) { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private mode: it lasts for this page */ } },
};
const settings = { // what is said of each, and what holds until somebody chooses
  'single-keys': { on: memory.get('accord.single-keys', 'on') === 'on', words: 'Single-key shortcuts are' },
  'go-on': { on: memory.get('accord.go-on', 'off') === 'on', words: 'Going on after a verdict is' },
};
export const isOn = (name) => settings[name].on;
for (const box of $$('[data-setting]')) {
  const name = box.dataset.setting, setting = settings[name];
  box.disabled = false;
  box.checked = setting.on;
  box.addEventListener('change', () => {
    setting.on = box.checked;
    memory.set(`accord.${name}`, setting.on ? 'on' : 'off');
    for (const other of $$(`[data-setting="${name}"]`)) other.checked = setting.on;
    say(`${setting.words} ${setting.on ? 'on' : 'off'}.`);
  });
}

// ---- what parts of a page need of a script, those that come later too ----
export function ready(part) {
  for (const button of $$('[data-without-script]', part)) button.hidden = true;
  for (const button of $$('[data-copy]', part)) button.hidden = false;
}
ready(document);
// Addresses to hand on: a field has each, to be copied by hand without a script.
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const source = $(button.dataset.copy); // a field with an address, or a link
  const address = new URL(source.value ?? source.getAttribute('href'), location.href).href;
  const byHand = () => { if (source.select) source.select(); else say(address); };
  navigator.clipboard?.writeText(address).then(() => say('Copied.'), byHand) ?? byHand();
});

// ---- dialog: the link leads to a page, the script shows the same text in place ----
const keysDialog = $('#keys');
function openKeys() { if (keysDialog && !keysDialog.open) keysDialog.showModal(); }
for (const link of $$('[data-opens="keys"]')) {
  if (keysDialog) link.addEventListener('click', (event) => { event.preventDefault(); openKeys(); });
}

// ---- keys ----
export const chip = $('[data-chip]');
export const actions = { // what each key does; a page's own script adds to it
  '?': openKeys,
  '/': () => { const box = $('#q'), fold = box?.closest('details'); if (fold && !box.checkVisibility()) fold.open = true; box?.focus(); },
  '[': () => $('[rel=prev]')?.click(),
  ']': () => $('[rel=next]')?.click(),
};
export const isTyping = (event) => event.target.closest?.('textarea, select, input:not([type=radio], [type=checkbox], [type=file]), [contenteditable]');
// What a key does it does once, however long it is held; only moving goes on. Nor does a key that
// led into a field write there, or Enter press the button that comes next.
const moves = ['j', 'k'];
let held;
document.addEventListener('keydown', (event) => {
  if (!event.repeat) { held = undefined; return; }
  const isEnter = event.key === 'Enter' && !event.target.matches?.('textarea');
  if (!isEnter && (event.key !== held || moves.includes(held.toLowerCase()))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if ($('dialog[open]') || isTyping(event) || !isOn('single-keys')) return; // WCAG 2.1.4: off means off
  const key = event.key.length === 1 ? event.key.toLowerCase() : '';
  const act = (event.shiftKey && actions[`Shift-${key}`]) || actions[key];
  if (!act) return;
  event.preventDefault();
  if (event.repeat && !moves.includes(key)) return; // it was pressed on the page before
  held = event.key;
  act(event);
});

// ---- what happens meanwhile ----
// One connection while the page is in view: browsers allow few of them, and saves need theirs.
let listening;
let known = ''; // what the page has in view, in the workbench's words
function told(news) {
  if (news.mark) known = news.mark;
  if (news.chip && !$('#findings')?.dataset.trouble) {
    const aside = Object.assign(document.createElement('span'), { className: 'chip-long', textContent: news.chipAside });
    $('[data-chip-text]').replaceChildren(aside, news.chip);
    chip.className = `sync-chip sync-chip--${news.tone}`;
    $('use', chip)?.setAttribute('href', `#${news.icon}`);
  }
  const notices = $('[data-notices]');
  if (news.notice && notices) { // a line of its own; nothing that is being read moves or changes
    let line = $('[data-news]', notices);
    if (!line) { line = document.createElement('div'); line.dataset.news = ''; notices.append(line); }
    line.innerHTML = news.notice; // escaped by the workbench's own template
  }
  if (news.says && notices) say(news.says);
  document.dispatchEvent(new CustomEvent('news', { detail: news }));
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

// ---- the palette, and other lists that are on the page and only narrowed ----
for (const box of $$('[data-filter]')) {
  const items = $$('li', $(box.dataset.filter));
  const narrow = () => {
    const words = box.value.toLowerCase().split(/\s+/);
    for (const item of items) item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
  };
  box.addEventListener('input', narrow);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    $('a, button', items.find((item) => !item.hidden))?.click();
  });
  box.closest('dialog')?.addEventListener('close', () => { box.value = ''; narrow(); });
}
const palette = $('#palette');
if (palette) {
  actions['.'] = () => palette.showModal();
  palette.addEventListener('click', (event) => { // the focus is back where it was before the action is done
    const key = event.target.closest('[data-key]')?.dataset.key;
    if (!key) return;
    palette.close();
    actions[key]?.();
  });
}

// ---- jump: the dialog is there at once, what it finds comes with its script ----
const jump = $('#jump');
if (jump) actions.t = () => { jump.showModal(); $('#jump-q').select(); later('jump', (one) => one.find()); };
