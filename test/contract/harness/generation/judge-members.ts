/** Whether members that are all texts keep their rules. */
import type { Schema } from '../document/model.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { looseReadings, strictReadings, type Verdict } from './verdict.js';

type Means = Pick<Material, 'source' | 'validators'>;
type Members = readonly (readonly [string, Json])[];

/** @param members texts, and lists of them, each of which may be meant as something else */
export function judgeMembers(means: Means, schema: Schema, members: Members): Verdict {
  const keeps = (read: (text: Json) => Json[]) =>
    means.validators.sent(schema)(readMembers(means, schema, members, read)).length === 0;
  if (keeps(strictReadings)) return 'kept';
  return keeps((text) => [...strictReadings(text), ...looseReadings(text)]) ? 'open' : 'broken';
}

/** @returns each member as its own schema allows it, where one of its readings is such */
export function readMembers(
  { source, validators }: Means,
  schema: Schema,
  members: Members,
  read: (text: Json) => Json[] = strictReadings,
): Json {
  const properties = propertiesOf(source, schema);
  const others = othersOf(source, schema);
  const chosen = members.map(([name, text]) => {
    const judge = validators.sent(properties[name] ?? others);
    return [name, read(text).find((one) => judge(one).length === 0) ?? text] as const;
  });
  return Object.fromEntries(chosen);
}

/** What members may be that have no schema of their own. */
function othersOf(source: Member, schema: Schema): Schema {
  const declared = alternatives(source, schema).map(({ additionalProperties }) => additionalProperties);
  return declared.find((one): one is Schema => isRecord(one)) ?? ANYTHING;
}

const ANYTHING: Schema = {};
