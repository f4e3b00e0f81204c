/** Whether a parameter keeps its rule, judged as its reader gets it (OpenAPI 3.0.3, 4.7.12.3). */
import type { Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { judgeMembers } from './judge-members.js';
import { kindsOf } from './kinds.js';
import { judgeText, type Verdict } from './verdict.js';
import { asTexts, separatorOf } from './write-parameter.js';

export function judgeParameter(
  { source, validators }: Pick<Material, 'source' | 'validators'>,
  parameter: Parameter,
  value: Json,
): Verdict {
  const { schema, style } = parameter;
  if (style === 'json') return validators.sent(schema)(value).length === 0 ? 'kept' : 'broken';
  const kinds = kindsOf(source, schema);
  if (isSpread(parameter) && kinds.includes('object') && !hasMember(value)) return 'open';
  const verdicts = readings(parameter, kinds, asTexts(value)).map((read) =>
    isRecord(read)
      ? judgeMembers({ source, validators }, schema, Object.entries(read as Record<string, Json>))
      : judgeText(validators, schema, read),
  );
  const [first = 'open'] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : 'open';

  /** An object is written under its members' names: without any, nothing of the parameter is there. */
  function hasMember(given: Json): boolean {
    const names = Object.keys(propertiesOf(source, schema));
    return isRecord(given) && (parameter.required || Object.keys(given).some((name) => names.includes(name)));
  }
}

const isSpread = ({ style, explode }: Parameter) => style === 'deepObject' || (style === 'form' && explode);

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
