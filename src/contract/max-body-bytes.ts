/** How large a body an operation can need: what is larger is refused while it is read. */
import { flattenProperties, flattenSchema } from './flatten-schema.js';
import type { MediaType, Schema, Specification } from './specification.js';

/** The longest spelling of a code point: `\ud83d\ude00` in JSON, `%F0%9F%98%80` in a form. */
const BYTES_PER_CODE_POINT = 12;
/** For names, separators and the heads of parts, and for members that are ignored. */
const SLACK = 64 * 1024;
const NUMBER_OR_BOOLEAN = 64;
/** For an operation without a body: a scheme may still read a form that was sent. */
export const NO_BODY = 16 * 1024;

/**
 * @param declared `x-max-body-bytes`, which wins
 * @param content what may be sent, by media type
 * @returns bytes, decoded from their content coding; Infinity where a schema does not limit the length of a value
 */
export function maxBodyBytes(
  specification: Specification,
  declared: number | undefined,
  content: Readonly<Record<string, MediaType>>,
): number {
  if (declared !== undefined) return declared;
  // A form has the fields of the JSON body, and its values are never longer.
  const { 'application/json': json, ...others } = content;
  const sizes = Object.values(json ? { json } : others).map(({ schema }) =>
    sizeOfMembers(specification, schema),
  );
  return sizes.length === 0 ? NO_BODY : SLACK + Math.max(...sizes);
}

function sizeOfMembers(specification: Specification, schema: Schema): number {
  if (flattenSchema(specification, schema).type !== 'object') return Number.POSITIVE_INFINITY;
  const members = Object.values(flattenProperties(specification, schema));
  return members.reduce((total, member) => total + sizeOfValue(member), 0);
}

function sizeOfValue({ type, enum: choices, maxLength }: Schema): number {
  if (type === 'boolean' || type === 'integer' || type === 'number') return NUMBER_OR_BOOLEAN;
  const longest = choices ? Math.max(...choices.map((choice) => String(choice).length)) : maxLength;
  return longest === undefined ? Number.POSITIVE_INFINITY : longest * BYTES_PER_CODE_POINT;
}
