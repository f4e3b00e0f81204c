/** A finding as a person reads it. */
import type { Finding } from '../finding.js';
import { printable } from '../printable.js';

/** So many characters of a body are shown. */
const SHOWN = 400;

export function describeFinding({
  check,
  operation,
  message,
  pointer,
  field,
  about,
  curl,
  answer,
  seed,
}: Finding): string {
  const lines = [
    `${check}: ${operation}`,
    `  ${message}`,
    ...(about === '' ? [] : [`  sent:   ${about}`]),
    // They have no line breaks: ../shell-quote.ts
    ...curl.map((line) => `  ${line}`),
    ...(answer
      ? [
          `  answer: ${answer.status} ${headersOf(answer.headers)}`,
          `          ${shorten(answer.text, SHOWN)}`,
        ]
      : []),
    ...(field === undefined ? [] : [`  field:  ${field}`]),
    `  rule:   ${pointer}`,
    `  again:  --seed ${seed}`,
  ];
  return lines.map(printable).join('\n');
}

const TOLD = ['content-type', 'allow', 'www-authenticate', 'location', 'retry-after', 'etag', 'link'];

const headersOf = (headers: Readonly<Record<string, string>>) =>
  TOLD.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])).join('; ');

const shorten = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)} ... (${text.length} characters)`;
