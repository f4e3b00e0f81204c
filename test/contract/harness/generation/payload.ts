/** Writes a value as the body of a media type. */
import type { Payload } from '../case.js';
import { isRecord, type Json } from '../document/values.js';

const BOUNDARY = 'contract-form-boundary';

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(mediaType.toLowerCase());
export const isUrlencoded = (mediaType: string) =>
  mediaType.toLowerCase() === 'application/x-www-form-urlencoded';
export const isMultipart = (mediaType: string) => mediaType.toLowerCase() === 'multipart/form-data';
/** Everything in it is text. */
export const isForm = (mediaType: string) => isUrlencoded(mediaType) || isMultipart(mediaType);

export function writePayload(mediaType: string, value: Json): Payload {
  if (isUrlencoded(mediaType))
    return { mediaType, bytes: Buffer.from(new URLSearchParams(fields(value)).toString()) };
  if (isMultipart(mediaType)) return writeMultipart(fields(value));
  const text = isJson(mediaType) ? JSON.stringify(value) : String(value);
  return { mediaType, bytes: Buffer.from(text) };
}

/** @returns the value as a form's reader sees it */
export function asFormValue(value: Json): Json {
  return isRecord(value) ? Object.fromEntries(fields(value)) : value;
}

function fields(value: Json): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'string' ? member.toWellFormed() : JSON.stringify(member),
  ]);
}

function writeMultipart(entries: readonly (readonly [string, string])[]): Payload {
  const parts = entries.map(([name, value]) => {
    // Names are escaped as browsers do it (HTML, 4.10.21.8).
    const escaped = name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped}"\r\n\r\n${value}\r\n`;
  });
  return {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  };
}
