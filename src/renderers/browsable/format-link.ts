/** The same address in another format. */
import type { ApiRequest } from '../../api-request.js';

export function inFormat({ http, query }: ApiRequest, format: string): string {
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  return `${http.path}?${asked}`;
}
