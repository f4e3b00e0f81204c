/** The method whose page is made: HEAD is answered as GET, so that their headers agree (RFC 9110, 9.3.2). */
import type { ApiRequest } from '../../pipeline/api-request.js';

export function shownMethod({ method }: Pick<ApiRequest, 'method'>): string {
  return method === 'HEAD' ? 'GET' : method;
}
