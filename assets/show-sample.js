// Shows what a choice of a picker looks like, in a frame below it.

const WAIT = 120;
let timer;

/** @param {HTMLSelectElement} select @param {Element} box the picker @param {string} value the choice */
export function showSample(select, box, value) {
  const { sample } = select.dataset;
  if (!sample) return;
  clearTimeout(timer);
  // Arrow keys pass many choices.
  timer = setTimeout(() => {
    const frame = box.nextElementSibling;
    frame.title = `Sample of ${value}`;
    frame.contentWindow.location.replace(sample + encodeURIComponent(value));
  }, WAIT);
}

/** From the start, so that nothing below moves when a choice is made: a button that moves misses its click. */
export function addSample(select, box) {
  const { sample } = select.dataset;
  if (!sample) return;
  const frame = document.createElement('iframe');
  frame.className = 'sample';
  frame.title = `Sample of ${select.value}`;
  frame.loading = 'lazy';
  // A refused choice has none.
  if (!select.hasAttribute('aria-invalid')) frame.src = sample + encodeURIComponent(select.value);
  frame.tabIndex = -1;
  frame.setAttribute('sandbox', '');
  frame.height = 190;
  box.after(frame);
  return frame;
}
