// The form of a snippet: Tab, a preview, drafts, and sending it, whatever stands in the way.
import {
  draftsOf,
  errorOf,
  forgetTold,
  isEdited,
  isUnsettled,
  local,
  make,
  newKey,
  plain,
  readControl,
  SAVED,
  send,
  session,
  showFailure,
  showRefusal,
  tell,
  userOf,
} from './page.js';

const form = document.querySelector('.snippet-form');
const { language, code } = form.elements;
// The hidden ones are not of the snippet.
const fields = [...form.elements].filter(({ name, type }) => name && type !== 'hidden');
const { preview: previewPath, user } = form.dataset;
let { method } = form.dataset;
const isNew = method === 'POST';
const submit = form.querySelector('button.primary');
// Until now it would have sent POST.
submit.disabled = false;

const valuesOf = () => Object.fromEntries(fields.map((field) => [field.name, readControl(field)]));

// --- Language: the page takes over the one that the service has shown, until a person chooses.

let isChosen = !isNew;
language.addEventListener('input', () => {
  isChosen = true;
});

const USED = 'languages';
const used = [local.get(USED) ?? []].flat();
// The few that were used last, on top.
const usedOptions = used.flatMap((value) => {
  const option = [...language.options].find((one) => one.value === value);
  return option ? [make('option', { value, textContent: option.textContent })] : [];
});
const chosen = language.value;
if (usedOptions.length > 0) language.prepend(make('optgroup', { label: 'Recently used' }, ...usedOptions));
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
  // The ending of the title is enough to tell the language. No character is cut in two.
  const title = [...(values.title ?? '')].slice(-100).join('');
  const json = { ...values, title, code: values.code.slice(0, MOST).replace(/[\ud800-\udbff]$/, '') };
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

// --- Drafts: what is typed stays in the browser until it is saved, for the user who typed it. Each opened form keeps its
// own. Those of other tabs and of earlier times are offered, and never inserted where somebody may type already.

const draftsHere = () => `${draftsOf(user)}${method}:${form.getAttribute('action')}:`;
let draftId = newKey();
/** Of all forms: storage is small. */
const MOST_DRAFTS = 20;

const isChosenOther = ({ options, value }) =>
  ![...options].some((option) => option.defaultSelected && option.value === value);
const isChanged = (field) => {
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  if (field.options) return (field !== language || isChosen) && isChosenOther(field);
  return isEdited(field);
};

/** The request that was sent and not answered: it may have been carried out. */
let unanswered;

function keep() {
  const name = draftsHere() + draftId;
  if (!fields.some(isChanged)) return local.remove(name);
  const state = fields.map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value]);
  const { etag } = form.dataset;
  local.set(name, { at: Date.now(), state, isChosen, etag, unanswered });
}

const forget = () => local.remove(draftsHere() + draftId);

form.addEventListener('input', keep);

/** @returns the names of the drafts that begin so, the last one first; those that cannot be read are dropped */
function draftNames(beginning) {
  const names = local.names().filter((name) => name.startsWith(beginning));
  const times = new Map(names.map((name) => [name, local.get(name)?.at]));
  for (const name of names) if (!(times.get(name) > 0)) local.remove(name);
  return names.filter((name) => times.get(name) > 0).sort((one, other) => times.get(other) - times.get(one));
}

for (const name of draftNames('draft:').slice(MOST_DRAFTS)) local.remove(name);
offerDraft(draftNames(draftsHere()));

function offerDraft([name, ...others]) {
  form.querySelector('.offer')?.remove();
  const draft = name && local.get(name);
  if (!draft) return;
  const [restore, discard] = ['Restore', 'Discard'].map((textContent) =>
    make('button', { type: 'button', textContent }),
  );
  restore.addEventListener('click', () => {
    // What was typed here meanwhile stays a draft.
    draftId = name.slice(draftsHere().length);
    for (const [field, value] of draft.state.map(([name, value]) => [form.elements[name], value]))
      if (field) field[field.type === 'checkbox' ? 'checked' : 'value'] = value;
    ({ isChosen, unanswered } = draft);
    // A newer version in between is noticed when it is saved.
    if (draft.etag) form.dataset.etag = draft.etag;
    offerDraft(others);
    code.focus();
    void preview();
  });
  discard.addEventListener('click', () => {
    local.remove(name);
    offerDraft(others);
    code.focus();
  });
  const words = `Unsaved text from ${ageOf(draft.at)}. `;
  form.prepend(make('p', { className: 'note offer', role: 'status' }, words, restore, discard));
}

