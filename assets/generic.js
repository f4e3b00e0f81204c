// Sends what a form cannot: PUT, DELETE, OPTIONS, JSON, and a create that can be repeated. Shows the answer in place of
// the page.
import {
  forgetTold,
  isUnsettled,
  make,
  newKey,
  pageOf,
  readControl,
  send,
  showFailure,
  showRefusal,
  tell,
} from './page.js';

ready();

let isRunning = false;

document.addEventListener('submit', async (event) => {
  const form = event.target;
  const { method } = form.dataset;
  if (!method) return;
  event.preventDefault();
  if (isRunning) return;
  const body = bodyOf(form);
  if (!body || (method === 'DELETE' && !confirm(`Delete ${location.pathname}?`))) return;
  isRunning = true;
  forgetTold();
  await submit(form, method, body).catch(showFailure);
  isRunning = false;
});

/** What was sent by a form and not answered. A POST may have been carried out, so it is repeated before another one. */
const unanswered = new WeakMap();

async function submit(form, method, body) {
  const isPost = method === 'POST';
  const lost = isPost && unanswered.get(form);
  const first = lost || { ...body, headers: { 'Idempotency-Key': newKey() } };
  if (isPost) unanswered.set(form, first);
  const response = await send(form.action, { method, etag: form.dataset.etag, ...(isPost ? first : body) });
  if (!isUnsettled(response, lost)) unanswered.delete(form);
  // After a logout.
  if (response.redirected) return location.assign(response.url);
  if (response.status === 204) return showDeleted(method);
  // A refusal that the form cannot correct leaves its texts where they are.
  if (!response.ok && response.status !== 400) return showRefusal(response);
  if (lost && textOf(lost) !== textOf(body))
    return response.ok ? showFirst(response) : submit(form, method, body);
  const page = await pageOf(response);
  // The page that answers OPTIONS has empty forms: what was typed stays.
  for (const part of method === 'OPTIONS' ? ['.head', '.json'] : ['main'])
    document.querySelector(part).replaceWith(page.querySelector(part));
  ready();
  document.querySelector(response.ok ? '.head' : '[aria-invalid]')?.focus();
}

const textOf = ({ json, body }) => String(body ?? JSON.stringify(json));

/** The form has been edited since. */
function showFirst({ headers }) {
  const href = headers.get('Location');
  const made = href ? make('a', { href, textContent: href }) : 'carried out';
  tell(
    'note',
    make('p', {}, 'Your first request succeeded: ', made, '. What you changed since was not sent.'),
  );
}

/** An answer without content has no page. */
function showDeleted(method) {
  for (const part of document.querySelectorAll('.json > *, .card, form[data-method]')) part.remove();
  const head = document.querySelector('.head');
  head.textContent = `${method} ${location.pathname}\n\nHTTP 204 No Content`;
  head.focus();
}

/** @returns undefined when a field is no JSON, which the browser then says */
function bodyOf(form) {
  const { method } = form.dataset;
  if (method === 'DELETE' || method === 'OPTIONS') return {};
  const values = {};
  for (const field of form.elements) {
    if (!field.name || field.type === 'hidden') continue;
    try {
      values[field.name] = readControl(field);
    } catch {
      field.setCustomValidity('This is not JSON.');
      field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
      return void field.reportValidity();
    }
  }
  if ('json' in form.dataset) return { json: values };
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return { body: new URLSearchParams(given) };
}

/** Until now these buttons would have sent POST. */
function ready() {
  for (const button of document.querySelectorAll('form[data-method] button')) button.disabled = false;
}
