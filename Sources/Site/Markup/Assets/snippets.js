// A text that is kept under a name goes to where the cursor is, or was last.
import { $, say } from './accord.js';
import { form } from './state.js';

export async function insert(button) {
  const choice = $('[data-part=snippet]', button.closest('.criterion'));
  if (!choice.value) { say('Choose a snippet first.'); choice.focus(); return; }
  const answer = await fetch('/snippets', { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (!answer?.ok) { say('Not inserted: the workbench does not answer. Start accord serve again.'); return; }
  const text = (await answer.json())[choice.value];
  if (text === undefined) { say('Not inserted: the snippet is not there any more. Reload the page.'); return; }
  put(text, form.elements[button.value]);
  choice.value = '';
}

function put(text, field) {
  for (let fold = field.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  const end = field.value.length;
  // A field that nobody has been in has no cursor of hers: what is inserted goes below what is there.
  const [from, to] = 'cursor' in field.dataset ? [field.selectionStart, field.selectionEnd] : [end, end];
  const before = field.value.slice(0, from);
  const gap = !before || /\s$/.test(before) ? '' : 'cursor' in field.dataset ? ' ' : '\n';
  const after = /^\S/.test(field.value.slice(to)) && !/\s$/.test(text) ? ' ' : '';
  field.setRangeText(gap + text + after, from, to, 'end');
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  field.focus();
}
