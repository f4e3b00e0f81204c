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
    const frame = box.nextElementSibling?.matches('.sample') ? box.nextElementSibling : makeFrame(box);
    frame.title = `Sample of ${value}`;
    frame.contentWindow.location.replace(sample + encodeURIComponent(value));
  }, WAIT);
}

function makeFrame(box) {
  const frame = document.createElement('iframe');
  frame.className = 'sample';
  frame.tabIndex = -1;
  frame.setAttribute('sandbox', '');
  frame.height = 190;
  box.after(frame);
  return frame;
}
