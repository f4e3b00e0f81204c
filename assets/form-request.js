// Makes the request of a form.

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
