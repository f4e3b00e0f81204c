// Sends the forms with a method in `data-method`, then opens the page that the answer leads to.
import { goAndAnnounce } from './announce.js';
import { requestOf } from './form-request.js';
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
  const response = await fetch(form.getAttribute('action'), requestOf(form));
  const here = location.pathname + location.search;
  if (response.status === 201) goAndAnnounce(response.headers.get('Location') ?? here, 'Created.');
  else if (response.status === 204) goAndAnnounce(next, 'Deleted.');
  else if (response.ok && method === 'PUT') goAndAnnounce(here, 'Saved.');
  else await showAnswer(response, form);
}

/** A login in another tab invalidates the token of this page. The cookie has the token of the current session. */
function refreshToken(form) {
  const field = form.elements.namedItem('csrfmiddlewaretoken');
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (field && token) field.value = token;
}
