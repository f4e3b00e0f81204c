// Shows on the next page what was done on this one. Otherwise a reloaded page looks as if nothing had happened.
import { showExchange } from './keep-exchange.js';

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
