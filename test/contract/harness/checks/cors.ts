/** Where the document declares CORS, answers to pages of other origins, and to their preflights, say so (Fetch, 3.2.3). */
import type { Check } from './check.js';

export const ORIGIN = 'https://contract.example';

/** They need no permission of their own (Fetch, CORS-safelisted methods). */
export const SAFELISTED = ['GET', 'HEAD', 'POST'];

export const corsConformance: Check = ({ item, answer }) => {
  if (item.probe !== 'preflight' && item.probe !== 'origin') return undefined;
  const { method, pointer } = item.operation;
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (item.probe === 'origin' && !isSuccess) return undefined;
  const {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods = '',
    'access-control-allow-headers': headers = '',
  } = answer.headers;
  const what = item.probe === 'preflight' ? `a preflight for ${method}` : `${method} with an Origin`;
  const violation = (message: string, subject: string) => ({ message, pointer, subject });
  if (!isSuccess) return violation(`The answer to ${what} is ${answer.status} instead of 2xx.`, 'status');
  if (origin === undefined)
    return violation(`The answer to ${what} has no Access-Control-Allow-Origin.`, 'origin');
  if (origin !== '*' && origin !== ORIGIN) {
    // A list of origins may be the deployment's own; a text that is no origin opens nothing.
    if (origin !== 'null' && URL.canParse(origin) && !origin.includes(',')) return undefined;
    return violation(`Access-Control-Allow-Origin: ${origin} is not a single origin.`, 'origin');
  }
  if (item.probe === 'origin') return 'kept';
  const names = (text: string) => text.split(',').map((name) => name.trim().toLowerCase());
  const allows = (text: string, name: string) =>
    names(text).includes(name.toLowerCase()) || names(text).includes('*');
  if (!SAFELISTED.includes(method) && !allows(methods, method))
    return violation(`Access-Control-Allow-Methods: ${methods || '(missing)'} lacks ${method}.`, 'methods');
  const { 'Access-Control-Request-Headers': asked } = item.headers;
  if (asked !== undefined && !allows(headers, asked))
    return violation(`Access-Control-Allow-Headers: ${headers || '(missing)'} lacks ${asked}.`, 'headers');
  return 'kept';
};
