// Marks the lines that the URL names (`#L10`, `#L10-L20`). A click on a line number names it, Shift and a click a range.
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
  addEventListener('hashchange', () => mark(numbers));
  mark(numbers, true);
}

function mark(numbers, isNew = false) {
  for (const marked of numbers.querySelectorAll('.marked')) marked.classList.remove('marked');
  const range = rangeOf(location.hash);
  if (!range) return;
  const [from, to] = range;
  const last = Math.min(to, numbers.children.length);
  for (let line = from; line <= last; line += 1) numbers.children[line - 1].classList.add('marked');
  if (isNew) numbers.children[from - 1]?.scrollIntoView({ block: 'center' });
}

/** @returns the first and the last line */
function rangeOf(hash) {
  const [, from, to] = /^#L([1-9]\d{0,5})(?:-L?([1-9]\d{0,5}))?$/.exec(hash) ?? [];
  if (!from) return undefined;
  return to ? [Math.min(from, to), Math.max(from, to)] : [Number(from), Number(from)];
}
