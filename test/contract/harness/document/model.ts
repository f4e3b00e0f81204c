/** An OpenAPI document as the harness works with it: one flat list of operations, and schemas without references. */
import type { Server } from './operations.js';
import type { Numeric } from './parse.js';

/** A JSON Schema without references, which OpenAPI 3.0's `nullable` may be part of. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly nullable?: boolean;
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: Numeric;
  readonly maximum?: Numeric;
  readonly exclusiveMinimum?: Numeric;
  readonly exclusiveMaximum?: Numeric;
  readonly multipleOf?: Numeric;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

export type Place = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
  /** How arrays and objects are written (OpenAPI 3.0.3, 4.7.12.3); `json` for a parameter with `content`. */
  readonly style: string;
  readonly explode: boolean;
  /** A query parameter that may be sent without a value (OpenAPI 3.0.3, 4.7.12.2.2). */
  readonly mayBeEmpty: boolean;
  readonly pointer: string;
}

/** How a member of a form is written (OpenAPI 3.0.3, 4.7.15). */
export interface Encoding {
  /** Several are separated by commas. */
  readonly contentType: string | undefined;
  readonly isStyled: boolean;
}

export interface Body {
  readonly mediaType: string;
  /** By the names of members; what is usual is left out. */
  readonly encoding: Readonly<Record<string, Encoding>>;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
  readonly pointer: string;
}

interface ResponseHeader {
  readonly required: boolean;
  readonly schema: Schema;
}

export interface ResponseContent {
  /** As the document writes it; may be a range. */
  readonly mediaType: string;
  readonly schema: Schema;
  readonly pointer: string;
}

export interface DeclaredResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, ResponseHeader>>;
  readonly content: readonly ResponseContent[];
  readonly links: readonly Link[];
  readonly pointer: string;
}

export interface Link {
  /** Its id, or the pointer to it. */
  readonly operation: string;
  /** Constants and runtime expressions (OpenAPI 3.0.3, 4.7.20.3) by parameter name. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly id: string;
  /** `PUT /snippets/{id}/`: how reports name it. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  /** What stands before the path, without its last slash. */
  readonly basePath: string;
  readonly servers: readonly Server[];
  readonly tags: readonly string[];
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  readonly bodyRequired: boolean;
  /** A part of what the document says of requests cannot be read: what keeps the rest is no promise. */
  readonly isOpen: boolean;
  /** By status code, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
  /** Somebody has to be known: there are requirements and none of them is empty. */
  readonly secured: boolean;
  readonly readsCredentials: boolean;
  readonly securityPointer: string;
  /** The methods that the document declares at this path, upper case. */
  readonly siblings: readonly string[];
  /** It checks a name and a password: most of those that keep its schema are refused all the same. */
  readonly takesLogin?: boolean;
}

export interface ContractDocument {
  readonly location: string;
  readonly title: string;
  readonly declared: string;
  readonly operations: readonly Operation[];
  /** The parsed document, with its references as they were. */
  readonly source: Member;
  readonly warnings: readonly string[];
}

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };
export type Member = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mapMembers = <From, To>(
  members: Readonly<Record<string, From>>,
  map: (member: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member, name)]));

export const asRecord = (value: unknown): Member => (isRecord(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
