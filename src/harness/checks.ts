/** Every check that looks at one answer, and the names of the others, which look at several: see phases/stateful.ts and rules/. */
import { hash } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { type Answer, type Case, methodOf, targetOf } from './case.js';
import type { DeclaredResponse } from './document/model.js';
import { isJson, isReadable, parametersOf, readBody, UnreadableBody, writeJson } from './document/parse.js';
import { escapeStep } from './document/references.js';
import { explain, type Judge, type Validators } from './document/validators.js';
import { kindsOf } from './generation/schemas.js';
import { looseReadings, strictReadings } from './generation/verdict.js';
import { differencesAnswered, flawOf, showsStored } from './rules/compare-data.js';
import type { Configuration } from './settings/configuration.js';

/** The first fourteen are schemathesis 4's; it has none of the rest. */
export const CHECKS = [
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
  'stored_data_conformance',
  'conditional_request_conformance',
  'location_conformance',
  'pagination_conformance',
  'declared_header_presence',
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

interface Subject {
  readonly item: Case;
  readonly answer: Answer;
  readonly validators: Validators;
  readonly configuration: Configuration;
  /** Digests of the bodies that a run has read, by their address and ETag. */
  readonly tagged: Map<string, string>;
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
type Check = (subject: Subject) => Violation | readonly Violation[] | 'kept' | undefined;

/** @returns what the document declares for the answer's status: itself, its class (`4XX`), or `default` */
function declaredResponse({ item, answer }: Subject): DeclaredResponse | undefined {
  const { responses } = item.operation;
  const range = `${Math.floor(answer.status / 100)}XX`;
  return responses[answer.status] ?? responses[range] ?? responses[range.toLowerCase()] ?? responses.default;
}

/** The document declares answers to its operations, not to methods that it does not have. */
const isOtherMethod = ({ item }: Subject) =>
  item.method !== undefined && item.method !== item.operation.method;

const notAServerError: Check = ({ item, answer, configuration }) => {
  if (configuration.expects('not_a_server_error', item.operation, answer.status)) return 'kept';
  // A method that nobody knows may be answered so (RFC 9110, 15.6.2).
  if (answer.status === 501 && item.probe === 'unsupported-method') return 'kept';
  return { message: `The server answered ${answer.status}.`, pointer: item.pointer };
};

const negativeDataRejection: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (item.mode !== 'negative' || item.probe === 'missing-header') return undefined;
  if (configuration.expects('negative_data_rejection', item.operation, answer.status)) return 'kept';
  if (isFailedCondition(subject)) return undefined;
  return {
    message: `A request that breaks the rule got ${answer.status} instead of a refusal.`,
    pointer: item.pointer,
  };
};

const positiveDataAcceptance: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (item.operation.isOpen) return undefined;
  if (item.mode !== 'positive' || item.sender === 'nobody' || item.sender === 'other') return undefined;
  if (configuration.expects('positive_data_acceptance', item.operation, answer.status)) return 'kept';
  if (isFailedCondition(subject)) return undefined;
  return {
    message: `A request that keeps every rule was refused with ${answer.status}.`,
    pointer: item.pointer,
  };
};

const CONDITIONS = ['if-match', 'if-unmodified-since', 'if-none-match'];

/** No schema says which version is there now (RFC 9110, 13.1). */
const isFailedCondition = ({ item, answer }: Subject) =>
  answer.status === 412 && Object.keys(item.headers).some((name) => CONDITIONS.includes(name.toLowerCase()));

const missingRequiredHeader: Check = ({ item, answer, configuration }) => {
  if (item.probe !== 'missing-header') return undefined;
  if (configuration.expects('missing_required_header', item.operation, answer.status)) return 'kept';
  // A condition is missing (RFC 6585, 3).
  if (answer.status === 428) return 'kept';
  return { message: `A request ${item.about} got ${answer.status}.`, pointer: item.pointer };
};

const PROBES: readonly unknown[] = ['missing-credentials', 'wrong-credentials', 'wrong-password'];

const ignoredAuth: Check = ({ item, answer }) => {
  if (!PROBES.includes(item.probe)) return undefined;
  if (answer.status === 401 || answer.status === 403) return 'kept';
  // A redirect leads to where one logs in.
  if (answer.status >= 300 && answer.status < 400) return 'kept';
  return {
    message: `A request ${item.about} got ${answer.status} instead of 401 or 403.`,
    pointer: item.pointer,
  };
};

/** Refused before the method was looked at. */
const BEFORE_ROUTING = [401, 403];

