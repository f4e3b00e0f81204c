// Shows the results of a search while it is typed.

const WAIT = 250;

export function searchWhileTyping() {
  const form = document.querySelector('form.filter:not(.home)');
  if (!form) return;
  let timer;
  let running;
  for (const type of ['input', 'change']) {
    form.addEventListener(type, ({ target }) => {
      // A picker tells by a change what is chosen in it.
      if (type === 'input' && !target.name) return;
      clearTimeout(timer);
      timer = setTimeout(() => search(), WAIT);
    });
  }

  async function search() {
    running?.abort();
    running = new AbortController();
    const given = [...new FormData(form)].filter(([, value]) => value !== '');
    const address = `${form.action}?${new URLSearchParams(given)}`;
    if (address === location.href.split('#')[0]) return;
    const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: running.signal }).catch(
      () => undefined,
    );
    // What is typed may be half of a name. The button shows what is wrong with it.
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of ['#results', '.orders']) {
      const [old, found] = [document.querySelector(part), page.querySelector(part)];
      if (old && found) old.replaceWith(found);
    }
    history.replaceState(history.state, '', address);
  }
}
