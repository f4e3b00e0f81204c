// The script of the explorer. Loads Swagger UI when the reader wants to send requests: at a button, or at a link to one
// of its operations (`#/...`).
import './browsable.js';

const root = document.querySelector('#explorer');
let isLoading = false;

document.addEventListener('click', ({ target }) => {
  if (target.closest?.('[data-try]')) void load();
});
addEventListener('hashchange', loadForLink);
loadForLink();

function loadForLink() {
  if (location.hash.startsWith('#/')) void load();
}

async function load() {
  if (isLoading) return;
  isLoading = true;
  root.setAttribute('aria-busy', 'true');
  try {
    await Promise.all(root.dataset.sheets.split(' ').map((href) => add('link', { rel: 'stylesheet', href })));
    const [library, starter] = root.dataset.scripts.split(' ');
    await add('script', { src: library });
    root.replaceChildren();
    // Swagger UI has a main landmark of its own.
    const place = Object.assign(document.createElement('div'), { id: 'main' });
    document.querySelector('main').replaceWith(place);
    place.append(root);
    (await import(starter)).start(root);
  } catch {
    isLoading = false;
    document.querySelector('[data-try]').textContent = 'No connection. Try again';
  }
  root.removeAttribute('aria-busy');
}

function add(name, properties) {
  const element = Object.assign(document.createElement(name), properties);
  return new Promise((resolve, reject) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', reject);
    document.head.append(element);
  });
}
