// Finds choices by their names, values and further words, the best first.

/**
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
