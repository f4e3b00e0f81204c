/** Whether a form keeps its rules, judged as its reader sees it: members by name, nearly all of them texts. */
import { parseJson } from '../document/exact-numbers.js';
import type { Body } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { fields, isClear, type Way, waysOf } from './form-fields.js';
import { judgeMembers, readMembers } from './judge-members.js';
import type { Verdict } from './verdict.js';
import { asTexts } from './write-parameter.js';

export function judgeForm(
  material: Pick<Material, 'source' | 'validators'>,
  body: Body,
  value: Json,
): Verdict {
  const { source, validators } = material;
  const wayOf = waysOf(source, body);
  const given = isRecord(value) ? Object.entries(value as Record<string, Json>) : [];
  const isDeep = ([name, member]: [string, Json]) => typeof member === 'object' && wayOf(name).isDeep;
  const objects = given.filter(isDeep);
  if (!objects.every(([name, member]) => isClear(wayOf(name), member))) return 'open';
  const schemaOf = (name: string) => propertiesOf(source, body.schema)[name] ?? {};
  const deep = objects.map(([name, member]): [string, Json] => [
    name,
    readMembers(material, schemaOf(name), Object.entries(asTexts(member) as Record<string, Json>)),
  ]);
  if (deep.some(([name, member]) => validators.sent(schemaOf(name))(member).length > 0)) return 'open';
  const plain = Object.fromEntries(given.filter((one) => !isDeep(one)));
  const sent = new Map<string, Sent>();
  for (const { name, text, way } of fields(source, body, plain))
    sent.set(name, { way, texts: [...(sent.get(name)?.texts ?? []), text] });
  if ([...sent.values()].some(isOpen)) return 'open';
  const members = [...sent].map(([name, one]) => [name, readMember(one)] as const);
  return judgeMembers(material, body.schema, [...members, ...deep]);
}

interface Sent {
  readonly way: Way;
  readonly texts: readonly string[];
}

/** Of a name that comes twice where one value is meant, some read the first, some the last; no text is no item, or an empty one. */
const isOpen = ({ way: { isList, separator }, texts }: Sent) =>
  separator === undefined ? texts.length > 1 && !isList : texts.includes('');

function readMember({ way: { isList, separator, isJson }, texts }: Sent): Json {
  const items = separator === undefined ? texts : texts.flatMap((text) => text.split(separator));
  const values = items.map((text): Json => (isJson ? (parseJson(text) as Json) : text));
  return isList ? values : (values[0] ?? '');
}
