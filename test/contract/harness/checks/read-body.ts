/** Reads a body by its media type: JSON and YAML as data, text as text. */

import type { Answer } from '../answer.js';
import { parseJson } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import { parseYaml } from '../document/parse-yaml.js';
import { isJson } from '../generation/media-types.js';

export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

const isYaml = (mediaType: string) => /[/+](x-)?yaml$/.test(mediaType);

/** Whether the body can be held against a schema: not bytes, nor structures that are not read here. */
export function isReadable({ mediaType = '', isWhole }: Answer, { type, format }: Schema): boolean {
  if (!isWhole) return false;
  if (isJson(mediaType) || isYaml(mediaType)) return true;
  const isText = type === undefined || [type].flat().includes('string');
  return mediaType.startsWith('text/') && isText && format !== 'binary';
}

type Body = Pick<Answer, 'bytes' | 'mediaType'> & Partial<Pick<Answer, 'charset'>>;

const UTF_8 = 'utf-8';

/**
 * @param schema of the body: YAML that is declared as a string is its text, as clients read it
 * @throws UnreadableBody when the body is not what its media type says
 */
export function readBody({ bytes, mediaType = '', charset = UTF_8 }: Body, schema: Schema = {}): unknown {
  try {
    // JSON has no other encoding, whatever is said of it (RFC 8259, 8.1 and 11).
    const encoding = isJson(mediaType) ? UTF_8 : charset;
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (isJson(mediaType)) {
      const value = parsed.get(bytes) ?? parseJson(text);
      parsed.set(bytes, value);
      return value;
    }
    if (!isYaml(mediaType)) return text;
    const value = readYaml(text);
    return schema.type === 'string' ? text : value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableBody(`The body is not valid ${mediaType}: ${why}.`);
  }
}

/** Several checks read the same answer. */
const parsed = new WeakMap<Buffer, unknown>();

let last: { text: string; value: unknown } | undefined;

/** Some documents are YAML and long, and come again and again. */
function readYaml(text: string): unknown {
  if (last?.text !== text) last = { text, value: parseYaml(text) };
  return last.value;
}

/** @returns undefined when it is not JSON, or not as it says */
export function readJson(answer: Answer): unknown {
  if (!isJson(answer.mediaType ?? '')) return undefined;
  try {
    return readBody(answer);
  } catch {
    return undefined;
  }
}
