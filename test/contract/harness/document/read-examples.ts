/** The examples that a document gives for a value. */
import type { Schema } from './model.js';
import { resolve } from './resolve.js';
import { asList, asRecord, type Member } from './values.js';

/**
 * What stands beside the schema comes before what stands within it.
 * @param holder a parameter or a media type
 */
export function examplesOf(source: Member, holder: Member, schema: Schema): unknown[] {
  const named = Object.values(asRecord(holder.examples)).map(
    (entry) => resolve(source, entry, '').node.value,
  );
  return [holder.example, ...named, schema.example, ...asList(schema.examples)].filter(
    (example) => example !== undefined,
  );
}
