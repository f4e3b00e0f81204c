// Marks the lines that the URL names (`#L10`, `#L10-L20`). A click on a number names a line, Shift and a click a range.
// The numbers are one stop of the keyboard: arrow keys move, Enter names a line, Shift and Enter a range.
// Without this script the browser itself marks a single line.

export function markLines() {
  const numbers = document.querySelector('.listing .numbers');
  if (!numbers) return;
  numbers.addEventListener('click', (event) => {
    const line = Number(event.target.textContent);
    const first = rangeOf(location.hash)?.[0];
    if (!event.shiftKey || !line || !first) return;
    event.preventDefault();
    // Shift and a click would select text.
    getSelection().removeAllRanges();
    const [from, to] = first < line ? [first, line] : [line, first];
    history.replaceState(null, '', from === to ? `#L${from}` : `#L${from}-L${to}`);
    mark(numbers);
  });
  numbers.addEventListener('keydown', move);
  addEventListener('hashchange', () => mark(numbers));
  mark(numbers, true);
}

function move(event) {
  const { key, target, currentTarget: numbers } = event;
  const { firstElementChild: first, lastElementChild: last } = numbers;
  const next = {
    ArrowDown: target.nextElementSibling,
    ArrowUp: target.previousElementSibling,
    Home: first,
    End: last,
  }[key];
  if (key === 'Enter' && event.shiftKey) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
  }
  if (!next) return;
  event.preventDefault();
  focusNumber(numbers, next);
}

function focusNumber(numbers, number) {
  numbers.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
  number.tabIndex = 0;
  number.focus();
}

function mark(numbers, isNew = false) {
  for (const marked of numbers.querySelectorAll('.marked')) marked.classList.remove('marked');
  const range = rangeOf(location.hash);
  if (!range) return;
  const [from, to] = range;
  const last = Math.min(to, numbers.children.length);
  for (let line = from; line <= last; line += 1) numbers.children[line - 1].classList.add('marked');
  numbers.closest('.listing').classList.remove('unnumbered');
  if (isNew) numbers.children[from - 1]?.scrollIntoView({ block: 'center' });
}

/** @returns the first and the last line */
function rangeOf(hash) {
  const [, from, to] = /^#L([1-9]\d{0,5})(?:-L?([1-9]\d{0,5}))?$/.exec(hash) ?? [];
  if (!from) return undefined;
  return to ? [Math.min(from, to), Math.max(from, to)] : [Number(from), Number(from)];
}
