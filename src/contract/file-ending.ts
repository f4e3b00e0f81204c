/** The usual ending of the files of a language, which the contract names beside the language's own name. */
import type { Specification } from './specification.js';

/** @returns without a dot; undefined for a language whose files have no usual ending */
export function fileEndingOf({ components }: Specification, language: string): string | undefined {
  const choices = components.schemas.Language?.['x-choices'] ?? {};
  return Object.hasOwn(choices, language) ? choices[language]?.ending : undefined;
}
