/** Field errors in the words of a page. The JSON keeps the texts of the API. */
import { labelOf } from '../../contract/describe-fields.js';
import { flattenSchema } from '../../contract/flatten-schema.js';
import type { Method, Schema, Specification } from '../../contract/specification.js';
import { isRecord } from '../../is-record.js';
import type { PageRequest } from './page-request.js';
import { itemProperties } from './records/links.js';

type Members = Readonly<Record<string, unknown>>;

/** Names the choice that the user may have meant: `Unknown language pythn. Did you mean python?` */
export function explainErrors(body: Members, request: PageRequest, specification: Specification): Members {
  const schemas = schemasOf(request, specification);
  const sent = isRecord(request.body) ? request.body : Object.fromEntries(request.query);
  return Object.fromEntries(
    Object.entries(body).map(([name, messages]) => {
      const [schema, value] = [schemas[name], sent[name]];
      const isChoice = schema?.enum && Array.isArray(messages) && typeof value === 'string';
      return [
        name,
        isChoice && !schema.enum?.includes(value) ? [unknownChoice(name, schema, value)] : messages,
      ];
    }),
  );
}

/** The schemas of the filters, or of the fields of the form. */
function schemasOf(
  { endpoint, method }: PageRequest,
  specification: Specification,
): Readonly<Record<string, Schema>> {
  const operation = endpoint?.operations.get(method.toLowerCase() as Method);
  if (method !== 'GET') {
    const schema = operation?.content['application/json']?.schema;
    return schema ? itemProperties(schema, specification) : {};
  }
  const parameters = operation?.parameters ?? [];
  return Object.fromEntries(
    parameters.map(({ name, schema }) => [name, flattenSchema(specification, schema)]),
  );
}

/** The most characters of a value that is compared and shown. */
const LONGEST = 40;

function unknownChoice(name: string, schema: Schema, value: string): string {
  const text = `Unknown ${labelOf(name, schema).toLowerCase()} ${value.slice(0, LONGEST)}.`;
  const meant = nearestOf(value.toLowerCase().slice(0, LONGEST), (schema.enum ?? []).map(String));
  return meant === undefined ? `${text} Choose one from the list.` : `${text} Did you mean ${meant}?`;
}

/** @returns undefined when none is similar */
function nearestOf(value: string, choices: readonly string[]): string | undefined {
  const most = value.length < 4 ? 1 : 2;
  const ranked = choices
    .filter((choice) => choice !== '' && Math.abs(choice.length - value.length) <= most)
    .map((choice) => ({ choice, distance: distanceOf(value, choice) }))
    .sort((one, other) => one.distance - other.distance);
  return ranked.find(({ distance }) => distance <= most)?.choice;
}

/** How many characters have to be added, removed or replaced (Levenshtein). Both texts are short. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, character] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, compared] of [...other].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (character === compared ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
