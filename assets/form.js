// The form of a snippet: Tab, a preview, drafts, and sending it, whatever stands in the way.
import { DRAFT, errorOf, make, SAVED, send, showFailure, showRefusal, tell } from './page.js';

const form = document.querySelector('.snippet-form');
const { title, language, code, style, linenos } = form.elements;
const fields = [title, language, code, style, linenos];
const { preview: previewPath } = form.dataset;
let { method } = form.dataset;
const isNew = method === 'POST';
const submit = form.querySelector('button.primary');
// Until now it would have sent POST.
submit.disabled = false;

const plain = (text) => text.replace(/\r\n?/g, '\n');

/**
 * A control has LF line ends only, or none. What was not edited is sent as it was stored; if all stored lines end with
 * CRLF, edited lines do too.
 */
function textOf({ value, defaultValue }) {
  const shown = plain(defaultValue);
  if (value === shown || value === shown.replaceAll('\n', '')) return defaultValue;
  return /\r\n/.test(defaultValue) && !/\r(?!\n)|(?<!\r)\n/.test(defaultValue)
    ? value.replaceAll('\n', '\r\n')
    : value;
}

const valuesOf = () => ({
  title: textOf(title),
  code: textOf(code),
  linenos: linenos.checked,
  style: style.value,
  language: language.value,
});

// --- Language: the page takes over the one that the service has shown, until a person chooses.

let isChosen = !isNew;
language.addEventListener('input', () => {
  isChosen = true;
});

const USED = 'languages';
const used = JSON.parse(localStorage.getItem(USED) ?? '[]');
// The few that were used last, on top.
const usedOptions = used.flatMap((value) => {
  const option = [...language.options].find((one) => one.value === value);
  return option ? [make('option', { value, textContent: option.textContent })] : [];
});
const chosen = language.value;
if (usedOptions.length > 0) language.prepend(make('optgroup', { label: 'Used last' }, ...usedOptions));
language.value = chosen;

// --- Preview, made by the service.

/** Milliseconds without a key before the preview is asked for, and between two: 120 are allowed in a minute. */
const [WAIT, APART] = [150, 500];
/** Of longer code the beginning: it is sent again at every pause. */
const MOST = 20_000;
const box = form.querySelector('.preview');
const root = box.lastElementChild.attachShadow({ mode: 'open' });
let timer;
let running;
let askedAt = 0;
let isStale = false;

form.addEventListener('input', () => {
  isStale = true;
  running?.abort();
  clearTimeout(timer);
  const wait = Math.max(WAIT, askedAt + APART - performance.now());
  timer = setTimeout(preview, wait);
});

/** Hides the preview when it cannot be made: no connection, or too many in a minute. */
const preview = () =>
  refresh().catch(({ name }) => {
    if (name !== 'AbortError') box.hidden = true;
  });

async function refresh() {
  running = new AbortController();
  if (code.value.trim() === '') {
    box.hidden = true;
    return;
  }
  const values = valuesOf();
  // The ending of the title is enough to tell the language.
  const title = [...values.title].slice(-100).join('');
  const json = { ...values, title, code: values.code.slice(0, MOST) };
  const path = isChosen ? previewPath : `${previewPath}?detect=true`;
  askedAt = performance.now();
  const response = await send(path, { method: 'POST', json, signal: running.signal });
  if (!response.ok) throw errorOf(response);
  isStale = false;
  const shown = response.headers.get('Snippet-Language');
  if (!isChosen && shown) language.value = shown;
  box.querySelector('h2').textContent = code.value.length > MOST ? 'Preview of the beginning' : 'Preview';
  show(await response.text());
}

const LAYOUT = `div.hljs { --side: 1rem; --hairline: #8884; width: max-content; min-width: 100%; min-height: 100% }
  pre { font: 0.8438rem/1.6 var(--mono) } .code, td.numbers { padding-block: 0.8rem }
  a { pointer-events: none } code span { unicode-bidi: isolate }`;

