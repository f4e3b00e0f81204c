/** The branches of `oneOf` and `anyOf` in a schema, and which of them a value takes. */
import type { Schema } from '../document/model.js';
import { resolve } from '../document/resolve.js';
import type { Judge } from '../document/validators.js';
import { isRecord, type Member } from '../document/values.js';

export interface Branches {
  /** JSON pointers; those of an inline schema begin at it. */
  readonly all: readonly string[];
  reached(value: unknown): readonly string[];
}

/** Schemas within schemas, and no further: large documents have very many. */
const DEEPEST = 6;
const MOST = 200;
const MOST_ITEMS = 20;

interface Fork {
  readonly pointer: string;
  readonly schema: Schema;
  /** How to come to the value: names of members, `*` for items. */
  readonly path: readonly string[];
}

export function findBranches(source: Member, judgeOf: (schema: Schema) => Judge, schema: Schema): Branches {
  const forks: Fork[] = [];
  collect(source, schema, '', [], forks, new Set());
  return {
    all: [...new Set(forks.map(({ pointer }) => pointer))],
    reached: (value) =>
      forks
        .filter(({ schema: branch, path }) =>
          valuesAt(value, path).some((one) => judgeOf(branch)(one).length === 0),
        )
        .map(({ pointer }) => pointer),
  };
}

function collect(
  source: Member,
  given: Schema,
  at: string,
  path: readonly string[],
  forks: Fork[],
  seen: ReadonlySet<unknown>,
): void {
  if (path.length > DEEPEST || forks.length > MOST || !isRecord(given)) return;
  const { node, pointer } = resolve(source, given, at);
  if (seen.has(node)) return;
  const schema = node as Schema;
  const within = new Set([...seen, node]);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    for (const [index, branch] of (schema[keyword] ?? []).entries()) {
      forks.push({ pointer: `${pointer}/${keyword}/${index}`, schema: branch, path });
      collect(source, branch, `${pointer}/${keyword}/${index}`, path, forks, within);
    }
  }
  for (const [index, part] of (schema.allOf ?? []).entries())
    collect(source, part, `${pointer}/allOf/${index}`, path, forks, within);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    collect(source, property, `${pointer}/properties/${name}`, [...path, name], forks, within);
  if (schema.items) collect(source, schema.items, `${pointer}/items`, [...path, '*'], forks, within);
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (step === '*')
    return Array.isArray(value) ? value.slice(0, MOST_ITEMS).flatMap((item) => valuesAt(item, rest)) : [];
  if (!isRecord(value) || !Object.hasOwn(value, step)) return [];
  return valuesAt(value[step], rest);
}
