/** Stage 8: reads the body and parses it by its content type. */
import { UnsupportedMediaType } from '../../errors/index.js';
import type { LoadedRequest, ParsedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { mediaTypeOf } from './media-type.js';
import { parseJson } from './parse-json.js';
import { parseMultipart } from './parse-multipart.js';
import { parseUrlencoded } from './parse-urlencoded.js';
import { hasBody } from './read-body.js';

type Parser = (bytes: Buffer, request: LoadedRequest) => unknown;

/** The last value of a repeated name wins. */
const PARSERS: Readonly<Record<string, Parser>> = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': (bytes) => Object.fromEntries(parseUrlencoded(bytes)),
  'multipart/form-data': (bytes, { headers }) =>
    Object.fromEntries(parseMultipart(bytes, headers['content-type'])),
};

export function parseBody(): Stage<LoadedRequest, ParsedRequest> {
  return function parseBody(request, next) {
    const accepted = Object.keys(request.operation.content);
    if (accepted.length === 0) return next(withBody(request));
    return parse(request, accepted).then(() => next(withBody(request)));
  };
}

function withBody(request: LoadedRequest): ParsedRequest {
  const { body, mediaType } = request;
  return Object.assign(request, { body, mediaType });
}

/** An empty body is an empty object, whatever its content type. */
async function parse(request: LoadedRequest, accepted: readonly string[]): Promise<void> {
  const { ctx, headers } = request;
  const mediaType = mediaTypeOf(headers['content-type']);
  const parser = accepted.includes(mediaType) ? PARSERS[mediaType] : undefined;
  request.mediaType = parser ? mediaType : accepted[0];
  request.body = {};
  if (!hasBody(ctx)) return;

  // A body of unknown length may be empty.
  const isChunked = headers['content-length'] === undefined;
  if (!parser && !isChunked) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  const bytes = await request.bytes();
  if (bytes.length === 0) return;
  if (!parser) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  // An unreadable body is not the same as an empty object: the page that shows the form again must know.
  request.body = undefined;
  request.body = parser(bytes, request);
}
