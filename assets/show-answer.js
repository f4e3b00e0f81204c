// Shows an answer in place of the content. A refusal without the form goes above the form, so that the
// user's input stays.
import { makeBox, putAbove } from './announce.js';

const ACCOUNT = 'header.site .account';

/** @param {Response} response @param {HTMLFormElement} form the form that was sent */
export async function showAnswer(response, form) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main');
  const again = main && findAgain(form, main);
  const isMendable = response.status === 400 && again;
  if (main && (response.ok || isMendable)) {
    document.querySelector('main').replaceWith(main);
    document.dispatchEvent(new Event('replaced'));
  }
  if (isMendable) focusMistake(form, again);
  else if (main && response.ok) main.focus();
  else showRefusal(response, page);
}

/** The network, or a proxy whose answer is none of our pages. */
export function showFailure(failure) {
  const isNetwork = failure instanceof TypeError;
  const what = isNetwork ? 'No connection.' : `The request failed: ${failure.message}.`;
  putAbove(makeBox('problem', 'alert', `${what} Your text is still here.`));
}

/** Its links open in a new tab, because this page has the user's input. */
function showRefusal({ status, statusText }, page) {
  const account = page.querySelector(ACCOUNT);
  // A failing service may not know the user.
  if (account && status < 500) document.querySelector(ACCOUNT).replaceWith(account);
  const box = page.querySelector('.problem');
  if (!box) return showFailure({ message: `${status} ${statusText}`.trim() });
  putAbove(box);
  for (const link of document.querySelectorAll(`main > .problem a:not([href^="#"]), ${ACCOUNT} a`))
    link.target = '_blank';
}

function findAgain({ dataset: { method, type } }, main) {
  const forms = [...main.querySelectorAll('form')];
  return forms.find(({ dataset }) => dataset.method === method && dataset.type === type);
}

/** Restores raw text as the user wrote it, because the service may have been unable to read it. */
function focusMistake(form, again) {
  const raw = again.elements.namedItem('_body');
  if (raw) {
    raw.value = form.elements.namedItem('_body').value;
    raw.closest('details').open = true;
  }
  (again.querySelector('[aria-invalid="true"]') ?? again.closest('main')).focus();
}
