// Sends the forms with a method in `data-method`, then opens the page that the answer leads to.
import { goAndAnnounce } from './announce.js';
import { requestOf } from './form-request.js';
import { exchangeOf } from './keep-exchange.js';
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
