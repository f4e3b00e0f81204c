/** An OpenAPI document as the harness works with it: one flat list of operations, and schemas without references. */
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
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
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

export type { Body, DeclaredResponse, Link, Operation, Parameter } from './operations.js';
export type { ContractDocument } from './read-document.js';

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
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
