// The Copy button of a page puts all of the code on the clipboard, and that of a text puts the text there.

export function copyCode() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button[data-copy]');
    if (button) copy(button).catch(() => say(button, 'Could not copy'));
  });
}

async function copy(button) {
  const own = button.dataset.copy === '' && button.parentElement.querySelector('pre');
  const shown = own || document.querySelector('.listing code');
  const isWhole = own || !document.querySelector('.listing + .hint');
  const text = isWhole ? shown.textContent : await (await fetch(button.dataset.copy)).text();
  // Browsers offer the clipboard over HTTPS and on this machine only.
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyBySelection(shown);
  say(button, 'Copied');
}

function copyBySelection(shown) {
  getSelection().selectAllChildren(shown);
  if (!document.execCommand('copy')) throw new Error('the browser refused');
  getSelection().removeAllRanges();
}

/** In the button for two seconds, where screen readers read it too. */
function say(button, message) {
  button.dataset.name ??= button.textContent;
  button.setAttribute('aria-live', 'polite');
  button.textContent = message;
  setTimeout(() => {
    button.textContent = button.dataset.name;
  }, 2000);
}
