// Sends the forms with a method in `data-method`, then opens the page that the answer leads to.
import { goAndAnnounce } from './announce.js';
import { requestOf } from './form-request.js';
import { exchangeOf } from './keep-exchange.js';
import { showAnswer, showFailure } from './show-answer.js';

export function sendForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    refreshToken(form);
    if (!form.dataset.method) return;
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

async function send(form) {
  const { confirm: question, method, next } = form.dataset;
  if (question && !confirm(question)) return;
  const path = form.getAttribute('action');
  const response = await fetch(path, requestOf(form));
  const [address, message] = nextOf(response, method, next) ?? [];
  if (address === undefined) return showAnswer(response, form);
  goAndAnnounce(address, message, await exchangeOf(response, method, path));
}

/** @returns where a success leads, and what to say there; undefined: the answer is shown here */
function nextOf(response, method, next) {
  const here = location.pathname + location.search;
  if (response.status === 201) return [response.headers.get('Location') ?? here, 'Created.'];
  if (response.status === 204) return [next, 'Deleted.'];
  if (response.ok && method === 'PUT') return [here, 'Saved.'];
  return undefined;
}

/** A login in another tab invalidates the token of this page. The cookie has the token of the current session. */
function refreshToken(form) {
  const field = form.elements.namedItem('csrfmiddlewaretoken');
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (field && token) field.value = token;
}
