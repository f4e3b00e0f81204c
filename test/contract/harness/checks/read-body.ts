/** Reads a body by its media type: JSON and YAML as data, the rest as text. */
import { parse } from 'yaml';
import type { Answer } from '../answer.js';
import { isJson } from '../generation/payload.js';

export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

/** @throws UnreadableBody when the body is not what its media type says */
export function readBody({ bytes, mediaType = '' }: Pick<Answer, 'bytes' | 'mediaType'>): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isJson(mediaType)) return JSON.parse(text);
    return mediaType.endsWith('yaml') ? parse(text) : text;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableBody(`The body is no ${mediaType}: ${why}.`);
  }
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
