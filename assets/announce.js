// Shows on the next page what was done on this one. Otherwise a reloaded page looks as if nothing had happened.

import { showExchange } from './keep-exchange.js';
import { forgetUnsaved } from './unsaved.js';

const KEY = 'done';

/**
 * @param message shown at the top of the next page
 * @param exchange HTML of what was sent and answered, shown below the message
 */
export function goAndAnnounce(address, message, exchange) {
  sessionStorage.setItem(KEY, JSON.stringify({ message, exchange }));
  forgetUnsaved();
  location.assign(address);
}

export function announceWhatWasDone() {
  const done = sessionStorage.getItem(KEY);
  if (done === null) return;
  const { message, exchange } = JSON.parse(done);
  sessionStorage.removeItem(KEY);
  const box = document.createElement('p');
  box.className = 'done';
  box.role = 'status';
  box.textContent = message;
  putAbove(box);
  showExchange(exchange, box);
}

/** Above the content and with the focus: it is visible, screen readers read it, and the keyboard continues there. */
export function putAbove(box) {
  const main = document.querySelector('main');
  for (const old of main.querySelectorAll('.done, .problem')) old.remove();
  box.tabIndex = -1;
  main.prepend(box);
  box.focus();
}
