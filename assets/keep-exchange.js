// Keeps what a form sent and got, to show it on the next page: a POST leads away from its 201 and `Location`.

const SELECTOR = '.exchange';

/** @returns {Promise<string>} HTML of this service, for the next page */
export async function exchangeOf(response, method, path) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.querySelector(SELECTOR) ?? withoutBody(response, method, path);
  // What belongs to the path that was asked, not to what happened.
  for (const part of shown.querySelectorAll('.description, .toolbar')) part.remove();
  shown.removeAttribute('id');
  shown.removeAttribute('open');
  const status = `${response.status} ${response.statusText}`.trim();
  shown.querySelector('summary').textContent = `${method} ${path}: ${status}`;
  return shown.outerHTML;
}

/** @param html of `exchangeOf` @param box it is put after this */
export function showExchange(html, box) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const shown = page.querySelector(SELECTOR);
  if (shown) box.after(document.adoptNode(shown));
}

/** An answer without a body is no page: 204. */
function withoutBody({ status, statusText, headers }, method, path) {
  const shown = document.createElement('details');
  shown.className = 'exchange';
  const line = document.createElement('p');
  line.className = 'request-line';
  line.append(Object.assign(document.createElement('b'), { textContent: method }), ` ${path}`);
  const head = document.createElement('pre');
  head.className = 'head';
  head.tabIndex = 0;
  head.ariaLabel = 'Response head';
  const rows = [...headers].map(([name, value]) => `${name}: ${value}`);
  head.textContent = [`HTTP ${status} ${statusText}`, ...rows].join('\n');
  shown.append(document.createElement('summary'), line, head);
  return shown;
}
