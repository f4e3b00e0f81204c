// Chooses the language that the code looks like (`data-guess-from`), until the user chooses one.
import { guessLanguage } from './guess-language.js';

/** The start of the code is enough. */
const START = 2048;
/** The choice for a text that looks like no language. */
const UNSURE = 'plaintext';

export function guessLanguages() {
  const chosen = new WeakSet();
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('[data-guess-from]')) return;
    chosen.add(target);
    delete target.dataset.guessed;
  });
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => {
      const select = target.form?.querySelector(`[data-guess-from="${CSS.escape(target.name)}"]`);
      if (select && isNew(select) && !chosen.has(select)) guess(select, target.value);
    });
  // What was typed before this script had come.
  for (const select of document.querySelectorAll('[data-guess-from]')) {
    const source = select.form.elements.namedItem(select.dataset.guessFrom);
    if (isNew(select) && source.value !== source.defaultValue) guess(select, source.value);
  }
}

/** A stored snippet has its language. */
const isNew = ({ form }) => form.dataset.method === 'POST';

function guess(select, text) {
  if (text.trim() === '') return;
  const found = guessLanguage(text.slice(0, START)) ?? UNSURE;
  const choice = [...select.options].find((option) => option.value === found);
  if (!choice || (select.value === found && select.dataset.guessed)) return;
  select.value = found;
  select.dataset.guessed = found === UNSURE ? 'nothing detected' : 'detected';
  select.dispatchEvent(new CustomEvent('guessed', { bubbles: true }));
}
