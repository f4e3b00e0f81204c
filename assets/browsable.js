// What HTML forms cannot do by themselves: PUT, DELETE and OPTIONS, raw JSON, Tab in the code area.
// Everything else works without this script.

document.documentElement.classList.add('has-script');

/**
 * A control knows LF alone, or no end of line at all. Of a stored text, which the raw JSON beside the form holds, what
 * nobody touched is sent as it was; where it was edited and all lines ended with CRLF, they do so again.
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

/** @param {HTMLFormElement} form @returns {RequestInit} */
function requestOf(form) {
  const { method, type } = form.dataset;
  const headers = { Accept: 'text/html' };
  const fields = [...form.elements].filter((element) => element.name);
  const token = fields.find(({ name }) => name === 'csrfmiddlewaretoken');
  if (token) headers['X-CSRFToken'] = token.value;
  if (method === 'DELETE' || method === 'OPTIONS') return { method, headers };
  if (type) {
    headers['Content-Type'] = type;
    return { method, headers, body: form.elements.namedItem('_body').value };
  }
  // The values themselves: a submitted form would turn the lines of the code into CRLF.
  const sent = fields.filter((field) => field !== token && (field.type !== 'checkbox' || field.checked));
  return {
    method,
    headers,
    body: new URLSearchParams(sent.map((field) => [field.name, textOf(field, form)])),
  };
}

/** Shows an answer in the place of the page's content. */
async function show(response) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main');
  if (!main) return location.reload();
  document.querySelector('main').replaceWith(main);
  const wrong = main.querySelector('[aria-invalid="true"]');
  (wrong ?? main).focus();
}

async function send(form) {
  const { confirm: question, method, next } = form.dataset;
  if (question && !confirm(question)) return;
  const response = await fetch(form.getAttribute('action'), requestOf(form));
  if (response.status === 201) location.assign(response.headers.get('Location') ?? location.href);
  else if (response.status === 204) location.assign(next);
  else if (response.ok && method === 'PUT') location.reload();
  else await show(response);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.dataset.method) return;
  event.preventDefault();
  const button = event.submitter;
  if (button) button.disabled = true;
  send(form)
    .catch((error) => alert(`The request failed: ${error.message}`))
    .finally(() => {
      if (button) button.disabled = false;
    });
});

// Tab indents in a code area; Escape lets the next Tab leave it, so that the keyboard is never trapped.
let leaving = false;
document.addEventListener('keydown', (event) => {
  const area = event.target;
  if (!(area instanceof HTMLTextAreaElement) || !area.classList.contains('code')) return;
  if (event.key === 'Escape') leaving = true;
  else if (event.key === 'Tab' && !leaving && !event.shiftKey) {
    event.preventDefault();
    area.setRangeText('\t', area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  } else if (event.key !== 'Tab' && event.key !== 'Shift') leaving = false;
});
document.addEventListener('focusin', () => {
  leaving = false;
});
