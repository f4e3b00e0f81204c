/** Parses a body by its content type; JSON with checks before the parser that keep hostile bodies cheap. */
import type { Operation } from '../contract/contract.js';
import { ParseError, UnsupportedMediaType } from '../errors/index.js';
import { decode, type FormMessage, mediaTypeOf, parseForm } from '../http/parse-form.js';
import { hasBody } from '../http/read-body.js';
import type { Found } from '../http/route.js';
import { senderOf } from '../http/sender.js';
import { yieldToEventLoop } from '../scheduling/event-loop.js';
import { convertForm } from './validation/convert-text.js';

/** Bytes. */
const LARGE = 16 * 1024;

/**
 * Fills `found`, so that the page of a refused body can show it again.
 *
 * @returns what was sent, a form's texts as values of the types that the contract gives
 */
export async function parseBody(found: Found, operation: Operation): Promise<unknown> {
  const accepted = Object.keys(operation.content);
  if (accepted.length === 0) return undefined;
  const { request } = found;
  const { headers } = request;
  const mediaType = mediaTypeOf(headers['content-type']);
  const parse = accepted.includes(mediaType) ? PARSERS[mediaType] : undefined;
  found.body = {};
  if (!hasBody(headers)) return {};
  if (!parse) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  // An unreadable body is not the same as an empty object: the page that shows the form again must know.
  found.body = undefined;
  const bytes = await request.bytes(senderOf(found));
  // Large bodies that arrive together must not be parsed and validated in one turn.
  if (bytes.length > LARGE) await yieldToEventLoop();
  found.body = bytes.length === 0 ? {} : await parse(request, bytes);
  return mediaType === 'application/json' ? found.body : convertForm(found.body, operation.fields);
}

const PARSERS: Readonly<Record<string, (message: FormMessage, bytes: Buffer) => unknown>> = {
  'application/json': (_message, bytes) => parseJson(bytes),
  // The last value of a repeated name wins.
  'application/x-www-form-urlencoded': async (message) => Object.fromEntries(await parseForm(message)),
  'multipart/form-data': async (message) => Object.fromEntries(await parseForm(message)),
};

/** No schema of the contract has half this depth. Recursive code that reads it later is safe up to it. */
const MAX_DEPTH = 64;
/** The number of members and items: far more than any schema of the contract has. */
const MAX_VALUES = 10_000;

/** `application/json` (RFC 8259). @throws ParseError */
function parseJson(bytes: Buffer): unknown {
  const text = decode(bytes, malformedJson);
  const { depth, values } = measureJson(bytes);
  if (depth > MAX_DEPTH) throw malformedJson(`the body is nested deeper than ${MAX_DEPTH} levels`);
  if (values > MAX_VALUES) throw malformedJson(`the body has more than ${MAX_VALUES} members`);
  try {
    // A byte order mark may be ignored (RFC 8259, 8.1).
    return JSON.parse(text.startsWith('\u{feff}') ? text.slice(1) : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The parser's message quotes the input. Half of a surrogate pair cannot be sent as UTF-8.
    throw malformedJson(reason.toWellFormed());
  }
}

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",\\[]{}');

/** @returns the depth of arrays and objects, and an upper limit of the number of their members and items */
function measureJson(bytes: Buffer): { depth: number; values: number } {
  let [depth, deepest, values, isText] = [0, 0, 1, false];
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { depth: deepest, values };
}

const malformedJson = (reason: string) => new ParseError({ detail: `JSON parse error - ${reason}` });
