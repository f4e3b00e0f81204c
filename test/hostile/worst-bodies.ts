/** Bodies whose structure, not their values, makes careless parsers slow. */

/** Bytes: just under the largest body that any operation takes, so that it is parsed. */
export const FULL_SIZE = 2_000_000;

const BOUNDARY = 'b'.repeat(70);

/** A body is more than a megabyte, so it is made when it is sent. `contentType`: of multipart with another boundary. */
export type WorstBody = readonly [name: string, make: () => string, contentType?: string];

/** For each unit a run of it to the full size, between a beginning and an end. */
function runs(units: readonly string[], begin = '', end = ''): WorstBody[] {
  const room = FULL_SIZE - begin.length - end.length;
  return units.map((unit) => [
    `a run of ${JSON.stringify(unit.slice(0, 20))} behind ${JSON.stringify(begin.slice(-20))}`,
    () => begin + unit.repeat(room / Buffer.byteLength(unit)) + end,
  ]);
}

function many(pair: (index: number) => string, separator: string): string {
  return Array.from({ length: 100_000 }, (_, index) => pair(index)).join(separator);
}

/** @param field the first member of the schema */
export function worstBodies(mediaType: string, field: string): readonly WorstBody[] {
  if (mediaType === 'application/json') return worstJson(field);
  if (mediaType === 'multipart/form-data') return worstMultipart(field);
  return [
    ...runs(['&', 'a&', '=', `${field}=x&`]),
    ...runs(['%41', '%CC%95%CC%80', '%', '%FF', '%EF%BF%BD', '\ufffd', '+'], `${field}=`),
    ['many fields', () => many((i) => `a${i}=1`, '&')],
  ];
}

function worstJson(field: string): WorstBody[] {
  return [
    ...runs(['[', `{"${field}":`, ' \n', '[,']),
    ...runs(['0,', '"",'], `{"${field}":[`, '0]}'),
    ...runs(['\\u0315\\u0300', '\\ud800', '\\"'], `{"${field}":"`, '"}'),
    ...runs(['\\"'], `{"${field}":"`),
    ...runs(['9'], `{"${field}":`, '}'),
    ...runs([','], '['),
    ['deep lists that close', () => '['.repeat(600_000) + ']'.repeat(600_000)],
    ['many members', () => `{${many((i) => `"a${i}":0`, ',')}}`],
    ['one member many times', () => `{${many(() => `"${field}":"x"`, ',')}}`],
  ];
}

function worstMultipart(field: string): WorstBody[] {
  const name = `Content-Disposition: form-data; name="${field}"`;
  const head = `--${BOUNDARY}\r\n${name}`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const short = 'multipart/form-data; boundary=b';
  return [
    ...runs([`${head}\r\n\r\nx\r\n`, `--${BOUNDARY}\r\n`], '', end),
    // Parts of many headers.
    ...runs([`${head}${'\r\na:b'.repeat(300)}\r\n\r\nx\r\n`], '', end),
    // Near boundaries, letters of one, false ones, and line ends.
    ...runs([`\r\n--${'b'.repeat(69)}`, 'b', `\r\n--${BOUNDARY}x`, '\r\n'], `${head}\r\n\r\n`, end),
    ...runs(['x'], `${head}\r\n\r\n`),
    ...runs(['a'], head),
    ...runs(['\r\na: b', ';a="b"'], head, `\r\n\r\nx${end}`),
    ...runs(['\\"'], `${head};a="`, `\r\n\r\nx${end}`),
    ...runs(['\r\n--bx'], `--b\r\n${name}\r\n\r\n`, '\r\n--b--\r\n').map(
      ([what, make]): WorstBody => [what, make, short],
    ),
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
