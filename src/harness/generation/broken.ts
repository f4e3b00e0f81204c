/** Random requests in which one rule is broken. */
import fc from 'fast-check';
import type { Case } from '../case.js';
import { isForm, isTextBody } from '../document/parse.js';
import { explain } from '../document/validators.js';
import { carrying, type Material } from './cases.js';
import { bodyVariants } from './coverage.js';
import { candidates } from './scalars.js';
import { judgeBody, judgeParameter } from './verdict.js';
import { withParameter } from './write.js';

/** So many of the changes of a request are looked at, until one breaks a rule. */
const TRIES = 20;

/** @param kept a random request that keeps every rule @returns the same with one rule broken; undefined when none was found */
export function breakOne(material: Material, kept: Case, seed: number): Case | undefined {
  const changes = [...bodyChanges(material, kept), ...parameterChanges(material, kept)];
  if (changes.length === 0) return undefined;
  const drawn = fc.sample(fc.nat(changes.length - 1), { seed, numRuns: TRIES });
  for (const index of drawn) {
    const broken = changes[index]?.();
    if (broken) return broken;
  }
  return undefined;
}

type Change = () => Case | undefined;

function bodyChanges(material: Material, kept: Case): Change[] {
  const { made } = kept;
  if (!made) return [];
  const { body } = made;
  return bodyVariants(material, body, made.value).map(({ value, about, pointer }) => () => {
    if (judgeBody(material, body, value) !== 'broken') return undefined;
    const isText = isForm(body.mediaType) || isTextBody(body);
    const [rule] = isText ? [] : explain(material.validators.sent(body.schema), body.pointer, value);
    const what = {
      mode: 'negative' as const,
      about: `made up, with ${about}`,
      pointer: rule?.pointer ?? pointer,
    };
    return carrying({ ...kept, ...what }, body, value);
  });
}

function parameterChanges(material: Material, kept: Case): Change[] {
  return kept.operation.parameters
    .filter(({ isFixed }) => !isFixed)
    .flatMap((parameter) =>
      candidates(parameter.schema).map(({ value, about }) => () => {
        if (typeof value === 'object' || judgeParameter(material, parameter, value) !== 'broken')
          return undefined;
        const { in: place, name, pointer } = parameter;
        const what = {
          mode: 'negative' as const,
          about: `made up, with ${place} parameter ${name}: ${about}`,
          pointer,
        };
        return withParameter(kept, parameter, value, what);
      }),
    );
}
