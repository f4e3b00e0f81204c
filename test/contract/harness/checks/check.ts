/** What a check sees, and what it says. The first names, and their meanings, are schemathesis 4's; it has none of the rest. */
import type { Answer, Case } from '../case.js';
import type { Configuration } from '../configuration.js';
import type { DeclaredResponse } from '../document/model.js';
import type { Validators } from '../document/validators.js';

/** schemathesis has them, too, and means the same. */
const SCHEMATHESIS_CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
  'object_level_authorization',
] as const;

export const CHECKS = [
  ...SCHEMATHESIS_CHECKS,
  'stored_data_conformance',
  'conditional_request_conformance',
  'location_conformance',
  'pagination_conformance',
  'idempotency_conformance',
  'uniqueness_conformance',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** schemathesis' own defaults (4.32); 413, 414 and 431 are refusals here, since limits of sizes are. */
export const EXPECTED: Readonly<Partial<Record<CheckName, readonly (number | string)[]>>> = {
  not_a_server_error: ['2xx', '3xx', '4xx'],
  negative_data_rejection: [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 428, 429, 431, '5xx'],
  positive_data_acceptance: ['2xx', '3xx', 401, 403, 404, 409, 429, '5xx'],
  missing_required_header: [400, 401, 403, 406, 415, 422],
};

export interface Subject {
  readonly item: Case;
  readonly answer: Answer;
  readonly validators: Validators;
  readonly configuration: Configuration;
}

export interface Violation {
  readonly message: string;
  readonly pointer: string;
  /** The field of the answer that breaks it, as a JSON pointer: `/items/0/name`. */
  readonly field?: string | undefined;
  /** Tells violations of one rule apart that are different faults: a media type, a method. */
  readonly subject?: string | undefined;
  /** The operation that the finding is about, where it is not the request's: `OPTIONS /rooms`. */
  readonly operation?: string | undefined;
}

/** @returns what is wrong with the answer, or that nothing is; undefined when the check does not apply to it */
export type Check = (subject: Subject) => Violation | readonly Violation[] | 'kept' | undefined;

/** @returns what the document declares for the answer's status: itself, its class (`4XX`), or `default` */
export function declaredResponse({ item, answer }: Subject): DeclaredResponse | undefined {
  const { responses } = item.operation;
  const range = `${Math.floor(answer.status / 100)}XX`;
  return responses[answer.status] ?? responses[range] ?? responses[range.toLowerCase()] ?? responses.default;
}

/** The document declares answers to its operations, not to methods that it does not have. */
export const isOtherMethod = ({ item }: Subject) =>
  item.method !== undefined && item.method !== item.operation.method;
