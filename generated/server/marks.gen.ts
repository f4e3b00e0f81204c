// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The fields whose words a search finds (`x-search`), by input. */
export const searched = {
  SnippetInput: ['title', 'code'],
} as const;

/** The fields that narrow a list (`x-filter`), by input. */
export const filtered = {
  SnippetInput: ['language'],
} as const;

/** The fields that hold any text, by input. */
export const texts = {
  SnippetInput: ['title', 'code'],
} as const;
