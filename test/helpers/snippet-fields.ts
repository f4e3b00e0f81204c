/** The names of a snippet's fields and their defaults: those of `SnippetInput` in openapi.yaml. */
import { readSpecification } from '#src/contract/read-specification.js';

const { components } = readSpecification();
const properties = Object.entries(components.schemas.SnippetInput?.properties ?? {}).filter(
  // What only some deployments have is tested with them.
  ([, property]) => property['x-requires'] === undefined,
);

/** What a client may send, in the order of the contract. */
export const SENT_FIELDS = properties.map(([name]) => name);

/** The keys of a representation, in its order. */
export const SNIPPET_KEYS = ['id', 'owner', ...SENT_FIELDS];

/** What the fields are that a client left out. */
export const DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  properties.flatMap(([name, schema]) => (schema.default !== undefined ? [[name, schema.default]] : [])),
);
