/** Whether a parameter keeps its rule, judged as its reader gets it (OpenAPI 3.0.3, 4.7.12.3). */
import type { Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { judgeMembers } from './judge-members.js';
import { kindsOf } from './kinds.js';
import { judgeText, type Verdict } from './verdict.js';
import { asTexts, separatorOf } from './write-parameter.js';

export function judgeParameter(material: Means, parameter: Parameter, value: Json): Verdict {
  const { schema, style } = parameter;
  const { source, validators } = material;
  if (style === 'json') return validators.sent(schema)(value).length === 0 ? 'kept' : 'broken';
  const kinds = kindsOf(source, schema);
  const texts = asTexts(value);
  if (isSpread(parameter) && kinds.includes('object') && !Array.isArray(value))
    return isRecord(texts)
      ? judgeSpread(material, parameter, Object.entries(texts as Record<string, Json>))
      : 'open';
  const verdicts = readings(parameter, kinds, texts).map((read) =>
    isRecord(read)
      ? judgeMembers(material, schema, Object.entries(read as Record<string, Json>))
      : judgeText(validators, schema, read),
  );
  const [first = 'open'] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : 'open';
}

type Means = Pick<Material, 'source' | 'validators'>;

/** An object whose members are parameters. */
const isSpread = ({ style, explode }: Parameter) => style === 'deepObject' || (style === 'form' && explode);

/** Without any of its members nothing of the object is there; that others are meant as its, nobody knows. */
function judgeSpread(
  material: Means,
  { schema, style, required }: Parameter,
  members: readonly (readonly [string, Json])[],
): Verdict {
  const names = Object.keys(propertiesOf(material.source, schema));
  const isNamed = style === 'deepObject';
  const isFree = alternatives(material.source, schema).some(
    ({ additionalProperties }) => additionalProperties,
  );
  const own = members.filter(([name]) => isNamed || isFree || names.includes(name));
  if (!required && !(isNamed && own.length > 0) && !own.some(([name]) => names.includes(name))) return 'open';
  const verdict = judgeMembers(material, schema, own);
  return verdict === 'kept' && own.length < members.length ? 'open' : verdict;
}

/** One text where a list is expected is a list too: of one, or of what stands between its separators. */
function readings(parameter: Parameter, kinds: readonly (string | undefined)[], value: Json): Json[] {
  const isSplit = parameter.style !== 'form' || !parameter.explode;
  // Nothing may be no item, or an empty one.
  if (Array.isArray(value)) return isSplit && value.length === 0 ? [[], ['']] : [value];
  if (typeof value !== 'string' || !kinds.includes('array')) return [value];
  const list = isSplit ? value.split(separatorOf(parameter.style)) : [value];
  const lists: Json[] = value === '' ? [list, []] : [list];
  const isMore = kinds.some((kind) => kind !== 'array' && kind !== 'null');
  return isMore ? [...lists, value] : lists;
}
