/** The fields of a snippet in their order (specification.md, Resources), for every test that needs them. */

/** The fields that a client sends: the order of field errors too. */
export const SNIPPET_INPUT_FIELDS: readonly string[] = ['title', 'code', 'linenos', 'language', 'style'];

/** The fields of the representation. */
export const SNIPPET_FIELDS: readonly string[] = ['id', 'owner', ...SNIPPET_INPUT_FIELDS];
