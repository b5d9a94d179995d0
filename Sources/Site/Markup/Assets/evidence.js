// Files of evidence on the form of a component state; comes with the first file.
import { $, $$, say } from './accord.js';
import { open } from './details.js';
import { form, report, showing } from './state.js';

// ---- evidence: drop and paste beside the plain file field ----
let attaching = Promise.resolve(); // one file after the other
function sent(address, file, progress) { // fetch tells nothing of how far a file has come
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
function line(zone, file) { // each file has its own line, which goes once the file is in the strip
  const item = document.createElement('li'), text = document.createElement('span'), bar = document.createElement('progress');
  bar.max = 100;
  bar.setAttribute('aria-label', file.name);
  bar.hidden = true;
  item.append(text, bar);
  $('[data-progress]', zone).append(item);
  return {
    tell(words, share) {
      text.textContent = words;
      bar.hidden = share === undefined;
      if (share !== undefined) bar.value = share;
    },
    refuse(words) { this.tell(words); item.className = 'is-refused strong'; },
    end: () => item.remove(),
  };
}
export async function take(box, files) { // what fell on a criterion, also before its details came
  const zone = await open(box) && $('[data-drop]', box);
  if (zone) { await attach(zone, files); return; }
  form.dataset.trouble = `${files.map((file) => file.name).join(', ')} is not attached: the details of its criterion did not come. Start accord serve again, then attach it again.`;
  say(form.dataset.trouble);
}
function attach(zone, files) {
  const shows = $('[name=file-shows]', zone), words = shows.value.trim();
  const keepsPlace = $('[name=file-place]', zone).checked;
  for (const item of $$('[data-progress] .is-refused', zone)) item.remove();
  for (const file of files) {
    const progress = line(zone, file);
    progress.tell(`${file.name} waits`);
    const address = new URL(zone.dataset.drop, location.href);
    address.hash = '';
    address.searchParams.set('criterion', zone.closest('.criterion').dataset.criterion);
    if (file.name) address.searchParams.set('name', file.name);
    if (words) address.searchParams.set('shows', words);
    if (keepsPlace) address.searchParams.set('place', 'keep');
    address.search = address.search.replaceAll('+', '%20'); // a plus is a plus in an address of ours
    attaching = attaching.then(async () => {
      const refused = (why) => {
        const text = `${file.name} is not attached. ${why}`;
        progress.refuse(text);
        say(text);
        form.dataset.trouble = text;
      };
      progress.tell(`Taking over ${file.name}`, 0);
      const tell = (share) => progress.tell(`Taking over ${file.name}, ${share} %`, share);
      const put = await sent(address, file, tell).catch(() => undefined);
      if (!put) { refused('The workbench does not answer. Start accord serve again, then choose the file again.'); return; }
      if (!put.ok) { refused(put.answer.trouble); return; }
      progress.end();
      showing(`${file.name} is attached`, () => {
        addItems(zone, put.answer.evidence);
        if (shows.value.trim() === words) shows.value = ''; // it was said of this file
        report(put.answer);
      });
    });
  }
  return attaching;
}
export function pasted(file) { // browsers call every picture of the clipboard image.png
  if (file.name && file.name !== 'image.png') return file;
  const time = new Date(Date.now() - 60000 * new Date().getTimezoneOffset()).toISOString();
  const ending = file.type.split('/')[1]?.split(/[+;]/)[0] || 'bin';
  return new File([file], `Screenshot ${time.slice(0, 10)} ${time.slice(11, 19).replaceAll(':', '.')}.${ending}`, { type: file.type });
}
