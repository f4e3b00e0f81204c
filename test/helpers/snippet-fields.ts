/** The names of a snippet's fields, in the order of the contract. */

/** What a client may send. */
export const SENT_FIELDS = ['title', 'code', 'linenos', 'language', 'style'] as const;

/** The keys of a representation. */
export const SNIPPET_KEYS = ['id', 'owner', ...SENT_FIELDS] as const;