function ageOf(time) {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return 'a moment ago';
  const [count, unit] =
    minutes < 60 ? [minutes, 'minute'] : minutes < 1440 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(count), unit);
}

// --- Keys: Tab indents by what the code indents by, Shift+Tab takes it back, Enter keeps it. After Escape, Tab leaves the
// field, so that the keyboard is never trapped; another Escape cancels. A key that composes a character is none of these.

let isLeaving = false;
code.addEventListener('keydown', (event) => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (event.isComposing) return;
  if (key === 'Escape' && !isLeaving) {
    isLeaving = true;
    event.stopPropagation();
  } else if (key === 'Tab' && !isLeaving) {
    event.preventDefault();
    indent(shiftKey);
  } else if (key !== 'Tab' && key !== 'Shift') {
    isLeaving = false;
    const [lead] = /[\t ]*/.exec(code.value.slice(lineStart(), code.selectionStart));
    if (key !== 'Enter' || lead === '' || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    insert(`\n${lead}`);
  }
});
code.addEventListener('focus', () => {
  isLeaving = false;
});

const lineStart = () => code.value.slice(0, code.selectionStart).lastIndexOf('\n') + 1;

/** Of one line or of several that are selected; without Shift and a selection of several, at the caret. */
function indent(isBack) {
  const { value, selectionStart, selectionEnd } = code;
  const unit = /^(?:\t| {2,8}(?=\S))/m.exec(value)?.[0] ?? '\t';
  const isBlock = value.slice(selectionStart, selectionEnd).includes('\n');
  if (!isBlock && !isBack) return insert(unit);
  const start = lineStart();
  const [lead] = /^[\t ]*/.exec(value.slice(start));
  const end = Math.max(selectionEnd, start + lead.length);
  const old = value.slice(start, end);
  const back = unit === '\t' ? /^(?:\t| {1,4})/gm : new RegExp(`^(?:\t| {1,${unit.length}})`, 'gm');
  const text = isBack ? old.replace(back, '') : old.replace(/^(?=.)/gm, unit);
  if (text === old) return;
  code.setSelectionRange(start, end);
  insert(text);
  const caret = Math.max(start, selectionEnd + text.length - old.length);
  code.setSelectionRange(isBlock ? start : caret, isBlock ? start + text.length : caret);
}

/** Text that the user can undo. Chromium needs seconds for a thousand lines of it, and none as HTML. */
function insert(text) {
  const isIn = text && document.execCommand('insertHTML', false, make('p', { textContent: text }).innerHTML);
  if (!isIn) document.execCommand(text ? 'insertText' : 'delete', false, text);
}

form.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
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

/** Milliseconds without an answer until the page says so. */
const LATE = 5000;
/** Of a save that runs, and of one that has succeeded until the page is left. */
let saving;
let label = submit.textContent;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  // Pressed twice, or held.
  if (saving) return;
  saving = new AbortController();
  saving.signal.addEventListener('abort', () => running?.abort());
  forgetTold();
  const focused = document.activeElement;
  lock(true);
  const late = setTimeout(sayLate, LATE);
  const show = await save(saving.signal).catch((error) => () => showFailure(error));
  clearTimeout(late);
  if (!show) return;
  saving = undefined;
  lock(false);
  focused.focus();
  show();
});

// Back to a page that the browser has kept, as it was when it was left.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** What is typed while a save runs would be lost with the page. */
function lock(isLocked) {
  form.ariaBusy = String(isLocked);
  for (const control of [...fields, submit]) control.disabled = isLocked;
  submit.textContent = isLocked ? 'Saving…' : label;
}

function sayLate() {
  const stop = make('button', { type: 'button', textContent: 'Stop waiting' });
  stop.addEventListener('click', () => saving?.abort());
  tell('note', make('p', {}, 'No answer yet.'), stop);
}

