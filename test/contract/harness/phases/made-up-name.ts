/** A name for something new, where a service leaves names to its clients. */
import fc from 'fast-check';
import type { Operation } from '../document/model.js';
import { validValue } from '../generation/arbitrary.js';
import { sift } from '../generation/sift.js';
import { judgeParameter } from '../generation/verdict.js';
import type { Run } from '../run.js';
import { namesIn, type PathValues } from './path-names.js';

/** Among so many there is a plain one, where the schema allows it. */
const DRAWN = 50;

/** @returns the path's last parameter with a valid value that was not used before; nothing when none can be made */
export function madeUpName(run: Run, { path, parameters }: Operation): PathValues {
  const name = namesIn(path).at(-1);
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  if (!parameter) return {};
  const { source, validators } = run.material;
  const values = validValue(source, parameter.schema, validators.sent(parameter.schema));
  const kept = values && sift(values, (value) => judgeParameter(validators, parameter, value) === 'kept');
  const texts = (kept ? fc.sample(kept, { seed: run.nextSeed(), numRuns: DRAWN }) : [])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((text) => text !== '');
  // Odd names are for other steps: of this one every service has to make something.
  const chosen =
    texts.find((text) => /^[A-Za-z0-9][\w-]{3,}$/.test(text)) ?? texts.find((text) => /^[\w-]+$/.test(text));
  return chosen === undefined ? {} : { [parameter.name]: chosen };
}
