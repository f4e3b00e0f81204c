/** Which operations a rule of schemathesis.toml is about. */
import type { Operation } from '../document/model.js';
import type { Member } from '../document/values.js';
import { FILTERED } from './settings-schema.js';

/** One filter that includes is enough, and one that excludes; without any that includes, all are. */
export function isAbout(rule: Member, operation: Operation): boolean {
  const subjects: Record<(typeof FILTERED)[number], readonly string[]> = {
    'operation-id': [operation.id],
    method: [operation.method],
    path: [operation.path],
    name: [operation.label],
    tag: operation.tags,
  };
  const verdicts = (kind: 'include' | 'exclude') =>
    FILTERED.flatMap((subject) => {
      const { [`${kind}-${subject}`]: names, [`${kind}-${subject}-regex`]: pattern } = rule;
      const values = subjects[subject];
      return [
        ...(names === undefined ? [] : [values.some((value) => [names].flat().includes(value))]),
        ...(pattern === undefined ? [] : [values.some((value) => matches(subject, pattern, value))]),
      ];
    });
  const included = verdicts('include');
  return !verdicts('exclude').includes(true) && (included.length === 0 || included.includes(true));
}

const matches = (subject: string, pattern: unknown, value: string) =>
  new RegExp(String(pattern), subject === 'method' ? 'i' : '').test(value);
