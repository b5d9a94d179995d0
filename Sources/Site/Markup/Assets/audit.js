// The list of an audit: typing narrows what is on the page; sent, the form looks through all of it.
import { $, $$, say } from './accord.js';

const box = $('[data-narrows]');
const extent = $('[data-extent]');
const none = $('[data-none]');
const screens = $$('[data-screen]').map((screen) => ({
  screen,
  components: $$('.component', screen).map((part) => ({
    part, name: folded(`${$('[data-name]', part).textContent} ${$('summary h3', screen).textContent}`),
  })),
}));
const whole = extent?.textContent;

function folded(text) { return text.normalize('NFC').toLowerCase(); }

function narrow() {
  const words = folded(box.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  let all = 0;
  for (const { screen, components } of screens) {
    const fitting = components.filter(({ part, name }) => {
      part.hidden = !words.every((word) => name.includes(word));
      return !part.hidden;
    });
    screen.hidden = fitting.length === 0;
    if (words.length) $('details', screen).open = true;
    shown += fitting.length;
    all += components.length;
  }
  none.hidden = shown > 0;
  const more = box.dataset.beyond ? ` on this page. Enter looks through all ${box.dataset.beyond}.` : '.';
  extent.textContent = words.length ? `${shown} of ${all} ${all === 1 ? 'component' : 'components'}${more}` : whole;
  if (words.length) say(extent.textContent);
}

if (box && screens.length) {
  box.addEventListener('input', narrow);
  if (box.value !== box.defaultValue) narrow(); // what was typed before the way back
}
