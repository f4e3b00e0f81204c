/** The renderers of answers that are text already: the highlighted document, the bare code, the YAML document. */
import type { Renderer } from '../pipeline/negotiation/renderer.js';

export function verbatim(mediaType: string): Renderer {
  return {
    mediaType,
    format: mediaType.slice(mediaType.indexOf('/') + 1),
    contentType: `${mediaType}; charset=utf-8`,
    textOnly: true,
    render: (body) => String(body),
  };
}
