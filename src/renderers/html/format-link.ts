/** The URL of the same resource in another format. */
import type { ApiRequest } from '../../pipeline/api-request.js';

export function inFormat({ ctx, query }: ApiRequest, format: string): string {
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  return `${ctx.path}?${asked}`;
}
