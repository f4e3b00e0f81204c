/** Bodies whose structure, not their values, makes careless parsers slow. */

/** Bytes: just under the largest body that any operation takes, so that it is parsed. */
export const FULL_SIZE = 1_250_000;

const BOUNDARY = 'b'.repeat(70);
const SHORT_BOUNDARY = 'b';

export interface WorstBody {
  readonly name: string;
  /** More than a megabyte, so it is made when it is sent. */
  make(): string;
  /** Of a multipart body that has another boundary. */
  readonly contentType?: string;
}

/** A run of a unit to the full size, between a beginning and an end. */
function fill(unit: string, begin = '', end = ''): string {
  const room = FULL_SIZE - begin.length - end.length;
  return begin + unit.repeat(Math.floor(room / unit.length)) + end;
}

function many(pair: (index: number) => string, separator: string): string {
  return Array.from({ length: 100_000 }, (_, index) => pair(index)).join(separator);
}

const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="code"\r\n\r\nx\r\n`;

/** @param field the first member of the schema */
export function worstBodies(mediaType: string, field: string): readonly WorstBody[] {
  if (mediaType === 'application/json') return worstJson(field);
  if (mediaType === 'multipart/form-data') return worstMultipart(field);
  return worstForms(field);
}

function worstJson(field: string): WorstBody[] {
  return [
    { name: 'deep lists', make: () => fill('[') },
    { name: 'deep objects', make: () => fill(`{"${field}":`) },
    { name: 'deep lists that close', make: () => '['.repeat(600_000) + ']'.repeat(600_000) },
    { name: 'many members', make: () => `{${many((i) => `"a${i}":0`, ',')}}` },
    { name: 'one member many times', make: () => `{${many(() => `"${field}":"x"`, ',')}}` },
    { name: 'a long list', make: () => fill('0,', `{"${field}":[`, '0]}') },
    { name: 'many short texts', make: () => fill('"",', `{"${field}":[`, '""]}') },
    { name: 'escaped marks', make: () => fill('\\u0315\\u0300', `{"${field}":"`, '"}') },
    { name: 'escaped halves of pairs', make: () => fill('\\ud800', `{"${field}":"`, '"}') },
    { name: 'a long number', make: () => fill('9', `{"${field}":`, '}') },
    { name: 'white space', make: () => fill(' \n') },
    { name: 'a text without end', make: () => fill('\\"', `{"${field}":"`) },
    { name: 'commas', make: () => fill(',', '[') },
  ];
}

function worstForms(field: string): WorstBody[] {
  return [
    { name: 'ampersands', make: () => fill('&') },
    { name: 'many fields', make: () => many((i) => `a${i}=1`, '&') },
    { name: 'many short fields', make: () => fill('a&') },
    { name: 'one field many times', make: () => fill(`${field}=x&`) },
    { name: 'equals', make: () => fill('=') },
    { name: 'escapes', make: () => fill('%41', `${field}=`) },
    { name: 'escaped marks', make: () => fill('%CC%95%CC%80', `${field}=`) },
    { name: 'broken escapes', make: () => fill('%', `${field}=`) },
    { name: 'bytes that are not UTF-8', make: () => fill('%FF', `${field}=`) },
    { name: 'pluses', make: () => fill('+', `${field}=`) },
  ];
}

function worstMultipart(field: string): WorstBody[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  return [
    { name: 'many parts', make: () => fill(PART, '', end) },
    { name: 'boundaries alone', make: () => fill(`--${BOUNDARY}\r\n`, '', end) },
    { name: 'near boundaries', make: () => fill(`\r\n--${'b'.repeat(69)}`, `${head}\r\n\r\n`, end) },
    { name: 'letters of the boundary', make: () => fill('b', `${head}\r\n\r\n`, end) },
    { name: 'false boundaries', make: () => fill(`\r\n--${BOUNDARY}x`, `${head}\r\n\r\n`, end) },
    {
      name: 'short false boundaries',
      contentType: `multipart/form-data; boundary=${SHORT_BOUNDARY}`,
      make: () =>
        fill(
          `\r\n--${SHORT_BOUNDARY}x`,
          `--${SHORT_BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`,
          `\r\n--${SHORT_BOUNDARY}--\r\n`,
        ),
    },
    { name: 'newlines', make: () => fill('\r\n', `${head}\r\n\r\n`, end) },
    { name: 'a head without end', make: () => fill('a', head) },
    { name: 'many header lines', make: () => fill('\r\na: b', head, `\r\n\r\nx${end}`) },
    { name: 'many parameters', make: () => fill(';a="b"', head, `\r\n\r\nx${end}`) },
    { name: 'a quote without end', make: () => fill('\\"', `${head};a="`, `\r\n\r\nx${end}`) },
    { name: 'no end', make: () => fill('x', `${head}\r\n\r\n`) },
  ];
}

/** A body with these members, as its media type writes them. */
export function writeMembers(mediaType: string, members: Readonly<Record<string, unknown>>): string {
  if (mediaType === 'application/json') return JSON.stringify(members);
  const texts = Object.entries(members).map(([name, value]): [string, string] => [
    name,
    String(value).toWellFormed(),
  ]);
  if (mediaType !== 'multipart/form-data') return new URLSearchParams(texts).toString();
  const parts = texts.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** The value of `Content-Type` for these bodies. */
export function contentTypeOf(mediaType: string): string {
  return mediaType === 'multipart/form-data' ? `${mediaType}; boundary=${BOUNDARY}` : mediaType;
}
