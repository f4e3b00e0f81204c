// Sends the forms with a method in `data-method`, then opens the page that the answer leads to.
import { exchangeOf, goAndAnnounce } from './announce.js';
import { showAnswer, showFailure } from './show-answer.js';

export function sendForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    refreshToken(form);
    if (!form.dataset.method || event.defaultPrevented) return;
    event.preventDefault();
    const button = event.submitter;
    if (button) button.disabled = true;
    send(form)
      .catch(showFailure)
      .finally(() => {
        if (button) button.disabled = false;
      });
  });
}

export async function send(form) {
  const { method, next } = form.dataset;
  const path = form.getAttribute('action');
  const response = await fetch(path, requestOf(form));
  const done = outcomeOf(response, method, next);
  if (!done && response.status === 412 && method === 'PUT' && !form.dataset.type) {
    const { showConflict } = await import('./conflict.js');
    return showConflict(form, response);
  }
  if (!done) return showAnswer(response, form);
  // Its draft is not needed any more.
  form.dispatchEvent(new Event('saved', { bubbles: true }));
  const { address, ...shown } = done;
  goAndAnnounce(address, { ...shown, exchange: await exchangeOf(response, method, path) });
}

/** @returns where a success leads, and what to say there; undefined: the answer is shown here */
function outcomeOf(response, method, next) {
  const here = location.pathname + location.search;
  if (response.status === 201) {
    const address = response.headers.get('Location') ?? here;
    return { address, message: 'Created.', link: new URL(address, location.href).href };
  }
  if (response.status === 204) return { address: next, message: 'Deleted.' };
  if (response.ok && method === 'PUT') return { address: here, message: 'Saved.' };
  return undefined;
}

/** A login in another tab invalidates the token of this page. The cookie has the token of the current session. */
function refreshToken(form) {
  const field = form.elements.namedItem('csrfmiddlewaretoken');
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (field && token) field.value = token;
}

/** @param {HTMLFormElement} form @returns {RequestInit} */
export function requestOf(form) {
  const { method, type, etag } = form.dataset;
  const headers = { Accept: 'text/html' };
  const fields = [...form.elements].filter((element) => element.name);
  const token = fields.find(({ name }) => name === 'csrfmiddlewaretoken');
  if (token) headers['X-CSRFToken'] = token.value;
  // If two users edit the same version, the second must not overwrite the first without notice.
  if (etag) headers['If-Match'] = etag;
  if (method === 'DELETE' || method === 'OPTIONS') return { method, headers };
  if (type) {
    headers['Content-Type'] = type;
    return { method, headers, body: form.elements.namedItem('_body').value };
  }
  // Reads the values directly, because a submitted form would convert the line ends of the code to CRLF.
  const sent = fields.filter((field) => field !== token && (field.type !== 'checkbox' || field.checked));
  return {
    method,
    headers,
    body: new URLSearchParams(sent.map((field) => [field.name, textOf(field, form)])),
  };
}

/**
 * A control has LF line ends only, or none. The raw JSON beside the form contains the stored text. Parts that the user
 * did not edit are sent unchanged. If all stored lines ended with CRLF, edited lines do too.
 */
function textOf(control, form) {
  const { name, value, defaultValue } = control;
  if (form.dataset.method !== 'PUT') return value;
  const stored = JSON.parse(form.parentElement.querySelector('[name="_body"]').defaultValue)[name];
  if (typeof stored !== 'string' || !/[\r\n]/.test(stored)) return value;
  const isArea = control instanceof HTMLTextAreaElement;
  if (value === (isArea ? defaultValue : defaultValue.replace(/\n/g, ''))) return stored;
  return isArea && !/\r(?!\n)|(?<!\r)\n/.test(stored) ? value.replace(/\n/g, '\r\n') : value;
}
