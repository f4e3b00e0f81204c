/** The schema of what has one: a media type, a parameter, a header. */
import type { Schema } from './model.js';
import { resolve } from './resolve.js';
import { asRecord, type Member } from './values.js';

export interface PlacedSchema {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Without a schema everything is allowed: then the holder is itself what the pointer names. */
export function readSchema(source: Member, holder: unknown, pointer: string): PlacedSchema {
  const { schema } = asRecord(holder);
  if (schema === undefined) return { schema: {}, pointer };
  const found = resolve(source, schema, `${pointer}/schema`);
  // A schema is what the document says at a schema's place; nothing more can be known of it.
  return { schema: found.node as Schema, pointer: found.pointer };
}
