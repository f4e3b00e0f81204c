// Tab indents in a code area; Escape lets the next Tab leave it, so that the keyboard is never trapped.

export function indentWithTab() {
  let leaving = false;
  document.addEventListener('keydown', (event) => {
    const area = event.target;
    if (!(area instanceof HTMLTextAreaElement) || !area.classList.contains('code')) return;
    if (event.key === 'Escape') leaving = true;
    else if (event.key === 'Tab' && !leaving && !event.shiftKey) {
      event.preventDefault();
      indent(area);
    } else if (event.key !== 'Tab' && event.key !== 'Shift') leaving = false;
  });
  document.addEventListener('focusin', () => {
    leaving = false;
  });
}

/** If several lines are selected, indents them; otherwise inserts a tab at the caret. */
function indent(area) {
  const { value, selectionStart, selectionEnd } = area;
  if (!value.slice(selectionStart, selectionEnd).includes('\n')) return type('\t');
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
  const lines = value.slice(start, selectionEnd).replace(/(^|\n)(?=[^\n])/g, '$1\t');
  area.setSelectionRange(start, selectionEnd);
  type(lines);
  area.setSelectionRange(start, start + lines.length);
}

/** The only way to insert text that the user can undo. */
function type(text) {
  document.execCommand('insertText', false, text);
}
