/** What a run found, with what a person needs to see it again. */
import type { Answer } from './case.js';
import type { CheckName } from './checks/check.js';
import { printable } from './shell-quote.js';

export interface Finding {
  /** `vacuity` when the run itself proved less than it says. */
  readonly check: CheckName | 'vacuity';
  readonly operation: string;
  readonly message: string;
  readonly pointer: string;
  readonly field: string | undefined;
  readonly about: string;
  /** The smallest request that shows it, and those that had to come before it. */
  readonly curl: readonly string[];
  readonly answer: (Pick<Answer, 'status' | 'headers'> & { readonly text: string }) | undefined;
  readonly seed: number;
}

export interface Identity {
  readonly check: Finding['check'];
  readonly operation: string;
  readonly status: number | undefined;
  readonly pointer: string;
  readonly field?: string | undefined;
  readonly subject?: string | undefined;
}

/** Findings that differ in their request alone, or in the item of a list that shows them, are one. */
export function keyOf({ check, operation, status, pointer, field = '', subject = '' }: Identity): string {
  // A server that lets a request in without credentials lets it in with wrong ones.
  if (check === 'ignored_auth') return `${check} ${operation}`;
  return [check, operation, status ?? 'no answer', pointer, field.replace(/\/\d+/g, '/*'), subject].join(' ');
}

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
