// Shows the results of a search while it is typed, and deletes what is not undone.
import {
  DELETED,
  DELETING,
  errorOf,
  LIST,
  make,
  pageOf,
  send,
  session,
  showRefusal,
  tell,
  wordsFor,
} from './page.js';

const WAIT = 250;
const form = document.querySelector('.search');
let timer;
let running;

form.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT);
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  clearTimeout(timer);
  await search();
  document.querySelector('#results:not(.outdated) .name')?.focus();
});

addEventListener('online', () => document.querySelector('#results.outdated') && search());

const search = () =>
  refresh().catch((error) => {
    if (error.name === 'AbortError') return;
    const what = error instanceof TypeError ? 'No connection.' : `The search failed: ${error.message}.`;
    document.querySelector('.found').textContent = `${what} These results may be out of date.`;
  });

async function refresh() {
  running?.abort();
  running = new AbortController();
  const { classList } = document.querySelector('#results');
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  if (address === location.href.split('#')[0] && !classList.contains('outdated')) return;
  classList.add('outdated');
  const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: running.signal });
  if (!response.ok) throw errorOf(response);
  const page = await pageOf(response);
  // A region is read out when its content changes, not when it is replaced.
  document.querySelector('.found').textContent = page.querySelector('.found').textContent;
  for (const part of ['#results', '.orders'])
    document.querySelector(part).replaceWith(page.querySelector(part));
  history.replaceState(history.state, '', address);
  remember();
}

const remember = () => session.set(LIST, location.pathname + location.search);
remember();

// A snippet whose Delete was pressed: it is sent when the time for an Undo is over, or the page is left.
const UNDO_MS = 10_000;
const pressed = session.get(DELETING);
if (pressed) wait(pressed);

function wait({ path, etag, name }) {
  session.remove(DELETING);
  const undo = make('button', { type: 'button', textContent: 'Undo' });
  const said = make('p', {}, `Deleted “${name}”.`);
  const box = tell('note', said, undo);
  undo.focus();
  // A search may bring its row again.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`li:has(.name[href^="${path}"]) { display: none }`);
  document.adoptedStyleSheets = [sheet];
  const remove = (options) => send(path, { method: 'DELETE', etag, ...options });
  // Of a session that has ended it would be refused, which nobody would be told after the page is left.
  const timer = setTimeout(finish, document.querySelector('.login') ? 0 : UNDO_MS);
  addEventListener('pagehide', leave);
  undo.addEventListener('click', () => {
    stop();
    location.assign(path);
  });

  function stop() {
    clearTimeout(timer);
    removeEventListener('pagehide', leave);
  }

  function leave() {
    stop();
    session.set(DELETED, path);
    remove({ keepalive: true }).catch(() => {});
  }

  async function finish() {
    stop();
    if (undo.matches(':focus')) box.focus();
    undo.remove();
    const response = await remove().catch((error) => {
      said.textContent = `“${name}” is not deleted. ${wordsFor(error)}`;
    });
    sheet.disabled = !response?.ok;
    if (response && !response.ok) await showRefusal(response);
  }
}
