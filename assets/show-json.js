// Shows the whole JSON in place of its excerpt, at a click on "… 45 more": a page of JSON has no way back. What is
// too long for that opens as a page; its Back leads to where it was left.

/** Characters. The JSON of the largest snippet is shorter. */
const MOST = 1_000_000;

/** Characters that change the direction of the text after them, as `html.ts` has them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Of the links to other formats. */
const PLACE = 'formats';

export function showJson() {
  comeBack();
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.exchange a[href]');
    // A new tab, as the user wishes.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const isHere = link.pathname === location.pathname && link.search !== location.search;
    if (!isHere) return;
    if (!link.matches('.cut')) return keepPlace();
    event.preventDefault();
    show(link).catch(() => follow(link));
  });
}

async function show(link) {
  const response = await fetch(link.href);
  const text = response.ok && (await read(response));
  if (!text) return follow(link);
  const whole = JSON.stringify(JSON.parse(text), null, 2).replace(
    DIRECTION,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const shown = link.closest('.json');
  shown.querySelector('code').textContent = whole;
  shown.focus();
}

/** @returns {Promise<string | undefined>} undefined for a text that is too long */
async function read({ body }) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length <= MOST) continue;
    await reader.cancel();
    return undefined;
  }
}

function follow({ href }) {
  keepPlace();
  location.assign(href);
}

function keepPlace() {
  history.replaceState(history.state, '', `#${PLACE}`);
}

/** A browser that goes back opens nothing that is folded around the target. */
function comeBack() {
  if (location.hash !== `#${PLACE}`) return;
  const place = document.getElementById(PLACE);
  if (!place) return;
  place.closest('details').open = true;
  place.scrollIntoView({ block: 'nearest' });
}
