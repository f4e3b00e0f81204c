/** Schemas are flat since the specification is dereferenced: these go with the pages that still call them. */
import type { Schema } from './specification.js';

export const flattenSchema = (_specification: unknown, schema: Schema): Schema => schema;

export const flattenProperties = (_specification: unknown, { properties = {} }: Schema) => properties;
