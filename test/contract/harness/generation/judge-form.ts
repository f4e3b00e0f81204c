/** Whether a form keeps its rules, judged as its reader sees it: members by name, all of them texts. */
import type { Schema } from '../document/model.js';
import type { Json } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import type { Material } from './examples.js';
import { judgeMembers } from './judge-members.js';
import { fields } from './payload.js';
import type { Verdict } from './verdict.js';

export function judgeForm(
  material: Pick<Material, 'source' | 'validators'>,
  schema: Schema,
  value: Json,
): Verdict {
  const properties = propertiesOf(material.source, schema);
  const isList = (name: string) =>
    alternatives(material.source, properties[name] ?? {}).some(
      ({ type, items }) => type === 'array' || items !== undefined,
    );
  const sent = fields(value);
  const texts = [...new Set(sent.map(([name]) => name))].map((name) => {
    const all = sent.flatMap(([other, text]) => (other === name ? [text] : []));
    return [name, all] as const;
  });
  // Of a name that comes twice where one value is meant, some read the first, some the last.
  if (texts.some(([name, all]) => all.length > 1 && !isList(name))) return 'open';
  const members = texts.map(([name, all]) => [name, isList(name) ? [...all] : (all[0] ?? '')] as const);
  return judgeMembers(material, schema, members);
}
