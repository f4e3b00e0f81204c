/** The lines of an export file: one that describes it, one for each record, and one with the checksum. */
import { open } from 'node:fs/promises';

/** The first line. */
export interface ExportHeader {
  /** Of this format. */
  readonly format: 1;
  /** Names this export, so that an import that was interrupted knows its file again. */
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  /** The schema version of the records. */
  readonly schema: number;
  /** Tells the SECRET_KEY apart from others, without telling it. */
  readonly fingerprint: string;
  readonly secretKey?: string;
}

/** The last line. */
export interface ExportEnd {
  /** The number of records by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** Of the lines between the first and this one, with their line ends. Equal stores have equal ones. */
  readonly sha256: string;
}

/** Why a file is no export that can be read. */
export class UnusableExport extends Error {
  override readonly name = 'UnusableExport';
}

export const headerLine = (header: ExportHeader): string => `${JSON.stringify({ export: header })}\n`;
export const endLine = (end: ExportEnd): string => `${JSON.stringify({ end })}\n`;

/** @throws UnusableExport */
export function parseHeader(line: string | undefined, file: string): ExportHeader {
  const header = memberOf(line, 'export');
  if (typeof header !== 'object' || header === null)
    throw new UnusableExport(`${file} is not an export of this service`);
  // Written by `headerLine`.
  const { format } = header as ExportHeader;
  if (format !== 1)
    throw new UnusableExport(
      `${file} has the format ${JSON.stringify(format)}, this release reads 1: use a newer release`,
    );
  requireMembers(header, HEADER, `${file}, line 1, "export`);
  return header as ExportHeader;
}

/**
 * @returns undefined for the line of a record
 * @throws UnusableExport
 */
export function parseEnd(line: string, file: string): ExportEnd | undefined {
  if (!line.startsWith('{"end":')) return undefined;
  const end = memberOf(line, 'end');
  if (end === undefined) return undefined;
  requireMembers(end, END, `${file}, last line, "end`);
  // Written by `endLine`.
  return end as ExportEnd;
}

type Rule = readonly [name: string, isAllowed: (value: unknown) => boolean, allowed: string];

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const HEADER: readonly Rule[] = [
  ['id', isText, 'a text'],
  ['created', isText, 'a text'],
  ['schema', isCount, 'a number'],
  ['fingerprint', isText, 'a text'],
  ['secretKey', (value) => value === undefined || isText(value), 'a text or missing'],
];
const END: readonly Rule[] = [
  [
    'records',
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(isCount),
    'an object of numbers',
  ],
  ['sha256', isText, 'a text'],
];

/** @throws UnusableExport that names the member and what is allowed */
function requireMembers(value: unknown, rules: readonly Rule[], where: string): void {
  for (const [name, isAllowed, allowed] of rules) {
    const member = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    if (!isAllowed(member)) throw new UnusableExport(`${where}.${name}": it must be ${allowed}`);
  }
}

function memberOf(line: string | undefined, name: string): unknown {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Gives complete lines without their ends; a text may hold characters that `readline` takes for a line end. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  try {
    let begun: Buffer[] = [];
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        begun.push(chunk.subarray(from, at));
        yield Buffer.concat(begun).toString('utf8');
        begun = [];
        from = at + 1;
      }
      begun.push(chunk.subarray(from));
    }
  } finally {
    await handle.close();
  }
}
