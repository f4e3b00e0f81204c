/** The URL of the same resource in another format. */
import type { ApiRequest } from '../../pipeline/api-request.js';
import { repeatedQuery, targetWith } from './repeated-query.js';

export function inFormat(request: ApiRequest, format: string): string {
  const asked = repeatedQuery(request);
  asked.set('format', format);
  return targetWith(request.ctx.path, asked);
}
