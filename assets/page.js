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

/** Of the last try. */
export const forgetTold = () => document.querySelector('.told, main > .problem')?.remove();

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

export const pageOf = async (response) => new DOMParser().parseFromString(await response.text(), 'text/html');

/** The name of who asked for a page; undefined for nobody. */
export const userOf = (page) => page.querySelector('.site .username')?.textContent;

/** Shows what the service says, except of single fields. @param {Response} response @returns the page of the answer */
export async function showRefusal(response) {
  const page = await pageOf(response);
  forgetTold();
  if (page.querySelector('[aria-invalid]')) return page;
  const problem = page.querySelector('[role="alert"]');
  if (!problem) return showFailure(errorOf(response));
  // This page may have a text that is not saved.
  for (const link of page.querySelectorAll('[role="alert"] a, .login')) link.target = '_blank';
  const user = userOf(page);
  const isOther = user !== undefined && user !== userOf(document);
  const account = page.querySelector('.account, .site .login');
  if (account) document.querySelector('.account, .site .login')?.replaceWith(account);
  tell(
    'problem',
    ...problem.childNodes,
    ...(isOther ? [make('p', {}, `You are now logged in as ${user}.`)] : []),
  );
  return page;
}

/** The network, or a proxy whose answer is none of our pages. */
export function showFailure(error) {
  tell('problem', make('p', {}, wordsFor(error)));
}

export const errorOf = ({ status, statusText }) => new Error(`${status} ${statusText}`.trim());

export function wordsFor(error) {
  const what = error instanceof TypeError ? 'No connection.' : `The request failed: ${error.message}.`;
  return `${error.name === 'AbortError' ? 'Stopped.' : what} Nothing is lost: try again.`;
}

/** Copies a text, also without HTTPS, where browsers offer no clipboard but copy what is selected. */
export async function copy(button, text, source) {
  const name = button.textContent;
  button.setAttribute('aria-live', 'polite');
  const exact = await text;
  try {
    await navigator.clipboard.writeText(exact);
    button.textContent = 'Copied';
  } catch {
    button.textContent = copySelected(source, exact) ? 'Copied' : 'Press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = name;
  }, 2000);
}

/** Where this is refused too, the text stays selected. */
function copySelected(source, text) {
  const put = (event) => {
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
  document.addEventListener('copy', put);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', put);
  return isCopied;
}

document.addEventListener('click', ({ target }) => {
  const source = target.dataset?.copyFrom && document.getElementById(target.dataset.copyFrom);
  if (source) copy(target, source.value ?? source.textContent, source).catch(showFailure);
});

// --- Controls.

/** Controls have LF line ends only, or none. */
export const plain = (text) => text.replace(/\r\n?/g, '\n');

export function isEdited({ value, defaultValue }) {
  const shown = plain(defaultValue);
  return value !== shown && value !== shown.replaceAll('\n', '');
}

const ENDS = { crlf: '\r\n', cr: '\r' };

/**
 * What a control holds, as JSON. A text that was not edited is as it was stored; an edited one has the line ends that
 * the hidden field of its form names. A number that is none goes as text, and is refused in words.
 */
export function readControl(field) {
  const { type, checked, value, defaultValue, dataset, form } = field;
  if (type === 'checkbox') return checked;
  if (dataset.type === 'json') return JSON.parse(value);
  // Blank: not given.
  const isBlank = value.trim() === '';
  if (type.startsWith('select')) return isBlank ? undefined : value;
  if (dataset.type === 'number')
    return isBlank ? undefined : Number.isNaN(Number(value)) ? value : Number(value);
  if (isEdited(field)) return value.replaceAll('\n', ENDS[form.elements['line-ends']?.value] ?? '\n');
  return isBlank && type !== 'textarea' ? undefined : defaultValue;
}

/** Whether it is still unknown if a request was carried out. @param wasSent it was sent before, and not answered */
export const isUnsettled = ({ status }, wasSent) =>
  status >= 500 || (Boolean(wasSent) && [401, 403, 429].includes(status));

/** Works without HTTPS, unlike `crypto.randomUUID`. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

// --- What the browser keeps between pages. Where it refuses, nothing is kept, and all else works.

function storeOf(name) {
  const attempt = (act) => {
    try {
      return act(window[name]);
    } catch {
      return undefined;
    }
  };
  return {
    names: () => attempt(Object.keys) ?? [],
    /** @returns null or undefined for what is not kept, or cannot be read */
    get: (key) => attempt((store) => JSON.parse(store.getItem(key))),
    /** @returns whether it is kept */
    set: (key, value) => attempt((store) => store.setItem(key, JSON.stringify(value)) ?? true) ?? false,
    remove: (key) => attempt((store) => store.removeItem(key)),
  };
}

export const [local, session] = ['localStorage', 'sessionStorage'].map(storeOf);

export const draftsOf = (id) => `draft:${id}:`;
export const SAVED = 'saved';
/** The list that was read last: where a delete leads back to. */
export const LIST = 'list';

export const DELETING = 'deleting';
export const DELETED = 'deleted';
// A list that was asked for before its snippet was deleted still has it.
const deleted = session.get(DELETED);
document.querySelector(`.rows li:has(.name[href^="${deleted}"])`)?.remove();
session.remove(DELETED);

// A form that is sent without script has the token of the time when the page was opened.
document.addEventListener('submit', ({ target }) => {
  const field = target.elements.namedItem('csrfmiddlewaretoken');
  if (field) field.value = tokenOf() ?? field.value;
  // On a shared machine nothing stays of who leaves it.
  if (target.matches('.logout'))
    for (const name of local.names()) if (name.startsWith(draftsOf(target.dataset.user))) local.remove(name);
});

addEventListener('beforeprint', () => {
  const day = new Date().toLocaleDateString('en', { dateStyle: 'medium' });
  document.querySelector('.end > span').textContent = `${location.href}, ${day}`;
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
const areOn = () => local.get(SETTING) !== false;
const sayWhether = () => keys.setAttribute('aria-pressed', areOn());
keys.addEventListener('click', () => {
  local.set(SETTING, !areOn());
  sayWhether();
});
sayWhether();
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target.matches('input:not([type="checkbox"]), select, textarea');
  // What is typed while a form is being sent is no command.
  const isSent = document.querySelector('[aria-busy="true"]');
  if (ctrlKey || metaKey || altKey || isTyping || isSent || !areOn()) return;
  const names = [...document.querySelectorAll('.rows .name')].filter((name) => name.checkVisibility());
  const step = { j: 1, k: -1 }[key];
  if (step) return names[names.indexOf(target) + step]?.focus();
  const named = `[aria-keyshortcuts="${CSS.escape(key)}"]`;
  const found = document.querySelector(`main ${named}`) ?? document.querySelector(named);
  if (!found) return;
  event.preventDefault();
  if (found instanceof HTMLInputElement) found.focus();
  // The search is on another page.
  else if (key === '/') location.assign(`${found.href}#q`);
  else found.click();
});
