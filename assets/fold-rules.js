// Folds the text about all operations below its first two paragraphs: the explorer begins with the operations.

/** @param specification an OpenAPI document; changed */
export function foldRules({ info }) {
  const [what, who, ...rules] = info.description.trim().split(/\n\n+/);
  if (rules.length === 0) return;
  info.description = [
    what,
    who,
    '<details><summary>Rules and errors of all operations</summary>',
    ...rules,
    '</details>',
  ].join('\n\n');
}