/** @returns shows why it is not saved; undefined when it is: then the page is about to be left */
async function save(signal) {
  // What was pasted a moment ago has no language yet.
  if (!isChosen && isStale) await preview();
  const lost = unanswered;
  // A request without an answer is repeated as it was, and is carried out once. What was edited since follows.
  unanswered ??= { key: newKey(), json: valuesOf() };
  keep();
  const { key, json } = unanswered;
  const headers = { 'Idempotency-Key': key };
  const response = await send(form.action, { method, json, etag: form.dataset.etag, headers, signal });
  if (!isUnsettled(response, lost)) unanswered = undefined;
  const { status } = response;
  if (status === 404) return becomeNew;
  const current = status === 412 ? await readCurrent(signal) : undefined;
  if (current?.status === 404) return becomeNew;
  if (current && !isSame(current.values, json)) return () => showConflict(current);
  if (!response.ok && !current) {
    const page = await showRefusal(response);
    return () => showMistakes(page);
  }
  const path = response.headers.get('Location') ?? form.getAttribute('action');
  if (JSON.stringify(valuesOf()) !== JSON.stringify(json)) {
    become('PUT', path, '');
    form.dataset.etag = (await readCurrent(signal)).etag;
    return save(signal);
  }
  forget();
  local.set(USED, [...new Set([language.value, ...used])].slice(0, 5));
  session.set(SAVED, userOf(document) ?? '');
  location.assign(path);
}

/** The snippet as it is stored now. */
async function readCurrent(signal) {
  const response = await fetch(form.action, { headers: { Accept: 'application/json' }, signal });
  const { ok, status } = response;
  if (!ok && status !== 404) throw errorOf(response);
  return { status, etag: response.headers.get('ETag'), values: await response.json() };
}

const textIn = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));
const isSame = (one, other) => fields.every(({ name }) => textIn(one[name]) === textIn(other[name]));

/** Its draft goes with it. */
function become(nextMethod, path, etag) {
  forget();
  method = nextMethod;
  form.setAttribute('action', path);
  form.dataset.etag = etag;
  label = method === 'PUT' ? 'Save' : 'Save as new';
  if (!saving) submit.textContent = label;
  keep();
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
  become('POST', new URL('..', form.action).pathname, '');
  tell('problem', make('p', {}, 'This snippet was deleted. Your text is kept.'));
}

// --- Somebody else saved: both texts, each with its button.

function showConflict({ etag, values: theirs }) {
  const keepMine = make('button', {
    type: 'button',
    className: 'primary',
    textContent: 'Save mine over theirs',
  });
  const takeTheirs = make('button', { type: 'button', textContent: 'Discard mine' });
  keepMine.addEventListener('click', () => {
    form.dataset.etag = etag;
    form.requestSubmit(submit);
  });
  takeTheirs.addEventListener('click', () => {
    forget();
    location.assign(form.getAttribute('action'));
  });
  const mine = valuesOf();
  const told = tell(
    'problem conflict',
    make('p', {}, 'Someone saved a newer version. Differences are marked.'),
    make('p', { className: 'toolbar' }, takeTheirs, keepMine),
    textView('Theirs', theirs, mine),
    textView('Yours', mine, theirs),
  );
  told.focus();
  for (const mark of told.querySelectorAll('mark:first-of-type'))
    mark.parentElement.scrollTop = mark.offsetTop - mark.parentElement.offsetTop - 50;
}

/** What differs from the other one: fields in words, lines by a mark where this one has changed them. */
function textView(name, values, other) {
  const word = (value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : textIn(value) || 'none');
  const facts = fields
    .filter((field) => field !== code && textIn(values[field.name]) !== textIn(other[field.name]))
    .map((field) =>
      make('p', {}, `${form.querySelector(`[for="${field.id}"]`).textContent}: ${word(values[field.name])}`),
    );
  const [base, there, here] = [code.defaultValue, other.code, values.code].map((text) =>
    plain(text).split('\n'),
  );
  const known = new Set([...base, ...there]);
  const gone = base.filter((line) => !here.includes(line) && there.includes(line)).length;
  if (gone > 0) facts.push(make('p', {}, `Lines removed: ${gone}`));
  const lines = plain(values.code)
    .split(/(?<=\n)/)
    .map((line) => (known.has(line.replace('\n', '')) ? line : make('mark', { textContent: line })));
  const text = make('pre', { tabIndex: 0, role: 'region', ariaLabel: `${name}, code` }, ...lines);
  return make('section', {}, make('h2', { textContent: name }), ...facts, text);
}
