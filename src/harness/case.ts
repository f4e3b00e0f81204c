/** A request that was made up, with all that is known about it, and the answer that came back. */
import { type Body, isRecord, type Json, type Operation, type Parameter } from './document/model.js';

export type Phase = 'examples' | 'coverage' | 'fuzzing' | 'stateful';
export const PHASES: readonly Phase[] = ['examples', 'coverage', 'fuzzing', 'stateful'];

/**
 * - `positive`: the document promises that it is accepted
 * - `negative`: the document promises that it is refused
 * - `neutral`: the document says nothing; the answer has to conform all the same
 */
export type Mode = 'positive' | 'negative' | 'neutral';

type Probe =
  | 'missing-header'
  | 'missing-credentials'
  | 'wrong-credentials'
  | 'wrong-password'
  | 'unsupported-method'
  | 'options';

export interface Case {
  readonly operation: Operation;
  readonly mode: Mode;
  /** What is special about it: `title is too long`. */
  readonly about: string;
  /** JSON pointer of the rule that it keeps or breaks. */
  readonly pointer: string;
  readonly method?: string;
  readonly probe?: Probe;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly body?: Payload | undefined;
  /** The value that the body carries, where one was written. */
  readonly made?: { readonly body: Body; readonly value: Json } | undefined;
  /** Who sends it; default: the run's own credentials. */
  readonly sender?: 'self' | 'other' | 'nobody';
}

export interface Payload {
  /** `Content-Type`; undefined sends none. */
  readonly mediaType: string | undefined;
  readonly bytes: Buffer;
}

export function methodOf(item: Case): string {
  return item.method ?? item.operation.method;
}

/** @returns the request target, percent-encoded (RFC 3986, 2.1) */
export function targetOf({ operation, path: values, query }: Case): string {
  const path = operation.path
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? expand(operation, part.slice(1, -1), values) : encodeLiteral(part),
    )
    .join('');
  const pairs = query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&');
  return `${operation.basePath}${path}${pairs === '' ? '' : `?${pairs}`}`;
}

/** As its style asks for it (OpenAPI 3.0.3, 4.7.12.3). The marks between the parts of a list are no part of them. */
function expand({ parameters }: Operation, name: string, values: Case['path']): string {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  const { [name]: value = '' } = values;
  const text = encodeText(value);
  if (!parameter) return text;
  const expanded = parameter.isComposite ? text.replace(/%(2C|3B|3D)/g, decodeURIComponent) : text;
  return markBefore(parameter) + expanded;
}

function markBefore({ style, name, explode, schema }: Parameter): string {
  if (style === 'label') return '.';
  if (style !== 'matrix') return '';
  const isByMember = explode && isRecord(schema.properties ?? schema.additionalProperties);
  return isByMember ? ';' : `;${encodeText(name)}=`;
}

/** A document may write a path as people read it, or encoded already. */
const encodeLiteral = (text: string) =>
  text.toWellFormed().replace(/[^!-~]+|["<>^`{|}\\]|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

/** Half of a surrogate pair has no UTF-8: it is sent as the bytes that would be its own. */
export function encodeText(text: string): string {
  if (text === '.' || text === '..') return text.replaceAll('.', '%2E');
  return text.isWellFormed() ? encodeURIComponent(text) : encodeURIComponent(text.toWellFormed());
}

export interface Answer {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without parameters, lower case; undefined when there is none. */
  readonly mediaType: string | undefined;
  /** Of `Content-Type`, lower case. */
  readonly charset: string | undefined;
  readonly bytes: Buffer;
  /** Whether it ended in time: of half a body nothing can be said. */
  readonly isWhole: boolean;
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
