// Reads `Retry-After` (RFC 9110, 10.2.3).

/** @returns whole seconds from now on; `undefined` when the header is absent or unreadable */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // A number that is no count of seconds, such as "-1" or "1.5", would be taken for a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  // Counted from the answer's own clock, where it tells it: this machine's may be wrong.
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((date - (Number.isNaN(sent) ? Date.now() : sent)) / 1000));
}
