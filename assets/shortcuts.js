// Keys for what is done often. They do nothing while the user types, and the help turns them off (WCAG 2.2, 2.1.4).

import { makeBox, putAbove } from './announce.js';

const SETTING = 'shortcuts';

/** The link says where to go from a page that has no such form (IANA link relations). */
const KEYS = {
  '/': { what: 'Search', part: '[role="search"]', link: 'search' },
  n: { what: 'New', part: '#form-post', link: 'create-form' },
  e: { what: 'Edit', part: '#form-put', refusal: 'Only the owner can edit this snippet.' },
};

const ROWS = '.rows .name';

export function takeShortcuts() {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === 'Enter' && (ctrlKey || metaKey) && target.form) {
      event.preventDefault();
      target.form.requestSubmit();
    }
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(target)) return;
    if (key === '?') toggleHelp();
    else if (!areOn() || document.querySelector('dialog[open]')) return;
    else if (Object.hasOwn(KEYS, key)) follow(event, KEYS[key]);
    else if (key === 'j' || key === 'k') moveInRows(key === 'j' ? 1 : -1);
  });
  document.addEventListener('click', ({ target }) => {
    if (target.closest?.('[data-help]')) toggleHelp();
  });
  // A link leads to a form: the keyboard goes on in its first field.
  addEventListener('hashchange', enterTarget);
  // The browser itself goes to the target when the page has loaded, and takes the focus away.
  addEventListener('load', () => setTimeout(enterTarget));
}

function moveInRows(step) {
  const rows = [...document.querySelectorAll(ROWS)];
  const current = rows.indexOf(document.activeElement);
  const next = current < 0 ? rows[0] : rows[current + step];
  next?.focus();
  next?.closest('li').scrollIntoView({ block: 'nearest' });
}

function follow(event, { part, link, refusal }) {
  const form = document.querySelector(part);
  if (form) {
    event.preventDefault();
    enter(form);
  } else if (link) {
    const address = document.querySelector(`link[rel="${link}"]`)?.href;
    if (address) location.assign(address);
  } else if (document.querySelector('.listing')) putAbove(makeBox('note', 'status', refusal));
}

function enterTarget() {
  const part = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (part instanceof HTMLFormElement) enter(part);
}

function enter(form) {
  for (let box = form.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
  // A new snippet is pasted at once.
  const field =
    (form.dataset.method === 'POST' && form.querySelector('textarea')) ||
    [...form.elements].find((control) => control.matches('input:not([type="hidden"]), textarea'));
  field?.focus();
  field?.closest('details, section, form').scrollIntoView({ block: 'nearest' });
}

function isTyping(target) {
  return target.matches?.(
    'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]',
  );
}

const areOn = () => localStorage.getItem(SETTING) !== 'off';

function toggleHelp() {
  const dialog = document.querySelector('#help') ?? makeHelp();
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function makeHelp() {
  const rows = [
    ...Object.entries(KEYS).map(([key, { what }]) => [what, key]),
    ['Next row, row before', 'j', 'k'],
    ['Save the form', 'Ctrl', 'Enter'],
    ['Leave the code field', 'Escape', 'Tab'],
    ['This help', '?'],
  ];
  const list = make(
    'dl',
    { class: 'keys' },
    ...rows.flatMap(([what, ...keys]) => [
      make('dt', {}, what),
      make('dd', {}, ...keys.flatMap((key) => [make('kbd', {}, key), ' '])),
    ]),
  );
  const box = make('input', { type: 'checkbox', id: 'help-on' });
  box.checked = areOn();
  box.addEventListener('change', () => localStorage.setItem(SETTING, box.checked ? 'on' : 'off'));
  const label = make('label', { for: 'help-on' }, 'Use single keys as shortcuts');
  const close = make('button', { class: 'quiet' }, 'Close');
  const dialog = make(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-heading' },
    make('h2', { id: 'help-heading' }, 'Keyboard shortcuts'),
    list,
    make('p', { class: 'check' }, box, label),
    make('form', { method: 'dialog' }, close),
  );
  document.body.append(dialog);
  return dialog;
}

function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}