const unsupportedMethod: Check = ({ item, answer }) => {
  if (item.probe !== 'unsupported-method') return undefined;
  if (item.operation.readsCredentials && BEFORE_ROUTING.includes(answer.status)) return undefined;
  // Names in the path may have gone meanwhile, and parsers know some methods only (RFC 9110, 15.6.2).
  if (answer.status === 404 && item.operation.path.includes('{')) return undefined;
  if (answer.status === 501 || (item.method === 'QUERY' && answer.status === 400)) return undefined;
  const { pointer } = item;
  const operation = `${item.method} ${item.operation.path}`;
  if (answer.status !== 405)
    return { message: `${item.method} got ${answer.status} instead of 405.`, pointer, operation };
  if (answer.headers.allow) return 'kept';
  return { message: `405 to ${item.method} has no Allow.`, pointer, operation: `* ${item.operation.path}` };
};

/** Frameworks answer these by themselves; the document need not name them. */
const IMPLICIT = ['HEAD', 'OPTIONS'];

const allowHeaderConformance: Check = ({ item, answer }) => {
  if (item.probe !== 'options' || !answer.headers.allow) return undefined;
  const advertised = answer.headers.allow.split(',').map((method) => method.trim().toUpperCase());
  const { siblings, overlapping, pointer, path } = item.operation;
  const free = [...IMPLICIT, ...overlapping];
  const missing = siblings.filter((method) => !advertised.includes(method) && !IMPLICIT.includes(method));
  const unknown = advertised.filter((method) => !siblings.includes(method) && !free.includes(method));
  if (missing.length === 0 && unknown.length === 0) return 'kept';
  return {
    message: `Allow: ${answer.headers.allow} ${missing.length > 0 ? `lacks ${missing.join(', ')}` : `names ${unknown.join(', ')}, which the document does not`}.`,
    pointer: pointer.slice(0, pointer.lastIndexOf('/')),
    operation: `OPTIONS ${path}`,
  };
};

const statusCodeConformance: Check = (subject) => {
  const { item, answer } = subject;
  if (isOtherMethod(subject)) return undefined;
  if (declaredResponse(subject)) return 'kept';
  const known = Object.keys(item.operation.responses).join(', ');
  return {
    message: `The status ${answer.status} is not declared. Declared: ${known}.`,
    pointer: `${item.operation.pointer}/responses`,
  };
};

const contentTypeConformance: Check = (subject) => {
  const { answer } = subject;
  const declared = declaredWithBody(subject);
  if (!declared || declared.content.length === 0) return undefined;
  const types = declared.content.map(({ mediaType }) => mediaType).join(', ');
  const pointer = `${declared.pointer}/content`;
  if (answer.mediaType === undefined)
    return { message: `There is no Content-Type. Declared: ${types}.`, pointer };
  if (contentsOf(declared, answer).length > 0) return 'kept';
  const message = `The content type ${answer.mediaType} is not declared. Declared: ${types}.`;
  return { message, pointer, subject: answer.mediaType };
};

/** Where a document declares them, such answers always have them. */
function isAlways(name: string, { status, mediaType = '' }: Answer): boolean {
  const statuses = { location: 201, etag: isJson(mediaType) ? 200 : 0, allow: 405, 'www-authenticate': 401 };
  return Object.entries(statuses).some(([one, usual]) => one === name.toLowerCase() && usual === status);
}

const responseHeadersConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  if (!declared || Object.keys(declared.headers).length === 0) return undefined;
  // `content` describes the type (OpenAPI 3.0.3, 4.7.17).
  const named = Object.entries(declared.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  const violations = named.flatMap(([name, { required, schema }]) => {
    const { [name.toLowerCase()]: value } = answer.headers;
    const pointer = `${declared.pointer}/headers/${escapeStep(name)}`;
    if (value === undefined)
      return required ? [{ message: `The header ${name} is missing.`, pointer, subject: 'missing' }] : [];
    // Objects have several notations, which hardly any service uses.
    const error = kindsOf(schema).includes('object')
      ? undefined
      : judgeHeader(validators.received(schema), value);
    if (!error) return [];
    const message = `The header ${name}: ${JSON.stringify(value)} ${error.message}.`;
    return [{ message, pointer, subject: error.keyword }];
  });
  return violations.length === 0 ? 'kept' : violations;
};

const declaredHeaderPresence: Check = (subject) => {
  const { answer } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  const usual = Object.entries(declared?.headers ?? {}).filter(
    ([name, { required }]) => !required && isAlways(name, answer),
  );
  if (!declared || usual.length === 0) return undefined;
  const missing = usual.filter(([name]) => answer.headers[name.toLowerCase()] === undefined);
  const tell = ([name]: (typeof usual)[number]) => {
    const pointer = `${declared.pointer}/headers/${escapeStep(name)}`;
    return { message: `The header ${name} is declared, and missing.`, pointer };
  };
  return missing.length === 0 ? 'kept' : missing.map(tell);
};

