/** The worst inputs of every operation, generated from the specification: a new operation is covered without a test. */
import { METHODS, type MediaType, type Parameter, type Specification } from '#src/contract/specification.js';
import { contentTypeOf, FULL_SIZE, worstBodies, writeMembers } from './worst-bodies.js';
import { WORST_TEXTS } from './worst-texts.js';

export interface Input {
  /** Operation, place and text, to find it again. */
  readonly name: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made when it is sent: all of them together would not fit into memory. */
  readonly body?: () => Buffer;
  /** It has its own credentials, good or not. */
  readonly isAlone?: boolean;
  /** Part of every sample: what has been slow before. */
  readonly isKnown?: boolean;
}

/** Bytes: all headers together have 16 KB (Node's limit). */
const HEADER_SIZE = 12_000;

/** Headers that some stage reads, whatever the contract declares. */
const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Access-Control-Request-Headers', 'Cache-Control'],
  ...[
    'Content-Type',
    'Cookie',
    'Host',
    'If-Match',
    'If-None-Match',
    'Origin',
    'Range',
    'Referer',
    'User-Agent',
  ],
  ...['Via', 'X-CSRFToken', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'X-Request-Id', 'X-Other'],
];

/** What a header's value begins with, so that more than its first word is read. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  Accept: ['', 'text/html,', 'text/html;q='],
  'Content-Type': ['', 'multipart/form-data; boundary=', 'multipart/form-data; a="', 'application/json;'],
  Cookie: ['', 'sessionid=', 'csrftoken=', 'csrfseed=', 'a=b; sessionid='],
  'If-Match': ['', '"1",', 'W/"'],
  'If-None-Match': ['', '"1",', 'W/"'],
};

const AUTHORIZATIONS: Readonly<Record<string, (text: string) => string>> = {
  'of no scheme': (text) => text,
  Basic: (text) => `Basic ${Buffer.from(`${cut(text, 8000)}:x`).toString('base64')}`,
  'Basic, the password': (text) => `Basic ${Buffer.from(`alice:${cut(text, 8000)}`).toString('base64')}`,
  'Basic, not Base64': (text) => `Basic ${text}`,
  Token: (text) => `Token ${text}`,
  Bearer: (text) => `Bearer ${text}`,
  OAuth: (text) => `OAuth ${text}`,
  'OAuth, a value': (text) => `OAuth oauth_consumer_key="${text}`,
  'OAuth, many parameters': (text) => `OAuth ${`a${cut(text, 3)}="b",`.repeat(1000)}`,
};

/** The texts as operations get them: written once, because each operation gets all of them. */
const WRITTEN = WORST_TEXTS.map(({ name, make }) => {
  const value = encodeURIComponent(cut(make(4000).toWellFormed(), 4000)).slice(0, HEADER_SIZE);
  const worst = headerText(make(HEADER_SIZE));
  const authorizations = Object.entries(AUTHORIZATIONS).map(([way, write]) => {
    return [way, headerText(write(way.startsWith('Basic') ? make(4000) : worst))] as const;
  });
  return { name, make, encoded: value.replace(/%[0-9A-F]?$/, ''), worst, authorizations };
});

/** Texts and structures that have been slow once. */
const KNOWN = ['marks', 'letters, then NUL'];
const KNOWN_BODIES = [
  ...['deep lists', 'many members', 'many short fields', 'escapes', 'many parts'],
  ...['false boundaries', 'short false boundaries'],
];

/** @param paths of the records that a path template names, by operation */
export function* corpusOf(
  specification: Specification,
  recordOf: (operationId: string) => number,
): Generator<Input> {
  for (const [template, item] of Object.entries(specification.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const base = { operationId: operation.operationId, method: method.toUpperCase() };
      const path = () => template.replaceAll(/\{[^{}]+\}/g, String(recordOf(operation.operationId)));
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolve<Parameter>(specification, parameter),
      );
      const body = operation.requestBody && resolve<Body>(specification, operation.requestBody);
      yield* inParameters(specification, base, template, path, parameters);
      yield* inRepeatedParameters(base, path, parameters);
      yield* inHeaders(base, path, parameters);
      yield* inPairsOfHeaders(base, path);
      yield* belowThePath(base, path);
      for (const [mediaType, media] of Object.entries(body?.content ?? {}))
        yield* inBody(base, path, mediaType, media, fieldsOf(specification, media));
    }
  }
}

type Base = Pick<Input, 'operationId' | 'method'>;
type Body = { content: Record<string, MediaType> };

function* inParameters(
  specification: Specification,
  base: Base,
  template: string,
  path: () => string,
  parameters: readonly Parameter[],
): Generator<Input> {
  for (const { name: text, encoded, make } of WRITTEN) {
    for (const { name, in: place, schema } of parameters) {
      const input = (target: string, size = ''): Input => ({
        ...base,
        name: `${base.operationId}, ${place} parameter ${name}: ${text}${size}`,
        path: target,
        headers: {},
        isKnown: name === 'q' && size !== '' && text === 'different letters',
      });
      if (place === 'path') yield input(template.replace(`{${name}}`, encoded));
      if (place !== 'query') continue;
      yield input(`${path()}?${name}=${encoded}`);
      const { maxLength } = resolve<typeof schema>(specification, schema);
      if (maxLength === undefined) continue;
      const allowed = encodeURIComponent(make(maxLength).toWellFormed());
      yield input(`${path()}?${name}=${allowed}`, ', as long as allowed');
    }
    yield {
      ...base,
      name: `${base.operationId}, query: ${text}`,
      path: `${path()}?${encoded}&${'a=&'.repeat(500)}`,
      headers: {},
    };
  }
}

