// Shows the results of a search while it is typed.
import './page.js';

const WAIT = 250;
const form = document.querySelector('.search');
let timer;
let running;

form.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => search().catch(() => {}), WAIT);
});

async function search() {
  running?.abort();
  running = new AbortController();
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  if (address === location.href.split('#')[0]) return;
  const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: running.signal });
  // What is typed may be half of a word. Enter shows what is wrong with it.
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // A region is read out when its content changes, not when it is replaced.
  document.querySelector('.found').textContent = page.querySelector('.found').textContent;
  for (const part of ['#results', '.orders'])
    document.querySelector(part).replaceWith(page.querySelector(part));
  history.replaceState(history.state, '', address);
}
