// Shows on the next page what was done on this one, with what a form sent and got: a POST leads away from its 201 and
// `Location`, and a reloaded page looks as if nothing had happened.

const KEY = 'done';

/**
 * @param {{message: string, link?: string, exchange?: string}} done at the top of the next page: what was done, a link
 *   to copy, and HTML of what was sent and answered
 */
export function goAndAnnounce(address, done) {
  sessionStorage.setItem(KEY, JSON.stringify(done));
  location.assign(address);
}

export function announceWhatWasDone() {
  const done = sessionStorage.getItem(KEY);
  if (done === null) return;
  const { message, link, exchange } = JSON.parse(done);
  sessionStorage.removeItem(KEY);
  const box = makeBox('done', 'status', message);
  if (link) box.append(...copyableLink(link));
  putAbove(box);
  if (exchange) showExchange(exchange, box);
}

function copyableLink(link) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' });
  button.dataset.copy = '';
  button.textContent = 'Copy link';
  const text = Object.assign(document.createElement('pre'), { className: 'heard', textContent: link });
  return [button, text];
}

/** @param {string[]} texts a paragraph each */
export function makeBox(className, role, ...texts) {
  const box = Object.assign(document.createElement('div'), { className, role });
  box.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
  return box;
}

/** Above the content and with the focus: it is visible, screen readers read it, and the keyboard continues there. */
export function putAbove(box) {
  const main = document.querySelector('main');
  for (const old of main.querySelectorAll(':scope > :is(.done, .problem, .note)')) old.remove();
  box.tabIndex = -1;
  main.prepend(box);
  box.focus();
}

/** @returns {Promise<string>} HTML of this service, for the next page */
export async function exchangeOf(response, method, path) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.querySelector('.exchange') ?? withoutBody(response, method, path);
  // What belongs to the path that was asked, not to what happened.
  for (const part of shown.querySelectorAll('.description, .toolbar')) part.remove();
  shown.removeAttribute('id');
  shown.removeAttribute('open');
  const status = `${response.status} ${response.statusText}`.trim();
  shown.querySelector('summary').textContent = `${method} ${path}: ${status}`;
  return shown.outerHTML;
}

/** @param html of `exchangeOf` @param box it is put after this */
function showExchange(html, box) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const shown = page.querySelector('.exchange');
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
