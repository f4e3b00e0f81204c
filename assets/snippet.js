// The page of a snippet: copies, links to lines, wraps, makes a picture, and deletes.
import {
  copy,
  DELETING,
  LIST,
  local,
  make,
  SAVED,
  send,
  session,
  showFailure,
  showRefusal,
  userOf,
} from './page.js';

const listing = document.querySelector('.listing');
const lines = listing.querySelectorAll('.line');

document.addEventListener('click', ({ target }) => {
  const { raw, picture } = target.dataset ?? {};
  if (raw) copy(target, codeOf(raw), listing).catch(showFailure);
  if (picture !== undefined)
    import('./picture.js').then(({ savePicture }) => savePicture(listing)).catch(showFailure);
});

/** The code as it was saved; of code that was cut, from the service. */
async function codeOf(raw) {
  if (document.querySelector('#cut')) return (await fetch(raw)).text();
  return [...lines].map(codeIn).join('');
}

/** Without its number. */
function codeIn(line) {
  return line.textContent.slice(line.firstChild.textContent.length);
}

// The reader's switches. Until one is used, the author says whether lines have numbers.
const SWITCHES = {
  wrap: (isOn) => listing.classList.toggle('wrapped', isOn),
  numbers: (isOn) => listing.classList.toggle('unnumbered', !isOn),
};
for (const button of document.querySelectorAll('[data-switch]')) {
  const name = button.dataset.switch;
  const set = (isOn) => {
    SWITCHES[name](isOn);
    button.setAttribute('aria-pressed', String(isOn));
  };
  set(local.get(name) ?? button.ariaPressed === 'true');
  button.addEventListener('click', () => {
    set(button.ariaPressed !== 'true');
    local.set(name, button.ariaPressed === 'true');
  });
}

// Links to lines: a click names a line, Shift and a click a range. The numbers are one stop of the keyboard: arrow keys
// move, Enter names a line, Shift and Enter a range. Without this script the browser itself marks a single line.
listing.addEventListener('click', (event) => {
  const number = event.target.closest('.line > a');
  const [first] = rangeOf(location.hash);
  if (!number || !event.shiftKey || !first) return;
  event.preventDefault();
  // Shift and a click would select text.
  getSelection().removeAllRanges();
  const [from, to] = [first, Number(number.textContent)].sort((one, other) => one - other);
  history.replaceState(null, '', `#L${from}-L${to}`);
  mark();
});

listing.addEventListener('keydown', (event) => {
  const number = event.target.closest('.line > a');
  if (!number) return;
  const { key, shiftKey } = event;
  const { previousElementSibling: before, nextElementSibling: after } = number.parentElement;
  const next = { ArrowUp: before, ArrowDown: after, Home: lines[0], End: lines[lines.length - 1] }[key];
  if (key === 'Enter' && shiftKey) {
    event.preventDefault();
    number.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  }
  if (!next) return;
  event.preventDefault();
  number.tabIndex = -1;
  next.firstChild.tabIndex = 0;
  next.firstChild.focus();
});

addEventListener('hashchange', mark);
mark();
// The browser goes to a single line by itself.
const [start] = rangeOf(location.hash);
if (start) lines[start - 1]?.scrollIntoView({ block: 'center' });

// From a search that has found what its list does not show.
const sought = new URLSearchParams(location.hash.slice(1)).get('q');
if (sought) {
  const bare = (text) => text.toLowerCase().replace(/[_-]/g, '');
  const words = bare(sought).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const hit = [...lines].find((line) => words.some((word) => bare(codeIn(line)).includes(word)));
  if (hit) location.replace(`#${hit.firstChild.id}`);
  else document.querySelector('#cut')?.scrollIntoView();
}

function mark() {
  const [from, to] = rangeOf(location.hash);
  for (const [index, line] of lines.entries())
    line.classList.toggle('marked', index + 1 >= from && index < to);
  for (const id of ['share-link', 'share-embed']) {
    const field = document.getElementById(id);
    // The address ends the link, and stands before the title in the tag.
    const part = from ? location.hash : '';
    if (field) field.value = field.defaultValue.replace(id === 'share-link' ? /$/ : /(?=" title=)/, part);
  }
}

/** @returns the first and the last line; [] when the address names none */
function rangeOf(hash) {
  const [, from, to = from] = /^#L([1-9]\d{0,5})(?:-L?([1-9]\d{0,5}))?$/.exec(hash) ?? [];
  return from ? [Number(from), Number(to)].sort((one, other) => one - other) : [];
}

// The keyboard goes on at what it has saved. Somebody else may have logged in meanwhile.
const savedBy = session.get(SAVED);
session.remove(SAVED);
if (typeof savedBy === 'string') {
  document.querySelector('#main').focus({ preventScroll: true });
  const user = userOf(document) ?? '';
  const textContent = user === savedBy ? 'Saved' : `Saved as ${user}, who is logged in now`;
  document.querySelector('.facts').append(make('span', { className: 'saved', role: 'status', textContent }));
}

// Delete: the list says so, and waits some seconds for an Undo before it is sent (`list.js`).
const deleting = document.querySelector('.delete');
if (deleting) {
  deleting.querySelector('button').disabled = false;
  deleting.addEventListener('submit', (event) => {
    event.preventDefault();
    const { action, dataset } = deleting;
    const path = new URL(action).pathname;
    const next = session.get(LIST) ?? dataset.next;
    const name = document.querySelector('h1').textContent;
    const leave = async () => {
      const isKept = session.set(DELETING, { path, etag: dataset.etag, name });
      // Without storage there is no Undo.
      if (!isKept) {
        if (!confirm(`Delete “${name}”?`)) return;
        const response = await send(path, { method: 'DELETE', etag: dataset.etag });
        if (!response.ok) return void (await showRefusal(response));
      }
      location.assign(next);
    };
    // Without a connection, the browser would leave the page for its own.
    send(next, { method: 'HEAD' }).then(leave).catch(showFailure);
  });
}
