// A phone's page: each file is sent by itself, with a line that says how far it is.
const form = document.querySelector('[data-phone]');
const list = document.querySelector('[data-sent]');
const live = document.querySelector('#live');
let sending = Promise.resolve(); // one file after the other
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
function line(file) {
  const item = document.createElement('li'), text = document.createElement('p'), bar = document.createElement('progress');
  item.className = 'panel';
  text.className = 'small';
  text.textContent = `${file.name} waits`;
  bar.max = 100;
  bar.setAttribute('aria-label', file.name);
  item.append(text, bar);
  list.append(item);
  return {
    tell(words, share) { text.textContent = words; bar.value = share; },
    end(words) { text.textContent = words; bar.remove(); live.textContent = words; },
  };
}
function send(file, shows) {
  const progress = line(file);
  const query = new URLSearchParams({ name: file.name, shows }).toString().replaceAll('+', '%20');
  sending = sending.then(async () => {
    const tell = (share) => progress.tell(`${file.name}, ${share} %`, share);
    const sent = await put(`${location.pathname}?${query}`, file, tell).catch(() => undefined);
    if (!sent) progress.end(`${file.name} was not sent: the laptop does not answer. Are both in the same network?`);
    else progress.end(sent.ok ? `${file.name}: on the laptop. ${sent.answer.says}` : `${file.name} was not sent. ${sent.answer.trouble}`);
  });
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const shows = form.elements.shows.value.trim();
  const fields = [...form.querySelectorAll('[data-files]')];
  const files = fields.flatMap((field) => [...field.files]);
  if (!files.length) { live.textContent = 'Choose a file first.'; fields[1].focus(); return; }
  for (const file of files) send(file, shows);
  for (const field of fields) field.value = '';
  form.elements.shows.value = '';
});
