/** A method that a path lacks is 405 with `Allow` (RFC 9110, 15.5.6), and `Allow` tells the truth. */
import type { Check } from './check.js';

/** Refused before the method was looked at. */
const BEFORE_ROUTING = [401, 403];

export const unsupportedMethod: Check = ({ item, answer }) => {
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

export const allowHeaderConformance: Check = ({ item, answer }) => {
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
