/** Bodies whose structure, not their values, makes careless parsers slow. */

/** Bytes: just under the largest body that any operation takes, so that it is parsed. */
export const FULL_SIZE = 1_250_000;

const BOUNDARY = 'b'.repeat(70);

/** A body is more than a megabyte, so it is made when it is sent. `contentType`: of multipart with another boundary. */
export type WorstBody = readonly [name: string, make: () => string, contentType?: string];

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
    ['deep lists', () => fill('[')],
    ['deep objects', () => fill(`{"${field}":`)],
    ['deep lists that close', () => '['.repeat(600_000) + ']'.repeat(600_000)],
    ['many members', () => `{${many((i) => `"a${i}":0`, ',')}}`],
    ['one member many times', () => `{${many(() => `"${field}":"x"`, ',')}}`],
    ['a long list', () => fill('0,', `{"${field}":[`, '0]}')],
    ['many short texts', () => fill('"",', `{"${field}":[`, '""]}')],
    ['escaped marks', () => fill('\\u0315\\u0300', `{"${field}":"`, '"}')],
    ['escaped halves of pairs', () => fill('\\ud800', `{"${field}":"`, '"}')],
    ['a long number', () => fill('9', `{"${field}":`, '}')],
    ['white space', () => fill(' \n')],
    ['a text without end', () => fill('\\"', `{"${field}":"`)],
    ['commas', () => fill(',', '[')],
  ];
}

function worstForms(field: string): WorstBody[] {
  return [
    ['ampersands', () => fill('&')],
    ['many fields', () => many((i) => `a${i}=1`, '&')],
    ['many short fields', () => fill('a&')],
    ['one field many times', () => fill(`${field}=x&`)],
    ['equals', () => fill('=')],
    ['escapes', () => fill('%41', `${field}=`)],
    ['escaped marks', () => fill('%CC%95%CC%80', `${field}=`)],
    ['broken escapes', () => fill('%', `${field}=`)],
    ['bytes that are not UTF-8', () => fill('%FF', `${field}=`)],
    ['pluses', () => fill('+', `${field}=`)],
  ];
}

function worstMultipart(field: string): WorstBody[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  return [
    ['many parts', () => fill(PART, '', end)],
    ['boundaries alone', () => fill(`--${BOUNDARY}\r\n`, '', end)],
    ['near boundaries', () => fill(`\r\n--${'b'.repeat(69)}`, `${head}\r\n\r\n`, end)],
    ['letters of the boundary', () => fill('b', `${head}\r\n\r\n`, end)],
    ['false boundaries', () => fill(`\r\n--${BOUNDARY}x`, `${head}\r\n\r\n`, end)],
    [
      'short false boundaries',
      () =>
        fill('\r\n--bx', `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`, '\r\n--b--\r\n'),
      'multipart/form-data; boundary=b',
    ],
    ['newlines', () => fill('\r\n', `${head}\r\n\r\n`, end)],
    ['a head without end', () => fill('a', head)],
    ['many header lines', () => fill('\r\na: b', head, `\r\n\r\nx${end}`)],
    ['many parameters', () => fill(';a="b"', head, `\r\n\r\nx${end}`)],
    ['a quote without end', () => fill('\\"', `${head};a="`, `\r\n\r\nx${end}`)],
    ['no end', () => fill('x', `${head}\r\n\r\n`)],
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
