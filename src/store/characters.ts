/** Counts the characters (code points) of a text, as the contract does. */
export function charactersOf(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
