// The dialog that leads to any component state by its name: what its page would show.
import { $, $$ } from './accord.js';

const jump = $('#jump'), query = $('#jump-q');
let wait, turn = 0;
export async function find() {
  const own = ++turn;
  const words = new URLSearchParams({ q: query.value });
  const response = await fetch(`${query.form.action}?${words}`, { headers: { Accept: 'application/json' } });
  if (!response.ok || own !== turn) return; // a later answer is on its way
  const answer = await response.json();
  $('[data-jump-list]').innerHTML = answer.list; // escaped by the workbench's own template
  $('[data-jump-says]').textContent = answer.says;
}
query.addEventListener('input', () => { clearTimeout(wait); wait = setTimeout(find, 120); });
query.form.addEventListener('submit', async (event) => {
  event.preventDefault();
  clearTimeout(wait);
  await find();
  $('[data-jump-list] a')?.click();
});
jump.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [query, ...$$('[data-jump-list] a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next) { event.preventDefault(); next.focus(); }
});