/** The sheet of a style applies to the preview only. The page's policy forbids inline sheets, but not made ones. */
function show(page) {
  // The parser would report the inline sheet as forbidden.
  const [before, sheet, rest] = page.split(/<style>|<\/style>/, 3);
  const made = new DOMParser().parseFromString(before + rest, 'text/html');
  const own = new CSSStyleSheet();
  own.replaceSync(sheet + LAYOUT);
  root.adoptedStyleSheets = [own];
  root.replaceChildren(
    make('div', { className: 'hljs' }, document.adoptNode(made.querySelector('main > *'))),
  );
  box.hidden = false;
}

// An edit is previewed when it is opened, and names the tab.
const name = document.title;
addEventListener('hashchange', previewEdit);
// The browser opens the form that the address names when the page is there.
addEventListener('load', previewEdit);
function previewEdit() {
  const isOpen = location.hash === '#edit';
  document.title = isOpen ? `Edit ${name}` : name;
  if (!isOpen) return;
  if (!form.contains(document.activeElement)) code.focus({ preventScroll: true });
  void preview();
}

// --- Drafts: what is typed stays in the browser until it is saved.

const user = document.querySelector('.site .username')?.textContent ?? '';
const key = `${DRAFT}${user}:${method}:${form.getAttribute('action')}`;
let isKept = true;

const isOther = ({ options, value }) =>
  ![...options].some((option) => option.defaultSelected && option.value === value);
const isChanged = () =>
  [title, code].some(({ value, defaultValue }) => value !== plain(defaultValue)) ||
  linenos.checked !== linenos.defaultChecked ||
  isOther(style) ||
  (isChosen && isOther(language));

function keep() {
  if (!isKept) return;
  try {
    const draft = { values: { ...valuesOf(), code: code.value }, isChosen, etag: form.dataset.etag };
    if (isChanged()) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // The browser keeps nothing, or no more: the text stays on the page.
  }
}

function forget() {
  isKept = false;
  localStorage.removeItem(key);
}

form.addEventListener('input', keep);
document.addEventListener('submit', ({ target }) => {
  if (target.matches('.logout')) forget();
});

const kept = localStorage.getItem(key);
if (kept && !form.querySelector('[aria-invalid]')) {
  const draft = JSON.parse(kept);
  for (const field of fields)
    if (field === linenos) field.checked = draft.values.linenos;
    else field.value = draft.values[field.name];
  isChosen = draft.isChosen;
  // A newer version in between is noticed when it is saved.
  if (draft.etag) form.dataset.etag = draft.etag;
  const drop = make('button', { type: 'button', textContent: 'Discard' });
  drop.addEventListener('click', () => {
    forget();
    location.reload();
  });
  form.prepend(make('p', { className: 'note', role: 'status' }, 'Your draft is back. ', drop));
  void preview();
}

// --- Keys: Tab indents; after Escape it leaves the field, so that the keyboard is never trapped. Another one cancels.

let isLeaving = false;
code.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !isLeaving) {
    isLeaving = true;
    event.stopPropagation();
  } else if (event.key === 'Tab' && !isLeaving && !event.shiftKey) {
    event.preventDefault();
    indent();
  } else if (event.key !== 'Tab' && event.key !== 'Shift') isLeaving = false;
});
code.addEventListener('focus', () => {
  isLeaving = false;
});

/** If several lines are selected, indents them; otherwise inserts a tab at the caret. */
function indent() {
  const { value, selectionStart, selectionEnd } = code;
  const selected = value.slice(selectionStart, selectionEnd);
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
  const isBlock = selected.includes('\n');
  const text = isBlock ? value.slice(start, selectionEnd).replace(/^(?=.)/gm, '\t') : '\t';
  if (isBlock) code.setSelectionRange(start, selectionEnd);
  // Text that the user can undo. Chromium needs seconds for a thousand lines of it, and none as HTML.
  const isIn = document.execCommand('insertHTML', false, make('p', { textContent: text }).innerHTML);
  if (!isIn) document.execCommand('insertText', false, text);
  if (isBlock) code.setSelectionRange(start, start + text.length);
}

form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') form.querySelector('.send a').click();
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !submit.checkVisibility()) return;
  event.preventDefault();
  form.requestSubmit(submit);
});

// --- Sending.

