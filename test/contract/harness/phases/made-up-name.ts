/** A name for something new, where a service leaves names to its clients. */
import fc from 'fast-check';
import type { Operation } from '../document/model.js';
import type { Json } from '../document/values.js';
import { validValue } from '../generation/arbitrary.js';
import { judgeParameter } from '../generation/judge-parameter.js';
import { sift } from '../generation/sift.js';
import type { Run } from '../run.js';
import { namesIn, type PathValues } from './path-names.js';

/** Among so many there is a plain one, where the schema allows it. */
const DRAWN = 50;

/** @returns the path's last parameter with a valid value that this run did not use before; nothing when none can be made */
export function madeUpName(run: Run, { path, parameters }: Operation): PathValues {
  const last = namesIn(path).at(-1);
  const parameter = parameters.find(({ in: place, name }) => place === 'path' && name === last);
  if (!parameter) return {};
  const { source, validators } = run.material;
  const isKept = (value: Json) => judgeParameter(run.material, parameter, value) === 'kept';
  const seed = run.nextSeed();
  const own = `made-up-${seed}`;
  if (isKept(own)) return { [parameter.name]: own };
  const values = validValue(source, parameter.schema, validators.sent(parameter.schema));
  const kept = values && sift(values, isKept);
  const texts = kept ? fc.sample(kept, { seed, numRuns: DRAWN }).map(String) : [];
  // Odd names are for other steps: of this one every service has to make something.
  const chosen =
    texts.find((text) => /^[\w-]{4,}$/.test(text)) ?? texts.find((text) => /^[\w-]+$/.test(text));
  return chosen === undefined ? {} : { [parameter.name]: chosen };
}
