// What every page does: keys, menus, and the token of a login in another tab. What the other scripts share.

/** Adds what is given to a new element. */
export function make(name, properties = {}, ...content) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

/** A message: beside the button of an open form, where the keyboard stays; else above the content, with the focus. */
export function tell(className, ...content) {
  const role = className.startsWith('problem') ? 'alert' : 'status';
  const box = make('div', { className: `${className} told`, role, tabIndex: -1 }, ...content);
  forgetTold();
  const button = document.querySelector('.send');
  if (button?.checkVisibility()) {
    button.before(box);
    box.scrollIntoView({ block: 'nearest' });
  } else {
    document.querySelector('main').prepend(box);
    box.focus();
  }
  return box;
}

const forgetTold = () => document.querySelector('.told, main > .problem')?.remove();

const tokenOf = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];

/** Asks this service, with the CSRF token. The answer is a page. @param {{ json?: object, etag?: string }} options */
export function send(path, { json, etag, headers, ...options }) {
  const all = { Accept: 'text/html', ...headers };
  const token = tokenOf();
  if (token) all['X-CSRFToken'] = token;
  if (etag) all['If-Match'] = etag;
  if (json) Object.assign(all, { 'Content-Type': 'application/json' });
  return fetch(path, { ...options, headers: all, ...(json && { body: JSON.stringify(json) }) });
}

/** Shows what the service says, except of single fields. @param {Response} response @returns the page of the answer */
export async function showRefusal(response) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  forgetTold();
  if (page.querySelector('[aria-invalid]')) return page;
  const problem = page.querySelector('[role="alert"]');
  if (!problem) return showFailure(errorOf(response));
  // This page may have a text that is not saved.
  for (const link of page.querySelectorAll('[role="alert"] a, .login')) link.target = '_blank';
  const login = page.querySelector('.login');
  if (login) document.querySelector('.account')?.replaceWith(login);
  tell('problem', ...problem.childNodes);
  return page;
}

/** The network, or a proxy whose answer is none of our pages. */
export function showFailure(error) {
  tell('problem', make('p', {}, wordsFor(error)));
}

export const errorOf = ({ status, statusText }) => new Error(`${status} ${statusText}`.trim());

export function wordsFor(error) {
  const what = error instanceof TypeError ? 'No connection.' : `The request failed: ${error.message}.`;
  return `${what} Nothing is lost: try again.`;
}

export const DRAFT = 'draft:';
export const SAVED = 'saved';

export const DELETING = 'deleting';
export const DELETED = 'deleted';
// A list that was asked for before its snippet was deleted still has it.
const deleted = sessionStorage.getItem(DELETED);
document.querySelector(`.rows li:has(.name[href="${deleted}"])`)?.remove();
sessionStorage.removeItem(DELETED);

// A form that is sent without script has the token of the time when the page was opened.
document.addEventListener('submit', ({ target }) => {
  const field = target.elements.namedItem('csrfmiddlewaretoken');
  if (field) field.value = tokenOf() ?? field.value;
  // On a shared machine the next user must not find the texts of the last one.
  if (target.matches('.logout'))
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key);
});

// Escape, and a click elsewhere, close a menu.
const openMenus = () => document.querySelectorAll('details.menu[open]');
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape')
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
});
document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) menu.open = menu.contains(target);
});

// Single keys, which can be turned off (WCAG 2.2, 2.1.4): a link or a field names its own.
const SETTING = 'keys';
const keys = document.querySelector('[data-keys]');
const areOn = () => localStorage.getItem(SETTING) !== 'off';
const sayWhether = () => keys.firstChild.replaceWith(areOn() ? 'Keys on: ' : 'Keys off: ');
keys.addEventListener('click', () => {
  localStorage.setItem(SETTING, areOn() ? 'off' : 'on');
  sayWhether();
});
sayWhether();
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target.matches('input:not([type="checkbox"]), select, textarea');
  if (ctrlKey || metaKey || altKey || isTyping || !areOn()) return;
  const names = [...document.querySelectorAll('.rows .name')].filter((name) => name.checkVisibility());
  const step = { j: 1, k: -1 }[key];
  if (step) return names[names.indexOf(target) + step]?.focus();
  const named = `[aria-keyshortcuts="${CSS.escape(key)}"]`;
  const found = document.querySelector(`main ${named}`) ?? document.querySelector(named);
  if (!found) return;
  event.preventDefault();
  if (found instanceof HTMLInputElement) found.focus();
  // The search is on another page.
  else location.assign(key === '/' ? `${found.href}#q` : found.href);
});
