// Offers the language that the code looks like, beside the control that is guessed from it (`data-guess-from`). It is an
// offer only, and none is made once the user has chosen.
import { guessLanguage } from './guess-language.js';

/** The start of the code is enough. */
const START = 2048;

export function offerGuesses() {
  const chosen = new WeakSet();
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('[data-guess-from]')) return;
    chosen.add(target);
    withdraw(target);
  });
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => {
      const select = target.form?.querySelector(`[data-guess-from="${CSS.escape(target.name)}"]`);
      if (select && !chosen.has(select)) offer(select, guessLanguage(target.value.slice(0, START)));
    });
}

function offer(select, value) {
  const choice = [...select.options].find((option) => option.value === value);
  if (!choice || select.value === value) return withdraw(select);
  if (offerOf(select)?.dataset.value === value) return;
  withdraw(select);
  const box = document.createElement('span');
  box.className = 'offer';
  box.role = 'status';
  box.dataset.value = value;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = `Use ${choice.label}`;
  button.addEventListener('click', () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    document.getElementById(select.id.replace(/-select$/, ''))?.focus();
  });
  box.append(`The code looks like ${choice.label}. `, button);
  select.parentElement.append(box);
}

const offerOf = (select) => select.parentElement.querySelector('.offer');

const withdraw = (select) => offerOf(select)?.remove();
