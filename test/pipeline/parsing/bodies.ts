/** The same fields as a body of each media type, written by hand so that not one character is tidied up on the way. */

export type Form = 'urlencoded' | 'multipart';
export const FORMS = ['urlencoded', 'multipart'] as const;

export interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function json(value: unknown): Body {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** @param fields pairs, as a name may come more than once */
export function form(kind: Form, fields: Readonly<Record<string, string>> | [string, string][]): Body {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  return kind === 'urlencoded'
    ? urlencoded(pairs)
    : multipart(pairs.map(([name, value]) => field(name, value)));
}

function urlencoded(pairs: [string, string][]): Body {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { headers, body: pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&') };
}

export const BOUNDARY = 'a-line-that-no-snippet-has';

/** One part with the text of a field. */
export const field = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

/** @param parts each with its head, without boundaries */
export function multipart(parts: readonly string[]): Body {
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`,
  };
}
