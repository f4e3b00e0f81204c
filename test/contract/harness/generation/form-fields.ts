/** How the members of a form are written: under which name, as which text, of which type (OpenAPI 3.0.3, 4.7.14.2 and 4.7.15). */
import { writeJson } from '../document/exact-numbers.js';
import type { Body, Schema } from '../document/model.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import { kindOf, kindsOf } from './kinds.js';
import { isJson, isMultipart, plainType } from './media-types.js';
import { separatorOf, textOf } from './write-parameter.js';

export interface Field {
  readonly name: string;
  readonly text: string;
  readonly way: Way;
}

/** How one member is written. */
export interface Way {
  /** Arrays repeat their name, as HTML forms do, unless something stands between their items. */
  readonly isList: boolean;
  readonly separator: string | undefined;
  readonly mediaType: string | undefined;
  readonly isJson: boolean;
  readonly isFile: boolean;
  /** Each member of an object is a field: `size[height]=1`. */
  readonly isDeep: boolean;
}

export function fields(source: Member, body: Body, value: Json): Field[] {
  if (!isRecord(value)) return [];
  const wayOf = waysOf(source, body);
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => {
    const way = wayOf(name);
    if (way.isDeep && isRecord(member))
      return Object.entries(member).map(([key, one]) => ({
        name: `${name}[${key}]`,
        text: textOf(one as Json).toWellFormed(),
        way,
      }));
    const items = way.isJson && !way.isList ? [member] : [member].flat();
    const texts = items.map((item) => (way.isJson ? writeJson(item) : textOf(item)).toWellFormed());
    const written = way.separator === undefined ? texts : [texts.join(way.separator)];
    return written.map((text) => ({ name, text, way }));
  });
}

/** @returns how the member of a name is written */
export function waysOf(source: Member, body: Body): (name: string) => Way {
  const properties = propertiesOf(source, body.schema);
  return (name) => wayOf(source, body, name, properties[name] ?? {});
}

function wayOf(source: Member, { mediaType, encoding }: Body, name: string, property: Schema): Way {
  const { [name]: { contentType, style = 'form', explode = style === 'form' } = {} } = encoding;
  const kinds = alternatives(source, property);
  const isList = kinds.some((kind) => kindOf(kind) === 'array');
  const items = kinds.flatMap((kind) =>
    kindOf(kind) === 'array' ? alternatives(source, kind.items ?? {}) : [kind],
  );
  const isFile = items.some(isBinary);
  const usual = isMultipart(mediaType) ? usualType(items, isFile) : undefined;
  const written = contentType === undefined ? usual : plainType(contentType.split(',')[0] ?? contentType);
  return {
    isList,
    // Of other forms than URL-encoded ones style and explode say nothing.
    separator: isList && !explode && !isMultipart(mediaType) ? separatorOf(style) : undefined,
    mediaType: written,
    isJson: written !== undefined && isJson(written),
    isFile: isFile && isMultipart(mediaType),
    isDeep: style === 'deepObject' && !isMultipart(mediaType),
  };
}

/** Whether every reader of the form reads the member alike: OpenAPI has no deepObject of lists, or of objects in objects. */
export function isClear({ isDeep, isJson }: Way, member: Json): boolean {
  const isPlain = (one: unknown) => typeof one !== 'object' || one === null;
  if (isJson || isPlain(member)) return true;
  if (Array.isArray(member)) return !isDeep && member.every(isPlain);
  return isDeep && Object.keys(member as object).length > 0 && Object.values(member as object).every(isPlain);
}

function usualType(items: readonly Schema[], isFile: boolean): string | undefined {
  if (isFile) return 'application/octet-stream';
  const kinds = items.map(kindOf).filter((kind) => kind !== 'null');
  return kinds.length > 0 && kinds.every((kind) => kind === 'object') ? 'application/json' : undefined;
}

/** OpenAPI 3.1 knows files by their encoding. */
const isBinary = ({ format, contentMediaType }: Schema) =>
  format === 'binary' || contentMediaType !== undefined;

/** A form has nothing but texts and lists of them, and structures where they are meant. */
export function canBeField(source: Member, { schema }: Body, value: Json): boolean {
  if (!isRecord(value)) return false;
  const properties = propertiesOf(source, schema);
  const isStructure = (property: Schema) =>
    alternatives(source, property).some(
      (plain) => kindOf(plain) === 'object' || kindsOf(source, plain.items ?? {}).includes('object'),
    );
  return Object.entries(value as Record<string, Json>).every(
    ([name, member]) =>
      [member].flat().every((one) => typeof one !== 'object') || isStructure(properties[name] ?? {}),
  );
}
