/** The method whose page is made: for HEAD it is GET, so that their headers are the same (RFC 9110, 9.3.2). */
import type { ApiRequest } from '../../pipeline/api-request.js';

export function shownMethod({ method }: Pick<ApiRequest, 'method'>): string {
  return method === 'HEAD' ? 'GET' : method;
}
