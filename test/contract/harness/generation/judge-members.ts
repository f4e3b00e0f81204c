/** Whether members that are all texts keep their rules. */
import type { Schema } from '../document/model.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { looseReadings, strictReadings, type Verdict } from './verdict.js';

/** @param members texts, and lists of them, each of which may be meant as something else */
export function judgeMembers(
  { source, validators }: Pick<Material, 'source' | 'validators'>,
  schema: Schema,
  members: readonly (readonly [string, Json])[],
): Verdict {
  const properties = propertiesOf(source, schema);
  const others = othersOf(source, schema);
  const keeps = (read: (text: Json) => Json[]) => {
    const chosen = members.map(([name, text]) => {
      const judge = validators.sent(properties[name] ?? others);
      return [name, read(text).find((one) => judge(one).length === 0) ?? text];
    });
    return validators.sent(schema)(Object.fromEntries(chosen)).length === 0;
  };
  if (keeps(strictReadings)) return 'kept';
  return keeps((text) => [...strictReadings(text), ...looseReadings(text)]) ? 'open' : 'broken';
}

/** What members may be that have no schema of their own. */
function othersOf(source: Member, schema: Schema): Schema {
  const declared = alternatives(source, schema).map(({ additionalProperties }) => additionalProperties);
  return declared.find((one): one is Schema => isRecord(one)) ?? ANYTHING;
}

const ANYTHING: Schema = {};
