/** The types that a schema allows, said or to be guessed. */
import type { Schema } from '../document/model.js';
import type { Member } from '../document/values.js';
import { alternatives } from './alternatives.js';

/** @returns undefined among them where a schema says nothing of types */
export const kindsOf = (source: Member, schema: Schema): (string | undefined)[] =>
  alternatives(source, schema).map(kindOf);

/** @param schema one without branches */
export function kindOf(schema: Schema): string | undefined {
  const { type, properties, items, pattern, minLength, maxLength, minimum, maximum } = schema;
  if (type !== undefined) return [type].flat()[0];
  if (properties) return 'object';
  if (items) return 'array';
  if ((pattern ?? minLength ?? maxLength) !== undefined) return 'string';
  return (minimum ?? maximum) === undefined ? undefined : 'number';
}
