// Makes a long select searchable: the editable combobox of the WAI-ARIA Authoring Practices. The select stays in the
// form, hidden, with the value.

export function makePickers() {
  for (const select of document.querySelectorAll('select[data-picker]:not([hidden])')) makePicker(select);
}

function makePicker(select) {
  const { id } = select;
  const choices = [...select.options].map(choiceOf);
  const input = make('input', {
    id,
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': `${id}-list`,
  });
  for (const name of ['aria-describedby', 'aria-invalid'])
    if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
  const list = make('ul', {
    id: `${id}-list`,
    role: 'listbox',
    'aria-label': 'Choices',
    class: 'choices',
    hidden: '',
  });
  const count = make('span', { class: 'heard', 'aria-live': 'polite' });
  const box = make('span', { class: 'picker' });
  box.append(input, list, count);
  select.id = `${id}-select`;
  select.hidden = true;
  select.after(box);

  let shown = [];
  let active = -1;

  const show = () => {
    input.value = nameOf(select);
  };
  const isOpen = () => !list.hidden;

  /** @param text what to look for; blank finds all */
  function open(text) {
    shown = rankChoices(choices, text);
    list.replaceChildren(...shown.map((choice, index) => optionOf(choice, `${id}-choice-${index}`)));
    list.hidden = shown.length === 0;
    list.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-expanded', String(isOpen()));
    count.textContent = shown.length === 0 ? 'Nothing matches.' : `${shown.length} choices`;
    activate(text === '' ? shown.findIndex(({ value }) => value === select.value) : 0);
  }

  function close() {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    count.textContent = '';
  }

  function activate(index) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = list.children[index];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    input.setAttribute('aria-activedescendant', option.id);
    // The list scrolls, not the page.
    list.scrollTop = option.offsetTop - (list.clientHeight - option.offsetHeight) / 2;
    look(shown[index].value);
  }

  /** Lets the preview show the choice before it is made. */
  function look(value) {
    select.dispatchEvent(new CustomEvent('look', { bubbles: true, detail: value }));
  }

  function choose(choice) {
    const isNew = select.value !== choice.value;
    select.value = choice.value;
    input.removeAttribute('aria-invalid');
    show();
    close();
    look(choice.value);
    if (isNew) select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Finds the choice by its name, its value, or a word that no other has. The service refuses any other text. */
  function settle() {
    close();
    const [first, second] = rankChoices(choices, input.value);
    if (input.value === nameOf(select)) return show();
    if (input.value.trim() === '') {
      const blank = choices.find(({ value }) => value === '');
      return blank ? choose(blank) : show();
    }
    if (first && (first.isExact || !second)) return choose(first);
    const text = input.value.trim();
    select.append(new Option(text));
    choose({ value: text });
  }

  input.addEventListener('focus', () => input.select());
  input.addEventListener('click', () => isOpen() || open(''));
  input.addEventListener('input', () => open(input.value));
  input.addEventListener('blur', settle);
  input.addEventListener('keydown', (event) => {
    const { key, altKey } = event;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
    if (step) {
      event.preventDefault();
      if (!isOpen()) return open('');
      if (!altKey) return activate(Math.min(shown.length - 1, Math.max(0, active + step)));
      return close();
    }
    if (!isOpen()) return key === 'Enter' ? settle() : undefined;
    if (key === 'Enter') event.preventDefault();
    const isChosen = key === 'Enter' || (key === 'Tab' && input.value.trim() !== '');
    if (isChosen && shown[active]) choose(shown[active]);
    if (key === 'Escape') {
      event.stopPropagation();
      show();
      close();
      look(select.value);
    }
  });
  // The input keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) choose(shown[[...list.children].indexOf(option)]);
  });
  // Other scripts, a reset and the browser's history change the select.
  select.addEventListener('change', show);
  select.addEventListener('guessed', show);
  select.form.addEventListener('reset', () => setTimeout(show));
  addEventListener('pageshow', show);
  show();
}

/** `SQL, detected` */
function nameOf({ selectedOptions: [chosen], dataset }) {
  const name = chosen?.label ?? '';
  return dataset.guessed ? `${name}, ${dataset.guessed}` : name;
}

function choiceOf({ value, label, dataset }) {
  return { value, name: label, words: (dataset.words ?? '').split(' ').filter(Boolean) };
}

function optionOf({ value, name, words }, id) {
  const option = make('li', { id, role: 'option', 'aria-selected': 'false' });
  option.append(name);
  const further = [value === name ? '' : value, ...words].filter((word) => word !== name.toLowerCase());
  if (further.some(Boolean)) {
    const small = make('small', {});
    small.textContent = further.join(' ');
    option.append(' ', small);
  }
  return option;
}

function make(name, attributes) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/**
 * Finds choices by their names, values and further words, the best first.
 *
 * @param {{value: string, name: string, words: string[]}[]} choices
 * @param {string} text blank finds all, in their order
 * @returns {{value: string, name: string, words: string[], isExact: boolean}[]}
 */
export function rankChoices(choices, text) {
  const sought = text.trim().toLowerCase();
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, sought) }));
  return ranked
    .filter(({ rank }) => rank < NONE)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice, rank }) => ({ ...choice, isExact: sought !== '' && rank < 2 }));
}

const NONE = 9;

function rankOf({ value, name, words }, sought) {
  if (sought === '') return 0;
  const names = [name, value].map((text) => text.toLowerCase());
  if (names.includes(sought)) return 0;
  // A file name is found by its ending: `.rb`.
  const word = sought.replace(/^\*?\./, '');
  const isBeginning = names.some((text) => text.startsWith(sought));
  // `html` finds HTML before a language of templates whose files end like that.
  if (words.includes(word)) return isBeginning ? 1 : 1.5;
  if (isBeginning) return 2;
  if (names.some((text) => text.split(/[^a-z0-9+#]+/).some((part) => part.startsWith(sought)))) return 3;
  if (words.some((text) => text.startsWith(word))) return 4;
  return names.some((text) => text.includes(sought)) ? 5 : NONE;
}
