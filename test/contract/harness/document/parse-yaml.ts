/** Parses YAML 1.2 by its core schema (10.3.2), with the merge keys of YAML 1.1, which are in use. */

import { FAILSAFE_SCHEMA, load, Type, types } from 'js-yaml';
import { exact, type Numeric } from './exact-numbers.js';

/** js-yaml's own numbers are wider: it also reads `1_000` and `0b11`, which are texts in YAML 1.2. */
const plain = (tag: string, pattern: RegExp, read: (text: string) => unknown) =>
  new Type(`tag:yaml.org,2002:${tag}`, {
    kind: 'scalar',
    resolve: (text) => pattern.test(text ?? ''),
    construct: (text) => read(text ?? ''),
  });

const FLOAT =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    plain('null', /^(?:null|Null|NULL|~|)$/, () => null),
    plain('bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => /^t/i.test(text)),
    plain('int', /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/, readInteger),
    plain('float', FLOAT, readFloat),
    types.merge,
  ],
});

/** `-0` is a number of its own. */
function readInteger(text: string): Numeric {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : exact(BigInt(text));
}

function readFloat(text: string): number {
  if (!/inf/i.test(text)) return Number(text);
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** @throws Error when the text is no YAML */
export const parseYaml = (text: string): unknown => load(text, { schema });
