/** Reads TOML 1.0 as schemathesis.toml uses it: tables, arrays of tables, texts, numbers, booleans, arrays. */
import { CannotRun } from '../cannot-run.js';

type Table = { [key: string]: unknown };

/** @throws CannotRun naming the line that it cannot read */
export function readToml(text: string): Table {
  const root: Table = {};
  let table = root;
  for (const [number, line] of joinLines(text)) {
    const header = /^\[(\[)?\s*([\w.-]+)\s*\]\]?$/.exec(line);
    if (header) {
      table = enter(root, (header[2] ?? '').split('.'), header[1] !== undefined);
      continue;
    }
    const [, key, value] = /^([\w.-]+|"[^"]*")\s*=\s*(.+)$/.exec(line) ?? [];
    if (key === undefined || value === undefined)
      throw new CannotRun(`schemathesis.toml, line ${number}: ${line}`);
    const path = key.startsWith('"') ? [key.slice(1, -1)] : key.split('.');
    enter(table, path.slice(0, -1), false)[path.at(-1) ?? ''] = readValue(value, number);
  }
  return root;
}

/** Arrays go over several lines; comments end at the line's end, unless the mark stands in a text. */
function joinLines(text: string): [number, string][] {
  const joined: [number, string][] = [];
  let open = '';
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^((?:[^#"']|"(?:[^"\\]|\\.)*"|'[^']*')*)#.*$/, '$1').trim();
    open = open === '' ? line : `${open} ${line}`;
    const bare = open.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
    if (open.includes('=') && count(bare, '[') > count(bare, ']')) continue;
    if (open !== '') joined.push([index + 1, open]);
    open = '';
  }
  return joined;
}

const count = (text: string, mark: string) => text.split(mark).length - 1;

/** @returns the table at the path, made when missing; of an array of tables its last, or a new one */
function enter(root: Table, path: readonly string[], append: boolean): Table {
  return path.reduce<Table>((table, key, index) => {
    const isLast = append && index === path.length - 1;
    const found = table[key];
    if (Array.isArray(found) && !isLast) return found.at(-1) as Table;
    if (isLast) {
      const entry: Table = {};
      table[key] = [...(Array.isArray(found) ? found : []), entry];
      return entry;
    }
    table[key] ??= {};
    return table[key] as Table;
  }, root);
}

/** But for literal texts and commas before a bracket, these values are written as in JSON. */
function readValue(text: string, line: number): unknown {
  const json = text
    .replace(/'([^']*)'/g, (_whole, literal: string) => JSON.stringify(literal))
    .replace(/,\s*\]/g, ']');
  try {
    return JSON.parse(json);
  } catch {
    throw new CannotRun(`schemathesis.toml, line ${line}: ${text} is no value that is known here.`);
  }
}
