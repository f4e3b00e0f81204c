/** The renderers of answers that are already text: the highlighted HTML, the raw code, the specification as YAML. */
import type { Renderer } from '../pipeline/request/api-request.js';

export function verbatim(mediaType: string): Renderer {
  return {
    mediaType,
    format: mediaType.slice(mediaType.indexOf('/') + 1),
    contentType: `${mediaType}; charset=utf-8`,
    textOnly: true,
    render: ({ body }) => String(body),
  };
}
