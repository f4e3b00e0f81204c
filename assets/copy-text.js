// Puts on the clipboard: all of the code (`data-copy` names its URL), or the text beside a button. The Share menu
// copies the link when it opens, with the lines that are chosen.

export function copyTexts() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button[data-copy]');
    if (button) copy(button).catch(() => say(button, 'Could not copy'));
  });
  const share = document.querySelector('details.share');
  share?.addEventListener('toggle', () => share.open && offerLink(share));
}

async function copy(button) {
  const own = button.dataset.copy === '' && button.parentElement.querySelector('pre');
  const shown = own || document.querySelector('.listing code');
  const isWhole = own || !document.querySelector('.listing + .hint');
  const text = isWhole ? shown.textContent : await (await fetch(button.dataset.copy)).text();
  await write(text, shown);
  say(button, 'Copied');
}

/** Browsers offer the clipboard over HTTPS and on this machine only. */
async function write(text, shown) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(shown);
  if (!document.execCommand('copy')) throw new Error('the browser refused');
  getSelection().removeAllRanges();
}

function offerLink(share) {
  const lines = /^#L\d+(-L\d+)?$/.test(location.hash) ? location.hash : '';
  const [link, embedded] = share.querySelectorAll('pre');
  link.textContent = link.textContent.replace(/#.*|$/, lines);
  if (embedded)
    embedded.textContent = embedded.textContent.replace(/(?:#[\w-]+)?" title=/, `${lines}" title=`);
  const button = share.querySelector('[data-copy]');
  write(link.textContent, link).then(
    () => say(button, 'Link copied'),
    () => {},
  );
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
