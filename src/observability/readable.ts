/** Writes the log as text for a person: `12:00:00.123 INFO answered method=GET status=200`. */
import { type DestinationStream, pino } from 'pino';
import { isRecord } from '../is-record.js';

/** Members of every line that a person at the terminal does not need. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** @param to takes the text of each line */
export function readable(to: { write(text: string): unknown }): DestinationStream {
  return { write: (line) => void to.write(`${asText(line)}\n`) };
}

/** @param line JSON as pino writes it; anything else is kept as it is */
export function asText(line: string): string {
  const fields = parseLine(line);
  if (!fields) return line.trimEnd();
  const { level, time, msg, err } = fields;
  const head = [timeOfDay(time), labelOf(level), plain(msg)];
  const rest = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`);
  const stack = isRecord(err) ? String(err.stack ?? err.message).split('\n') : [];
  const first = [...head, ...rest].filter((part) => part !== '').join(' ');
  return [first, ...stack.map((part) => `    ${plain(part)}`)].join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

function parseLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function timeOfDay(time: unknown): string {
  const date = new Date(typeof time === 'number' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(11, 23);
}

function labelOf(level: unknown): string {
  return (pino.levels.labels[Number(level)] ?? '').toUpperCase().padEnd(5);
}

/** A client's path could carry control characters that move the cursor or change the colours of a terminal. */
function plain(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Quoted when it would be read as more than one word. */
function shown(value: unknown): string {
  const text = typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value) ? value : JSON.stringify(value);
  return plain(text);
}
