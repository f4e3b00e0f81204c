/** Whether a form keeps its rules, judged as its reader sees it: members by name, nearly all of them texts. */
import { parseJson } from '../document/exact-numbers.js';
import type { Body } from '../document/model.js';
import type { Json } from '../document/values.js';
import type { Material } from './examples.js';
import { fields, type Way } from './form-fields.js';
import { judgeMembers } from './judge-members.js';
import type { Verdict } from './verdict.js';

export function judgeForm(
  material: Pick<Material, 'source' | 'validators'>,
  body: Body,
  value: Json,
): Verdict {
  const sent = new Map<string, Sent>();
  for (const { name, text, way } of fields(material.source, body, value))
    sent.set(name, { way, texts: [...(sent.get(name)?.texts ?? []), text] });
  if ([...sent.values()].some(isOpen)) return 'open';
  const members = [...sent].map(([name, one]) => [name, readMember(one)] as const);
  return judgeMembers(material, body.schema, members);
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
