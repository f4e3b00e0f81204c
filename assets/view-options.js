// How the code of a snippet is shown: with long lines wrapped, with line numbers, or saved as a picture.

import { showFailure } from './show-answer.js';

const SETTING = 'wrap';

export function changeView() {
  const listing = document.querySelector('.listing');
  if (!listing) return;
  const numbers = listing.querySelector('.numbers');
  // A number is as high as its line.
  const observer = new ResizeObserver(() => fitNumbers(listing, numbers));
  const wrap = (isOn) => {
    listing.classList.toggle('wrapped', isOn);
    press('wrap', isOn);
    if (isOn) observer.observe(listing);
    else observer.disconnect();
    fitNumbers(listing, numbers);
  };
  if (localStorage.getItem(SETTING) === 'on') wrap(true);
  document.addEventListener('click', ({ target }) => {
    const { toggle, picture } = target.closest?.('.more button')?.dataset ?? {};
    if (toggle === 'wrap') {
      const isOn = !listing.classList.contains('wrapped');
      localStorage.setItem(SETTING, isOn ? 'on' : 'off');
      wrap(isOn);
    }
    if (toggle === 'numbers') press('numbers', !listing.classList.toggle('unnumbered'));
    if (picture)
      import('./picture.js').then(({ savePicture }) => savePicture(listing, picture)).catch(showFailure);
  });
}

function press(toggle, isOn) {
  document.querySelector(`[data-toggle="${toggle}"]`)?.setAttribute('aria-pressed', String(isOn));
}

function fitNumbers(listing, numbers) {
  const heights = listing.classList.contains('wrapped') ? heightsOf(listing.querySelector('code')) : [];
  for (const [index, number] of [...numbers.children].entries())
    number.style.height = heights[index] === undefined ? '' : `${heights[index]}px`;
}

/** The height of each line: from its beginning to that of the next. */
function heightsOf(code) {
  const tops = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let isStart = true;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let index = 0; index < node.length; index += 1) {
      if (isStart) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        tops.push(range.getClientRects()[0]?.top ?? tops.at(-1) ?? 0);
      }
      const end = node.data.indexOf('\n', index);
      isStart = end >= 0;
      if (end < 0) break;
      index = end;
    }
  }
  const { top: first, bottom } = code.parentElement.getBoundingClientRect();
  // Letters begin somewhat below the top of their line.
  const end = bottom + (tops[0] ?? first) - first;
  return tops.map((top, index) => (tops[index + 1] ?? end) - top);
}
