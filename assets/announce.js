// Shows on the next page what was done on this one. Otherwise a reloaded page looks as if nothing had happened.

import { forgetUnsaved } from './unsaved.js';

const KEY = 'done';

/** @param message shown at the top of the next page */
export function goAndAnnounce(address, message) {
  sessionStorage.setItem(KEY, message);
  forgetUnsaved();
  location.assign(address);
}

export function announceWhatWasDone() {
  const message = sessionStorage.getItem(KEY);
  if (message === null) return;
  sessionStorage.removeItem(KEY);
  const box = document.createElement('p');
  box.className = 'done';
  box.role = 'status';
  box.textContent = message;
  putAbove(box);
}

/** Above the content and with the focus: it is visible, screen readers read it, and the keyboard continues there. */
export function putAbove(box) {
  const main = document.querySelector('main');
  for (const old of main.querySelectorAll('.done, .problem')) old.remove();
  box.tabIndex = -1;
  main.prepend(box);
  box.focus();
}
