// Says on the next page what was done on this one: a page that just loads again looks as if nothing had happened.

const KEY = 'done';

/** @param message what the page there says at its top */
export function goAndAnnounce(address, message) {
  sessionStorage.setItem(KEY, message);
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

/** Above the content, with the focus: screen readers read it, the keyboard goes on from there, and it is in view. */
export function putAbove(box) {
  const main = document.querySelector('main');
  for (const old of main.querySelectorAll('.done, .problem')) old.remove();
  box.tabIndex = -1;
  main.prepend(box);
  box.focus();
}