/** What the links of a page may repeat. */
function* inRepeatedParameters(
  base: Base,
  path: () => string,
  parameters: readonly Parameter[],
): Generator<Input> {
  const declared = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  for (const name of new Set(['a', ...declared]))
    yield {
      ...base,
      name: `${base.operationId}, query parameter ${name} many times`,
      path: `${path()}?${`${name}&`.repeat(HEADER_SIZE / (name.length + 1))}`,
      headers: {},
      isKnown: base.method === 'GET' && name === 'a' && parameters.length > 1,
    };
}

function* inHeaders(base: Base, path: () => string, parameters: readonly Parameter[]): Generator<Input> {
  const declared = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const isSliced = parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'limit');
  for (const [index, { name: text, worst, authorizations }] of WRITTEN.entries()) {
    // The whole list, of some megabytes, once for each header: what a text costs does not depend on what follows.
    const target = () => (isSliced && index > 0 ? `${path()}?limit=2` : path());
    for (const header of new Set([...HEADERS, ...declared])) {
      for (const beginning of BEGINNINGS[header] ?? ['']) {
        yield {
          ...base,
          name: `${base.operationId}, ${header}: ${beginning} ${text}`,
          path: target(),
          headers: { [header]: beginning + worst },
          isAlone: header === 'Cookie',
        };
      }
    }
    for (const [way, value] of authorizations) {
      yield {
        ...base,
        name: `${base.operationId}, Authorization ${way}: ${text}`,
        path: target(),
        headers: { Authorization: value },
        isAlone: true,
      };
    }
  }
}

/** What is short for one reader may be long for two that read each other's members. */
function* inPairsOfHeaders(base: Base, path: () => string): Generator<Input> {
  for (const tag of ['"1-br"', '"1-gzip"', '"x"'])
    yield {
      ...base,
      name: `${base.operationId}, many of If-None-Match ${tag} beside many of Accept-Encoding`,
      path: path(),
      headers: {
        'If-None-Match': Array.from({ length: Math.floor(1990 / (tag.length + 1)) }, () => tag).join(','),
        'Accept-Encoding': ','.repeat(HEADER_SIZE),
      },
      isKnown: base.method === 'GET',
    };
}

/** Paths that no operation has. */
function* belowThePath(base: Base, path: () => string): Generator<Input> {
  for (const segment of ['/', '1/', '%41/', '../', '{'])
    for (const first of ['', '%41'])
      yield {
        ...base,
        name: `${base.operationId}, below its path: ${first}${segment} many times`,
        path: `${path()}${first}${segment.repeat(HEADER_SIZE / segment.length)}`,
        headers: {},
        isKnown: base.method === 'GET' && base.operationId === 'getRoot',
      };
}

function* inBody(
  base: Base,
  path: () => string,
  mediaType: string,
  { example }: MediaType,
  fields: Readonly<Record<string, number>>,
): Generator<Input> {
  const others: Record<string, unknown> = { ...(typeof example === 'object' ? example : {}) };
  const input = (
    name: string,
    make: () => string,
    isKnown: boolean,
    contentType = contentTypeOf(mediaType),
  ): Input => ({
    ...base,
    name: `${base.operationId}, ${mediaType}, ${name}`,
    path: path(),
    headers: { 'Content-Type': contentType },
    body: () => Buffer.from(make()),
    isKnown,
  });
  for (const { name, make, contentType } of worstBodies(mediaType, Object.keys(fields)[0] ?? 'a'))
    yield input(`a body of ${name}`, make, KNOWN_BODIES.includes(name), contentType);
  for (const [field, maxLength] of Object.entries(fields)) {
    for (const { name: text, make } of WORST_TEXTS) {
      // The types of a body differ in their parsers, not in what is done with a value.
      const isKnown =
        KNOWN.includes(text) && mediaType !== 'multipart/form-data' && others[field] !== undefined;
      const write = (length: number) => () => writeMembers(mediaType, { ...others, [field]: make(length) });
      yield input(`${field}: ${text}, as long as allowed`, write(maxLength), false);
      // Encoded it may be longer than the largest body, which is an input too.
      yield input(`${field}: ${text}, as long as a body`, write(FULL_SIZE / 4), isKnown);
    }
  }
}

/** Each field with its `maxLength`; a field without one gets a body's length. */
function fieldsOf(specification: Specification, { schema }: MediaType): Record<string, number> {
  const { properties = {} } = resolve<typeof schema>(specification, schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, property.maxLength ?? 1000]),
  );
}

/** As UTF-8 bytes, without those that no client can send. */
function headerText(text: string): string {
  const bytes = Buffer.from(text).subarray(0, HEADER_SIZE).toString('latin1');
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}

function cut(text: string, length: number): string {
  return text.slice(0, length);
}

/** @param value it, or a reference to it */
function resolve<T>(specification: Specification, value: T | { $ref: string } | object): T {
  const reference = '$ref' in (value as object) ? (value as { $ref: string }).$ref : undefined;
  if (reference === undefined) return value as T;
  let found: unknown = specification;
  for (const name of reference.slice(2).split('/')) found = (found as Record<string, unknown>)[name];
  return resolve<T>(specification, found as object);
}