const most = Number(code.dataset.most);
code.addEventListener('input', () => {
  const count = code.value.length > most ? [...code.value].length : 0;
  const format = new Intl.NumberFormat('en').format;
  code.setCustomValidity(
    count > most ? `At most ${format(most)} characters: this has ${format(count)}.` : '',
  );
});

form.addEventListener('input', ({ target }) => {
  target.removeAttribute('aria-invalid');
  target.parentElement.querySelector('.error')?.remove();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit.disabled = true;
  save()
    .catch(showFailure)
    .finally(() => {
      submit.disabled = false;
      // It lost the focus meanwhile.
      if (document.activeElement === document.body) submit.focus();
    });
});

async function save() {
  // What was pasted a moment ago has no language yet.
  if (!isChosen && isStale) await preview();
  const response = await send(form.action, { method, json: valuesOf(), etag: form.dataset.etag });
  if (response.status === 404) return becomeNew();
  if (response.status === 412) return showConflict();
  if (!response.ok) return showMistakes(await showRefusal(response));
  forget();
  localStorage.setItem(USED, JSON.stringify([...new Set([language.value, ...used])].slice(0, 5)));
  sessionStorage.setItem(SAVED, 'yes');
  location.assign(response.headers.get('Location') ?? form.action);
}

/** @param page of the answer: it has the same form, with a message under each field that was refused */
function showMistakes(page) {
  for (const old of form.querySelectorAll('.error')) old.remove();
  for (const field of fields) {
    const refused = page?.querySelector(`[name="${field.name}"][aria-invalid]`);
    field.toggleAttribute('aria-invalid', Boolean(refused));
    if (!refused) continue;
    field.setAttribute('aria-invalid', 'true');
    const error = page.getElementById(refused.getAttribute('aria-describedby').split(' ').at(-1));
    error.id = `${field.id}-error`;
    field.setAttribute('aria-describedby', field === code ? `form-keys ${error.id}` : error.id);
    field.closest('p').append(error);
  }
  form.querySelector('[aria-invalid="true"]')?.focus();
}

/** Somebody else deleted it. */
function becomeNew() {
  method = 'POST';
  form.dataset.etag = '';
  form.action = new URL('..', form.action).pathname;
  submit.textContent = 'Save as new';
  tell('problem', make('p', {}, 'This snippet was deleted. Your text is kept.'));
}

// --- Somebody else saved: both texts, each with its button.

async function showConflict() {
  const path = form.getAttribute('action');
  const response = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!response.ok) return becomeNew();
  const theirs = await response.json();
  const keepMine = make('button', { type: 'button', className: 'primary', textContent: 'Keep mine' });
  const takeTheirs = make('button', { type: 'button', textContent: 'Take theirs' });
  keepMine.addEventListener('click', () => {
    form.dataset.etag = response.headers.get('ETag');
    form.requestSubmit(submit);
  });
  takeTheirs.addEventListener('click', () => {
    forget();
    location.assign(path);
  });
  const mine = { ...valuesOf(), code: code.value };
  const told = tell(
    'problem conflict',
    make('p', {}, 'Someone saved a newer version. Lines that the other one does not have are marked.'),
    make('p', { className: 'toolbar' }, takeTheirs, keepMine),
    textView('Theirs', theirs, mine),
    textView('Yours', mine, theirs),
  );
  told.focus();
  for (const mark of told.querySelectorAll('mark:first-of-type'))
    mark.parentElement.scrollTop = mark.offsetTop - mark.parentElement.offsetTop - 50;
}

/** What differs from the other one: fields in words, lines by a mark. */
function textView(name, values, other) {
  const word = (value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value || 'none');
  const facts = fields
    .filter((field) => field !== code && values[field.name] !== other[field.name])
    .map((field) =>
      make('p', {}, `${form.querySelector(`[for="${field.id}"]`).textContent}: ${word(values[field.name])}`),
    );
  const known = new Set(plain(other.code).split('\n'));
  const lines = plain(values.code)
    .split(/(?<=\n)/)
    .map((line) => (known.has(line.replace('\n', '')) ? line : make('mark', { textContent: line })));
  const text = make('pre', { tabIndex: 0, role: 'region', ariaLabel: `${name}, code` }, ...lines);
  return make('section', {}, make('h2', { textContent: name }), ...facts, text);
}