/** Its schema decides what the text is read as. @returns what is wrong with the reading that comes nearest */
function judgeHeader(judge: Judge, value: string): ErrorObject | undefined {
  const verdicts = readHeader(value).map((reading) => judge(reading));
  if (verdicts.some((errors) => errors.length === 0)) return undefined;
  const isOfType = (errors: readonly ErrorObject[]) =>
    !errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '');
  return (verdicts.find(isOfType) ?? verdicts[0])?.[0];
}

/** Text, or a list, separated by commas (RFC 9110, 5.6.1). */
function readHeader(value: string): unknown[] {
  const items = value.split(',').map((item) => item.trim());
  return [value, items].flatMap((text) => [...strictReadings(text), ...looseReadings(text)]);
}

const responseSchemaConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = declaredWithBody(subject);
  const contents = declared ? contentsOf(declared, answer) : [];
  // Which of those that differ in their parameters alone is meant, an answer without any leaves open.
  const verdicts = contents.map((content) => judgeContent(content, answer, validators));
  return verdicts.find((verdict) => verdict === 'kept') ?? verdicts[0];
};

type Content = DeclaredResponse['content'][number];

function judgeContent({ schema, pointer }: Content, answer: Answer, validators: Validators) {
  if (!isReadable(answer, schema)) return undefined;
  try {
    const rules = explain(validators.received(schema), pointer, readBody(answer));
    if (rules.length === 0) return 'kept';
    return rules.map(({ path, message, pointer }) => ({
      message: `The body${path} ${message}.`,
      pointer,
      field: path,
    }));
  } catch (error) {
    if (error instanceof UnreadableBody) return { message: error.message, pointer };
    throw error;
  }
}

/** Answers to HEAD, 204 and 304 have no body, whatever is declared (RFC 9110, 6.4.1). */
function declaredWithBody(subject: Subject): DeclaredResponse | undefined {
  const { item, answer } = subject;
  const hasNone = item.operation.method === 'HEAD' || [204, 304].includes(answer.status);
  return hasNone || isOtherMethod(subject) ? undefined : declaredResponse(subject);
}

/**
 * The type itself before a range, `application/*` or that of all types (OpenAPI 3.0.3, 4.7.17); of a type that is
 * declared with several parameters, those that the answer has.
 */
function contentsOf({ content }: DeclaredResponse, { mediaType = '', headers }: Answer) {
  const [main] = mediaType.split('/');
  const names = [mediaType, `${main}/*`, '*/*'];
  const plain = (type: string) => type.split(';')[0]?.trim().toLowerCase();
  const [found = []] = names
    .map((name) => content.filter((one) => plain(one.mediaType) === name))
    .filter((all) => all.length > 0);
  const told = parametersOf(headers['content-type'] ?? '');
  const exact = found
    .filter((one) => parametersOf(one.mediaType).every((parameter) => told.includes(parameter)))
    .toSorted((one, other) => parametersOf(other.mediaType).length - parametersOf(one.mediaType).length);
  return exact.length > 0 ? exact.slice(0, 1) : found;
}

/** The answer to a write has what was written: in any phase, and also where nothing reads it later. */
const storedDataConformance: Check = ({ item, answer, validators }) => {
  if (!showsStored(item, answer, validators)) return undefined;
  const found = differencesAnswered(validators, item, answer);
  return found.length === 0 ? 'kept' : found.map((one) => flawOf(item, one, 'its answer says'));
};

const conditionalRequestConformance: Check = ({ item, answer, tagged }) => {
  const { etag } = answer.headers;
  if (methodOf(item) !== 'GET' || answer.status !== 200 || !answer.isWhole) return undefined;
  if (etag === undefined || etag.startsWith('W/')) return undefined;
  const key = writeJson([targetOf(item), item.sender, item.headers, etag]);
  const digest = hash('sha256', answer.bytes);
  const before = tagged.get(key) ?? digest;
  tagged.set(key, before);
  if (before === digest) return 'kept';
  const message = `The body changed, but the ETag ${etag} stayed the same.`;
  return { message, pointer: item.operation.pointer, subject: 'unchanged' };
};

export const checks: Readonly<Partial<Record<CheckName, Check>>> = {
  not_a_server_error: notAServerError,
  status_code_conformance: statusCodeConformance,
  content_type_conformance: contentTypeConformance,
  response_headers_conformance: responseHeadersConformance,
  declared_header_presence: declaredHeaderPresence,
  response_schema_conformance: responseSchemaConformance,
  negative_data_rejection: negativeDataRejection,
  positive_data_acceptance: positiveDataAcceptance,
  missing_required_header: missingRequiredHeader,
  unsupported_method: unsupportedMethod,
  allow_header_conformance: allowHeaderConformance,
  ignored_auth: ignoredAuth,
  stored_data_conformance: storedDataConformance,
  conditional_request_conformance: conditionalRequestConformance,
};
