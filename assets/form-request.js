// The request that a form stands for.

/** @param {HTMLFormElement} form @returns {RequestInit} */
export function requestOf(form) {
  const { method, type, etag } = form.dataset;
  const headers = { Accept: 'text/html' };
  const fields = [...form.elements].filter((element) => element.name);
  const token = fields.find(({ name }) => name === 'csrfmiddlewaretoken');
  if (token) headers['X-CSRFToken'] = token.value;
  // Of two people who edit the same version the second must not overwrite the first unseen.
  if (etag) headers['If-Match'] = etag;
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
