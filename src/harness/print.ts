/** What a terminal shows of requests, answers and documents: on one line, without control characters and secrets. */
import { isUtf8 } from 'node:buffer';
import { encodeText } from './case.js';
import type { Credentials } from './credentials.js';
import type { WireRequest } from './wire.js';

/**
 * Control characters, those that turn the direction of writing, halves of surrogate pairs, and what has no meaning yet.
 * Joiners and selectors within emoji are escaped, too: a reader sees of what a text consists.
 */
const UNSHOWN = /[\p{C}\u2028\u2029]/gu;

/** @returns the text on one line */
export const printable = (text: string): string =>
  text.replace(UNSHOWN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

const SHOWN = 400;

export const shorten = (text: string) =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} ... (${text.length} characters)`;

/** The request for a shell, as far as its body is short and plain. @param users whose secrets are left out */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  users: readonly (Credentials | undefined)[],
): string {
  const words = [
    ...(method === 'HEAD' ? ['--head'] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ];
  const secrets = users
    .flatMap((user = []) => user.flatMap(({ value, login }) => [value, login?.password ?? '']))
    .filter((secret) => secret !== '')
    // One may be a part of another.
    .toSorted((one, other) => other.length - one.length);
  const hide = (word: string) => secrets.reduce(withoutSecret, word);
  const write = (word: string) => quote(hide(word));
  // Hidden before it is cut: of a secret at the cut a part would be left.
  const text = (bytes: Buffer) =>
    isUtf8(bytes)
      ? quote(shorten(hide(bytes.toString())))
      : quoteBytes(shorten(hide(bytes.toString('latin1'))));
  const data = body ? ['--data-raw', text(body)] : [];
  return ['curl -i', ...words.map(write), ...data, write(`${url}${target}`)].join(' ');
}

/** As it stands in a header, an address, JSON and a form. */
const withoutSecret = (word: string, secret: string): string =>
  [
    secret,
    encodeText(secret),
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ].reduce((text, written) => text.replaceAll(written, '***'), word);

const quote = (text: string) => (/^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** @param bytes one a character, of no text @returns a word of bash */
const quoteBytes = (bytes: string) =>
  `$'${bytes.replace(/[^ -~]|['\\]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
