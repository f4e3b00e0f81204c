// Sends what a form cannot: PUT, DELETE, OPTIONS, and JSON. Shows the answer in place of the page.
import { send, showFailure, showRefusal } from './page.js';

ready();

document.addEventListener('submit', (event) => {
  const form = event.target;
  const { method } = form.dataset;
  if (!method || (method === 'POST' && !('json' in form.dataset))) return;
  event.preventDefault();
  const body = bodyOf(form);
  if (!body || (method === 'DELETE' && !confirm(`Delete ${location.pathname}?`))) return;
  submit(form, method, body).catch(showFailure);
});

async function submit(form, method, body) {
  const { etag } = form.dataset;
  const response = await send(form.action, { method, etag, ...body });
  if (response.status === 204) return showDeleted(method);
  const page = new DOMParser().parseFromString(await response.clone().text(), 'text/html');
  // A refusal that the form cannot correct leaves its texts where they are.
  if (!response.ok && response.status !== 400) return showRefusal(response);
  // The page that answers OPTIONS has empty forms: what was typed stays.
  for (const part of method === 'OPTIONS' ? ['.head', '.json'] : ['main'])
    document.querySelector(part).replaceWith(page.querySelector(part));
  ready();
  document.querySelector(response.ok ? '.head' : '[aria-invalid]')?.focus();
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
  const fields = [...form.elements].filter(({ name }) => name && name !== 'csrfmiddlewaretoken');
  if (!('json' in form.dataset)) {
    const sent = fields.filter(({ type, checked }) => type !== 'checkbox' || checked);
    return { body: new URLSearchParams(sent.map(({ name, value }) => [name, value])) };
  }
  const json = {};
  for (const field of fields) {
    try {
      json[field.name] = readValue(field);
    } catch {
      field.setCustomValidity('This is not JSON.');
      field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
      return void field.reportValidity();
    }
  }
  return { json };
}

/** A number that is none goes as text, and is refused in words. */
function readValue({ type, checked, value, dataset }) {
  if (type === 'checkbox') return checked;
  if (dataset.type === 'json') return JSON.parse(value);
  if (dataset.type === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  return value === '' && type !== 'textarea' ? undefined : value;
}

/** Until now these buttons would have sent POST. */
function ready() {
  for (const button of document.querySelectorAll('form[data-method] button')) button.disabled = false;
}
