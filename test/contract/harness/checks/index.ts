/** Every check that looks at one answer. Others look at several: see ../phases/stateful.ts and ../rules/. */
import { type Check, type CheckName, declaredResponse, type Subject } from './check.js';
import {
  contentTypeConformance,
  responseHeadersConformance,
  responseSchemaConformance,
  statusCodeConformance,
} from './conformance.js';

const notAServerError: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (configuration.expects('not_a_server_error', item.operation, answer.status)) return 'kept';
  if (answer.status === 503 && declaredResponse(subject)) return 'kept';
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
  // No schema says which names and passwords are right.
  if (item.operation.takesLogin && answer.status >= 400 && answer.status < 500) return undefined;
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
  const { siblings, pointer, path } = item.operation;
  const missing = siblings.filter((method) => !advertised.includes(method) && !IMPLICIT.includes(method));
  const unknown = advertised.filter((method) => !siblings.includes(method) && !IMPLICIT.includes(method));
  if (missing.length === 0 && unknown.length === 0) return 'kept';
  return {
    message: `Allow: ${answer.headers.allow} ${missing.length > 0 ? `lacks ${missing.join(', ')}` : `names ${unknown.join(', ')}, which the document does not`}.`,
    pointer: pointer.slice(0, pointer.lastIndexOf('/')),
    operation: `OPTIONS ${path}`,
  };
};

export const checks: Readonly<Partial<Record<CheckName, Check>>> = {
  not_a_server_error: notAServerError,
  status_code_conformance: statusCodeConformance,
  content_type_conformance: contentTypeConformance,
  response_headers_conformance: responseHeadersConformance,
  response_schema_conformance: responseSchemaConformance,
  negative_data_rejection: negativeDataRejection,
  positive_data_acceptance: positiveDataAcceptance,
  missing_required_header: missingRequiredHeader,
  unsupported_method: unsupportedMethod,
  allow_header_conformance: allowHeaderConformance,
  ignored_auth: ignoredAuth,
};
