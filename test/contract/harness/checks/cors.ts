/** Where the document declares CORS, a preflight says so, too (Fetch, 3.2.3 and 4.8). */
import type { Check } from './check.js';

export const ORIGIN = 'https://contract.example';

/** They need no permission of their own (Fetch, CORS-safelisted methods). */
const SAFELISTED = ['GET', 'HEAD', 'POST'];

export const corsConformance: Check = ({ item, answer }) => {
  if (item.probe !== 'preflight') return undefined;
  const { method, pointer } = item.operation;
  const {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods = '',
    'access-control-allow-headers': _headers,
  } = answer.headers;
  const violation = (message: string, subject: string) => ({ message, pointer, subject });
  if (answer.status < 200 || answer.status > 299)
    return violation(`A preflight for ${method} got ${answer.status} instead of 2xx.`, 'status');
  if (origin === undefined)
    return violation(`The answer to a preflight for ${method} has no Access-Control-Allow-Origin.`, 'origin');
  if (origin !== '*' && origin !== ORIGIN && !isOfOneOrigin(origin))
    return violation(`Access-Control-Allow-Origin: ${origin} is no single origin.`, 'origin');
  const allowed = methods.split(',').map((name) => name.trim().toUpperCase());
  if (SAFELISTED.includes(method) || allowed.includes(method) || allowed.includes('*')) return 'kept';
  return violation(`Access-Control-Allow-Methods: ${methods || '(missing)'} lacks ${method}.`, 'methods');
};

const isOfOneOrigin = (text: string) => text === 'null' || (URL.canParse(text) && !text.includes(','));
