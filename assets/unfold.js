// Shows the rest of a list that a shown answer to OPTIONS leaves out, at a click on "… 188 more".

export function unfoldLists() {
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('button[data-rest]');
    if (!button) return;
    button.disabled = true;
    unfold(button).catch(() => {
      button.disabled = false;
    });
  });
}

async function unfold(button) {
  const { rest, shown } = button.dataset;
  // The page of OPTIONS is shown at the path that was asked.
  const response = await fetch(location.pathname + location.search, {
    method: 'OPTIONS',
    headers: { Accept: 'application/json' },
  });
  const items = rest
    .split('/')
    .slice(1)
    .reduce((value, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')], await response.json());
  const indent = button.dataset.indent;
  const texts = items
    .slice(Number(shown))
    .map((item) => JSON.stringify(item, null, 2).replaceAll('\n', `\n${indent}`));
  const whole = document.createElement('span');
  whole.tabIndex = -1;
  whole.textContent = texts.join(`,\n${indent}`);
  button.replaceWith(whole);
  whole.focus();
}
